/** The judge of a draft: which one the fields show, what an imported plan says of it beyond them, and what is wrong. */
import { existsSync } from 'node:fs';
import type { Draft, DraftFields, DraftJudge, FieldProblem } from '../../contract/calls/plans.ts';
import {
  noItemForJudgeWords,
  noJudgeChosenWords,
  ownAnswersWords,
} from '../../contract/presentation/draft-judge-words.ts';
import { ownEngineSettings, type PlanFile } from '../../experiment/plan/plan-schema.ts';
import { foldedAddress } from '../../experiment/plan/same-model.ts';
import type { StoreReader } from '../../store/store.ts';
import type { AppContext } from '../context.ts';
import { endpointIdentifier } from '../model-library/endpoint-identifier.ts';
import { endpointInPlan } from '../model-library/kept-endpoints.ts';
import { modelIdentifier } from '../model-library/model-identifier.ts';
import type { DraftContent } from './draft-content.ts';
import { pathOfModel } from './draft-models.ts';

type PlanFileJudge = NonNullable<PlanFile['judge']>;

/** What stands in a plan file for the model itself, and for its server. */
const modelKeys = ['gguf', 'endpoint', 'model'] as const satisfies readonly (keyof PlanFileJudge)[];
const serverKeys = [
  'api_key_env',
  'api_key_keyring',
  'tokenizer',
  'timeout',
] as const satisfies readonly (keyof PlanFileJudge)[];
/** What was chosen for the judge's model, and may be wrong or harmful for another: its template spoils every prompt. */
const ofModelKeys = [
  ...ownEngineSettings,
  'template',
  'stop',
] as const satisfies readonly (keyof PlanFileJudge)[];

/** Items of the draft's set and split that a judge must read. */
export function judgeItemsOf(store: StoreReader, { items, split }: DraftFields): number {
  return items === null ? 0 : store.judgeItems(items, split);
}

/** As the fields show it; null: the plan names none. */
export function judgeFromFile(judge: PlanFile['judge']): DraftJudge | null {
  if (judge === undefined) return null;
  const { gguf, endpoint, model = '' } = judge;
  if (gguf !== undefined) return { model: modelIdentifier(gguf), endpoint: null };
  return endpoint === undefined
    ? null
    : { model: null, endpoint: { endpoint: endpointIdentifier(endpoint), model } };
}

/** As the fields can name it again when it was taken out; null: the draft came with none. */
export function planJudgeOf({ carried }: Pick<DraftContent, 'carried'>): Draft['planJudge'] {
  const judge = judgeFromFile(carried.judge);
  return judge === null ? null : { judge, compares: carried.judge?.compares === true };
}

/** Its file, by identifier, as `DraftContent` keeps it. */
export function judgePaths(judge: PlanFile['judge']): Readonly<Record<string, string>> {
  return judge?.gguf === undefined ? {} : { [modelIdentifier(judge.gguf)]: judge.gguf };
}

/** Its server's address, by identifier, as `DraftContent` keeps it. */
export function judgeEndpoints(judge: PlanFile['judge']): Readonly<Record<string, string>> {
  return judge?.endpoint === undefined ? {} : { [endpointIdentifier(judge.endpoint)]: judge.endpoint };
}

/**
 * The judge of the plan file that a draft stands for. The one that a plan came with is what that plan says of it, to the
 * letter. Another one has what that plan says of judging (`max_tokens`, `system`, sampling), and nothing that belongs to
 * the model whose place it takes: a file runs on the draft's own backend, and a server's key goes to no other server.
 *
 * @param pathOf the file of a model
 */
export function judgeToFile(
  { fields: { judge, settings }, carried, endpoints }: DraftContent,
  store: StoreReader,
  pathOf: (model: string) => string | null,
): PlanFile['judge'] {
  if (judge === null) return undefined;
  const own: PlanFileJudge = carried.judge ?? { accept: [] };
  if (isSame(judge, judgeFromFile(carried.judge))) return own;
  const kept = without(own, [...modelKeys, ...serverKeys, ...ofModelKeys]);
  if (judge.endpoint === null)
    return {
      ...kept,
      gguf: (judge.model === null ? null : pathOf(judge.model)) ?? '',
      backend: settings.backend,
      gpu_layers: settings.gpuLayers,
    };
  const { endpoint, model } = judge.endpoint;
  const url = endpoints[endpoint] ?? '';
  const server =
    own.endpoint === url
      ? Object.fromEntries(serverKeys.flatMap((key) => (own[key] === undefined ? [] : [[key, own[key]]])))
      : endpointInPlan(store, url);
  return { ...kept, ...server, endpoint: url, model };
}

function without(judge: PlanFileJudge, keys: readonly (keyof PlanFileJudge)[]): PlanFileJudge {
  return Object.fromEntries(
    Object.entries(judge).filter(([key]) => !(keys as readonly string[]).includes(key)),
  ) as PlanFileJudge;
}

function isSame(one: DraftJudge, other: DraftJudge | null): boolean {
  return (
    one.model === other?.model &&
    one.endpoint?.endpoint === other.endpoint?.endpoint &&
    one.endpoint?.model === other.endpoint?.model
  );
}

/** That one is lacking, is not needed, is not there, or is a candidate. Copies of a file are found when it is registered. */
export function judgeProblems(context: AppContext, content: DraftContent): readonly FieldProblem[] {
  const problem = (message: string): readonly FieldProblem[] => [{ field: 'judge', message }];
  const { fields, carried, endpoints } = content;
  const { items, split, judge, candidates } = fields;
  const version = items === null ? null : context.store.itemSetVersion(items.name, items.version);
  // Without any items the set or the split is the problem, and it is said there.
  if (!version || (split === 'dev' ? version.counts.dev : version.counts.heldOut) === 0) return [];
  const needing = judgeItemsOf(context.store, fields);
  if (judge === null) return needing === 0 ? [] : problem(noJudgeChosenWords(needing, split));
  if (needing === 0 && carried.judge?.compares !== true)
    return problem(noItemForJudgeWords(`${version.name}@${version.version}`, split));
  if (judge.endpoint !== null) {
    if (endpoints[judge.endpoint.endpoint] === undefined)
      return problem('The judge’s endpoint is not among the models any more: choose another judge.');
  } else {
    const path = judge.model === null ? null : pathOfModel(context, content, judge.model);
    if (path === null)
      return problem('The judge’s file is not among the models any more: choose another judge.');
    if (!existsSync(path)) return problem(`${path}, the judge’s file, is not there.`);
  }
  const addressOf = (id: string): string => foldedAddress(endpoints[id] ?? id);
  const same = candidates.find(({ model, endpoint }) =>
    judge.endpoint === null
      ? endpoint === null && model === judge.model
      : endpoint?.model === judge.endpoint.model &&
        addressOf(endpoint.endpoint) === addressOf(judge.endpoint.endpoint),
  );
  return same === undefined ? [] : problem(ownAnswersWords(same.name));
}
