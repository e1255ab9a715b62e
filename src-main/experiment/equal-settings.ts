/**
 * Did both sides get the same settings, as far as they are part of the input: stops, limits, sampling with its seed,
 * slots, cache? What the plan asks for is compared, what a server says of itself, and what it takes no notice of or was
 * not sent. What a server does not tell is not compared: it cannot be proved, and stands in the manifest.
 */
import type { Candidate, InputDifference } from '../contract/candidate.ts';
import { notHonoured, notSent, type Manifest } from '../contract/manifest.ts';

export interface SettingsSide {
  readonly candidate: Candidate;
  /** Of a sitting with outputs; null where there is none. */
  readonly manifest: Pick<Manifest, 'engine' | 'settings'> | null;
}

export interface SettingDifference {
  readonly kind: InputDifference;
  readonly words: string;
}

/** A setting of one side: undefined where it has none or does not tell. */
type Value = string | number | boolean | readonly string[] | undefined;

interface Compared {
  readonly kind: InputDifference;
  readonly name: string;
  readonly of: (side: SettingsSide) => Value;
}

/** What a server says of itself and is compared here. */
export const comparedFacts = {
  slots: 'slots',
  reuse: 'vllm enable_prefix_caching',
  vllmCache: 'vllm cache_dtype',
  cache: 'kv_cache_dtype',
} as const;

/** Of the first one of a kind that differs is told. */
const compared: readonly Compared[] = [
  { kind: 'stops', name: 'stop', of: ({ candidate }) => candidate.sampling.stops },
  { kind: 'limits', name: 'max_tokens', of: ({ candidate }) => candidate.sampling.maxTokens },
  // An endpoint's context is the server's: what did not fit it, or hardly, is seen on the items.
  {
    kind: 'limits',
    name: 'context',
    of: ({ candidate }) => (candidate.engine === 'llama' ? candidate.settings.context : undefined),
  },
  ...(['temperature', 'topK', 'topP', 'minP', 'seed'] as const).map((name) => ({
    kind: 'sampling' as const,
    name,
    of: ({ candidate }: SettingsSide) => candidate.sampling[name],
  })),
  { kind: 'slots', name: 'parallel', of: ({ candidate }) => candidate.settings.parallel },
  { kind: 'slots', name: "the server's number of slots", of: (side) => fact(side, comparedFacts.slots) },
  { kind: 'cache', name: 'mode', of: modeOf },
  { kind: 'cache', name: 'the type of the cache', of: cacheTypeOf },
  {
    kind: 'cache',
    name: "the server's reuse of shared beginnings",
    of: (side) => fact(side, comparedFacts.reuse),
  },
];

/** Each kind of difference at most once. */
export function settingDifferences(left: SettingsSide, right: SettingsSide): readonly SettingDifference[] {
  const found: SettingDifference[] = [];
  const add = (difference: SettingDifference): void => {
    if (!found.some(({ kind }) => kind === difference.kind)) found.push(difference);
  };
  const [one, other] = [left.candidate.name, right.candidate.name];
  for (const { kind, name, of } of compared) {
    const [mine, theirs] = [of(left), of(right)];
    if (mine === undefined || theirs === undefined || JSON.stringify(mine) === JSON.stringify(theirs))
      continue;
    add({
      kind,
      words: `${name} is ${JSON.stringify(mine)} for ${one} and ${JSON.stringify(theirs)} for ${other}`,
    });
  }
  for (const [kind, names] of Object.entries(sentSettings) as [InputDifference, readonly string[]][]) {
    for (const name of names) {
      const [mine, theirs] = [whyWithout(left, name), whyWithout(right, name)];
      if ((mine === null) === (theirs === null)) continue;
      const [without, why] = mine === null ? [other, theirs] : [one, mine];
      add({
        kind,
        words:
          why === notSent
            ? `${name} is not sent to ${without}, whose server has no field for it`
            : `${name} is sent to ${without}, which takes no notice of it`,
      });
    }
  }
  return found;
}

/** Names of a manifest's settings that an endpoint may be sent in vain, or not be sent. */
const sentSettings = {
  stops: ['stops'],
  limits: ['maxTokens'],
  sampling: ['temperature', 'topK', 'topP', 'minP', 'seed'],
} as const satisfies Partial<Record<InputDifference, readonly string[]>>;

/** Why a side's answers are drawn without the setting; null where they are not. Of greedy answers the temperature alone counts. */
function whyWithout({ candidate, manifest }: SettingsSide, name: string): string | null {
  const drawn = candidate.sampling.temperature > 0;
  if (!drawn && ['topK', 'topP', 'minP', 'seed'].includes(name)) return null;
  const resolved = manifest?.settings.find((setting) => setting.name === name)?.resolved;
  return resolved === notHonoured || resolved === notSent ? resolved : null;
}

/** How a file's cache is used; plans from before there were modes share nothing between prompts. */
function modeOf({ candidate }: SettingsSide): Value {
  return candidate.engine === 'llama' ? (candidate.settings.mode ?? 'without reuse') : undefined;
}

function cacheTypeOf(side: SettingsSide): Value {
  const { candidate } = side;
  if (candidate.engine === 'llama') {
    const { cacheKeyType, cacheValueType } = candidate.settings;
    return cacheKeyType === cacheValueType ? cacheKeyType : `${cacheKeyType} and ${cacheValueType}`;
  }
  const told = fact(side, comparedFacts.vllmCache) ?? fact(side, comparedFacts.cache);
  // The type of the weights, whichever that is.
  return told === undefined || told === 'auto' ? undefined : (typeNames[told] ?? told);
}

/** What servers call the types that files know by another name. */
const typeNames: Readonly<Record<string, string>> = {
  half: 'f16',
  float16: 'f16',
  fp16: 'f16',
  bfloat16: 'bf16',
  float: 'f32',
  float32: 'f32',
};

function fact({ manifest }: SettingsSide, name: string): string | undefined {
  return manifest?.engine.engine === 'openai'
    ? manifest.engine.facts.find((other) => other.name === name)?.value
    : undefined;
}
