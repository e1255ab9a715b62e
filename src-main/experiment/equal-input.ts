/**
 * Did both sides get the same input? Checked before anything is compared: rendered prompt, token ids, room for the
 * answer, stops, limits, sampling, slots, cache. What differs makes the pair not comparable, unless the plan accepts it
 * by name; and so does a prompt that cannot be proved to be the same, because an endpoint does not tell what it made of
 * the messages.
 *
 * A chat template and the beginning-of-sequence token do their work in the prompt: where the token ids are the same,
 * neither can differ in anything that a model reads. Where prompts differ, they are named as the reason.
 */
import { inputDifferences, type Candidate, type InputDifference } from '../contract/candidate.ts';
import type { Manifest } from '../contract/manifest.ts';
import { fewShotWords, promptTemplateWords } from '../contract/presentation/composition-words.ts';
import type { SentPrompt } from '../store/store.ts';
import { settingDifferences, type SettingsSide } from './equal-settings.ts';
import { whereTheyPart, type PromptSource } from './where-prompts-part.ts';

export interface InputSide {
  readonly candidate: Candidate;
  /** A hash is empty where it is not known: of a request that failed, and where an endpoint does not tell. */
  readonly sent: Iterable<SentPrompt>;
  /** Of the latest sitting with outputs; null where there is none. */
  readonly manifest: Pick<Manifest, 'engine' | 'template' | 'settings'> | null;
  /** Of the other sittings with outputs: a server may have come back with other settings. */
  readonly earlier?: readonly Pick<Manifest, 'engine' | 'settings'>[];
}

export interface FoundDifference {
  readonly kind: InputDifference;
  /** The first difference, in words. */
  readonly words: string;
  /** Items that it concerns; null where it is a setting. */
  readonly items: number | null;
}

/** Every kind of difference at most once, in the order of `inputDifferences` of the contract. */
export async function findInputDifferences(
  baseline: InputSide,
  candidate: InputSide,
  source: PromptSource,
): Promise<readonly FoundDifference[]> {
  const sittings = [
    [baseline, candidate] as const,
    ...inEarlier(candidate).map((earlier) => [baseline, earlier] as const),
    ...inEarlier(baseline).map((earlier) => [earlier, candidate] as const),
  ];
  const settings = sittings
    .flatMap(([left, right]) => settingDifferences(left, right))
    .map((found) => ({ ...found, items: null }));
  const prompts = await promptDifferences(baseline, candidate, source, true);
  // Where a limit itself differs, that the answers' room differs is no news.
  const all = [...settings, ...prompts];
  return inputDifferences.flatMap((kind) => all.find((found) => found.kind === kind) ?? []);
}

function inEarlier({ candidate, earlier = [] }: InputSide): readonly SettingsSide[] {
  return earlier.map((manifest) => ({ candidate, manifest }));
}

/** In what the prompts of one item differ, in words; null: they are the same. Both sides hold that item alone. */
export async function findPromptDifference(
  baseline: InputSide,
  candidate: InputSide,
  source: PromptSource,
): Promise<string | null> {
  const [first] = await promptDifferences(baseline, candidate, source, false);
  return first?.words ?? null;
}

/** In what the prompts of one item differ. */
interface PromptDifference {
  readonly kind: 'prompt' | 'tokens' | 'limits';
  readonly itemId: string;
  /** Up to the item's name. */
  readonly what: string;
  readonly counts: string;
  /** Absent where the place is not to be shown: the prompts are the same, or one side tells nothing. */
  readonly parting?: readonly [SentPrompt, SentPrompt];
}

async function promptDifferences(
  baseline: InputSide,
  candidate: InputSide,
  source: PromptSource,
  naming: boolean,
): Promise<readonly FoundDifference[]> {
  const expected = new Map<string, SentPrompt>();
  for (const prompt of baseline.sent) if (prompt.finish !== 'error') expected.set(promptKey(prompt), prompt);
  const differences = new Map<PromptDifference['kind'], { first: PromptDifference; items: Set<string> }>();
  for (const prompt of candidate.sent) {
    const other = expected.get(promptKey(prompt));
    if (!other || prompt.finish === 'error') continue;
    const difference = promptDifference(other, prompt, baseline, candidate);
    if (!difference) continue;
    const known = differences.get(difference.kind);
    if (known) known.items.add(difference.itemId);
    else differences.set(difference.kind, { first: difference, items: new Set([difference.itemId]) });
  }
  const found: FoundDifference[] = [];
  for (const kind of ['prompt', 'tokens', 'limits'] as const) {
    const own = differences.get(kind);
    if (!own) continue;
    const { first } = own;
    const why = kind === 'prompt' ? cause(baseline, candidate) : '';
    const place = first.parting
      ? await whereTheyPart(
          { candidate: baseline.candidate, ...first.parting[0] },
          { candidate: candidate.candidate, ...first.parting[1] },
          source,
        )
      : '';
    found.push({
      kind,
      words: `${why}${first.what}${naming ? `, first on item ${first.itemId}` : ''}${first.counts}${place}`,
      items: own.items.size,
    });
  }
  return found;
}

function promptDifference(
  one: SentPrompt,
  other: SentPrompt,
  left: InputSide,
  right: InputSide,
): PromptDifference | undefined {
  const knownIds = one.tokenHash !== '' && other.tokenHash !== '';
  const knownTexts = one.promptHash !== '' && other.promptHash !== '';
  const sameText = knownTexts && one.promptHash === other.promptHash;
  const differing = (kind: PromptDifference['kind'], what: string): PromptDifference => ({
    kind,
    itemId: other.itemId,
    what,
    counts: countWords(one, other),
    parting: [one, other],
  });
  // The ids are what a model reads: where they are the same, nothing else can differ.
  if (knownIds && one.tokenHash === other.tokenHash) return fitDifference(one, other, left, right);
  if (sameText && knownIds) return differing('tokens', 'the same prompt became other token ids');
  if (sameText && one.promptTokens === other.promptTokens) return fitDifference(one, other, left, right);
  if (sameText) return differing('tokens', 'the same prompt was read as another number of tokens');
  if (knownTexts) return differing('prompt', 'the rendered prompt differs');
  if (knownIds) return differing('prompt', 'the token ids of the prompt differ');
  const silent = one.promptHash === '' && one.tokenHash === '' ? left : right;
  return {
    kind: 'prompt',
    itemId: other.itemId,
    what: `equal prompts cannot be proved: ${silent.candidate.name} does not tell what it made of the messages`,
    counts: '',
  };
}

/** The same prompt that leaves the answers different room: the contexts are not the same, and it shows here. */
function fitDifference(
  one: SentPrompt,
  other: SentPrompt,
  left: InputSide,
  right: InputSide,
): PromptDifference | undefined {
  const [name, otherName] = [left.candidate.name, right.candidate.name];
  const overlong = one.finish === 'overlong';
  const limits = { kind: 'limits', itemId: other.itemId, counts: '' } as const;
  if (overlong !== (other.finish === 'overlong'))
    return {
      ...limits,
      what: `the prompt does not fit the context of ${overlong ? name : otherName} and does fit that of ${overlong ? otherName : name}`,
    };
  const tokens = Math.max(one.promptTokens, other.promptTokens);
  const [room, otherRoom] = [roomOf(left, tokens), roomOf(right, tokens)];
  if (overlong || room === null || otherRoom === null || room === otherRoom) return undefined;
  return {
    ...limits,
    what: `the context leaves the answer room for ${room} tokens with ${name} and for ${otherRoom} with ${otherName}`,
  };
}

/** Tokens that an answer can have; null where the context is not known. */
function roomOf({ candidate, manifest }: InputSide, promptTokens: number): number | null {
  const server = manifest?.engine.engine === 'openai' ? manifest.engine.context : null;
  const context = candidate.engine === 'llama' ? candidate.settings.context : server;
  if (context === null) return null;
  return Math.max(0, Math.min(candidate.sampling.maxTokens, context - promptTokens));
}

function countWords({ promptTokens: one }: SentPrompt, { promptTokens: other }: SentPrompt): string {
  return one === other ? '' : ` (${one} tokens and ${other} tokens)`;
}

/** Why the prompts differ, where plan or manifests say it: other exemplars, another template. */
function cause(
  { candidate: left, manifest }: InputSide,
  { candidate: right, manifest: other }: InputSide,
): string {
  const [hash, otherHash] = [manifest?.template.hash ?? null, other?.template.hash ?? null];
  const reasons = [
    ...(JSON.stringify(left.fewShot) === JSON.stringify(right.fewShot)
      ? []
      : [between('few-shot', left, fewShotWords(left.fewShot), right, fewShotWords(right.fewShot))]),
    ...(left.promptTemplate?.hash === right.promptTemplate?.hash
      ? []
      : [
          between(
            'the prompt template',
            left,
            promptTemplateWords(left.promptTemplate),
            right,
            promptTemplateWords(right.promptTemplate),
          ),
        ]),
    ...(hash === null || otherHash === null || hash === otherHash
      ? []
      : [
          between(
            'the chat template',
            left,
            promptTemplateWords({ text: '', hash }),
            right,
            promptTemplateWords({ text: '', hash: otherHash }),
          ),
        ]),
  ];
  return reasons.length === 0 ? '' : `${reasons.join(' and ')}: `;
}

function between(what: string, left: Candidate, one: string, right: Candidate, other: string): string {
  return `${what} is ${one} for ${left.name} and ${other} for ${right.name}`;
}

function promptKey(prompt: Pick<SentPrompt, 'itemId' | 'sample'>): string {
  return `${prompt.itemId}\u0000${prompt.sample}`;
}
