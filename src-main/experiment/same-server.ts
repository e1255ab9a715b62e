/** Whether the server that answers now is the one that answered before: a run goes on over days and restarts. */
import type { EndpointDescription, Manifest } from '../contract/manifest.ts';
import type { RunKey } from '../contract/plan.ts';
import { failure, type Failure } from '../contract/result.ts';
import type { StoreReader } from '../store/store.ts';
import { comparedFacts } from './equal-settings.ts';

type Answerer = Pick<Manifest, 'engine' | 'template'> & {
  readonly model: Pick<Manifest['model'], 'quantisation' | 'size' | 'parameters'>;
};

/**
 * @param before a sitting of the same candidate in the same plan
 * @returns `endpoint_changed` where both are endpoints and what they say of themselves differs
 */
export function serverChange(candidate: string, before: Answerer, now: Answerer): Failure | null {
  const [one, other] = [before.engine, now.engine];
  if (one.engine !== 'openai' || other.engine !== 'openai') return null;
  const named = (['server', 'version', 'root', 'context', 'fingerprint'] as const)
    .map((name) => ({ name, was: one[name], is: other[name] }))
    .find(({ was, is }) => was !== is);
  // Whether these are told depends on more than the server: silence is no change.
  const told = [
    ...(['quantisation', 'size', 'parameters'] as const).map((name) => ({
      name,
      was: before.model[name],
      is: now.model[name],
    })),
    { name: 'chat template', was: before.template.hash, is: now.template.hash },
    ...['digest', ...Object.values(comparedFacts)].map((name) => ({
      name,
      was: fact(one, name),
      is: fact(other, name),
    })),
  ].find(({ was, is }) => was !== null && is !== null && was !== is);
  const changed = named ?? told;
  if (changed === undefined) return null;
  const { name, was, is } = changed;
  return failure(
    'endpoint_changed',
    `${candidate}: ${other.endpoint} is not the server that gave the outputs so far: its ${name} was ${was ?? 'not said'} and is ${is ?? 'not said'}.`,
    { next: 'Start the earlier server again and go on, or register a plan with what is there now.' },
  ).error;
}

function fact({ facts }: EndpointDescription, name: string): string | null {
  return facts.find((other) => other.name === name)?.value ?? null;
}

/** The latest sitting of the same candidate with outputs, in any replicate. */
export function earlierSitting(
  store: StoreReader,
  planHash: string,
  keys: readonly RunKey[],
  { candidate }: RunKey,
): Manifest | undefined {
  return keys
    .filter((key) => key.candidate === candidate)
    .flatMap((key) => store.sittings(planHash, key))
    .flatMap(({ manifest, outputs }) => (outputs > 0 ? [manifest] : []))
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    .at(-1);
}
