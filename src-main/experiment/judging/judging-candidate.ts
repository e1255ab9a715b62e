/** A judge at an endpoint that turns out to be a candidate's model, under another name or at another address. */
import type { EndpointDescription, LlamaDescription } from '../../contract/manifest.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { failure, type Failure } from '../../contract/result.ts';
import type { Engine, ServedModel } from '../../engine/engine.ts';
import type { StoreReader } from '../../store/store.ts';
import { foldedAddress } from '../plan/same-model.ts';
import { planRuns } from './judge-work.ts';

interface Served {
  readonly engine: ServedModel['engine'] | Pick<LlamaDescription, 'engine'>;
  readonly model: ServedModel['model'];
}

/**
 * Before anything is generated, where the servers can be asked then. A fingerprint is told with answers only: what takes
 * one to know is found when the judge is opened.
 *
 * @returns `plan_invalid` where a candidate's server says of its model what the judge's says
 */
export async function foreseenJudgingCandidate(
  { plan: { judge, candidates } }: RegisteredPlan,
  { askServed }: Pick<Engine, 'askServed'>,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (judge?.engine !== 'openai' || askServed === undefined) return null;
  const endpoints = candidates.filter((candidate) => candidate.engine === 'openai');
  if (endpoints.length === 0) return null;
  const own = await askServed(judge, signal);
  if (!own.ok) return null;
  for (const candidate of endpoints) {
    const served = await askServed(candidate, signal);
    if (served.ok && isSameServed(own.data, served.data)) return ownAnswers(candidate.name, own.data);
  }
  return null;
}

/**
 * By what the servers say of themselves; weights of files are compared when the plan is made.
 *
 * @returns `plan_invalid` where a sitting of a candidate was at the judge's model
 */
export function judgingCandidate(
  store: Pick<StoreReader, 'sittings'>,
  registered: RegisteredPlan,
  judge: Served,
): Failure | null {
  if (judge.engine.engine !== 'openai') return null;
  for (const key of planRuns(registered)) {
    const same = store.sittings(registered.hash, key).find(({ manifest }) => isSameServed(judge, manifest));
    if (same !== undefined) return ownAnswers(key.candidate, { engine: judge.engine, model: judge.model });
  }
  return null;
}

function ownAnswers(candidate: string, { engine, model }: ServedModel): Failure {
  return failure(
    'plan_invalid',
    `The judge is the model of the candidate ${candidate}: ${engine.endpoint} says of itself and of ${model.files.join()} what the candidate's server says. It would judge its own answers.`,
    { next: 'Name another model as the judge, in a plan of its own.', where: { field: 'judge' } },
  ).error;
}

/**
 * At one address the model's place on the server's side tells names of one model. At two addresses everything must be
 * the same, the name too, and something be told that tells models apart: a place such as `/model`, which vLLM also takes
 * for the name, stands in many containers.
 */
export function isSameServed(one: Served, other: Served): boolean {
  const [mine, theirs] = [one.engine, other.engine];
  if (mine.engine !== 'openai' || theirs.engine !== 'openai' || mine.server !== theirs.server) return false;
  const isSameName = one.model.files.join() === other.model.files.join();
  const root = toldRoot(mine);
  if (foldedAddress(mine.endpoint) === foldedAddress(theirs.endpoint))
    return isSameName || (root !== null && root === toldRoot(theirs));
  const { quantisation, size, parameters } = one.model;
  return (
    isSameName &&
    [size, parameters, fingerprintOfModel(mine)].some((fact) => fact !== null) &&
    quantisation === other.model.quantisation &&
    size === other.model.size &&
    parameters === other.model.parameters &&
    (['root', 'version', 'fingerprint', 'context'] as const).every((name) => mine[name] === theirs[name])
  );
}

/** Of a configuration at vLLM; llama-server's is that of its build, and Ollama has one for all of its models. */
function fingerprintOfModel({
  server,
  fingerprint,
}: Pick<EndpointDescription, 'server' | 'fingerprint'>): string | null {
  return server === 'vllm' ? fingerprint : null;
}

/** A llama-server that loads models by name has `none` for all of them. */
function toldRoot({ root }: Pick<EndpointDescription, 'root'>): string | null {
  return root === null || root === '' || root === 'none' ? null : root;
}
