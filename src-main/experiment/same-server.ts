/** Whether the server that answers now is the one that answered before: a run goes on over days and restarts. */
import type { Manifest } from '../contract/manifest.ts';
import type { RunKey } from '../contract/plan.ts';
import { failure, type Failure } from '../contract/result.ts';
import type { StoreReader } from '../store/store.ts';

type Answerer = Pick<Manifest, 'engine'>;

/**
 * @param before a sitting of the same candidate in the same plan
 * @returns `endpoint_changed` where both are endpoints and what they say of themselves differs
 */
export function serverChange(candidate: string, before: Answerer, now: Answerer): Failure | null {
  const [one, other] = [before.engine, now.engine];
  if (one.engine !== 'openai' || other.engine !== 'openai') return null;
  for (const name of ['server', 'version', 'root', 'context', 'fingerprint'] as const) {
    if (one[name] === other[name]) continue;
    const words = (value: string | number | null): string => (value === null ? 'not said' : String(value));
    return failure(
      'endpoint_changed',
      `${candidate}: ${other.endpoint} is not the server that gave the outputs so far: its ${name} was ${words(one[name])} and is ${words(other[name])}.`,
      { next: 'Start the earlier server again and go on, or register a plan with what is there now.' },
    ).error;
  }
  return null;
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
