/** A draft as it is kept: what a person sees and changes, and what came along with an imported or duplicated plan. */
import { z } from 'zod';
import { calls } from '../../contract/calls/calls.ts';
import type { DraftCandidate, DraftFields } from '../../contract/calls/plans.ts';
import type { InputDifference } from '../../contract/candidate.ts';
import type { Json } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { PlanFile, PlanFileSettings } from '../../experiment/plan/plan-schema.ts';
import { repeatRuleOf } from '../../experiment/plan/resolve-plan.ts';
import type { DraftRecord, StoreReader } from '../../store/store.ts';
import type { CarriedEndpoint } from '../model-library/kept-endpoints.ts';
import { judgeEndpoints, judgeFromFile, judgePaths } from './draft-judge.ts';

/** What a plan can say and the fields do not show. It is kept, said in words, and goes into the registered plan. */
export interface CarriedPlan {
  /** At most so many items of each stratum. */
  readonly limit?: number;
  /** Margin that every stratum had which the plan did not name. */
  readonly eachStratum?: number;
  readonly resamples?: number;
  /** As the plan file has it, its paths absolute; whether it is still chosen, the fields say. */
  readonly judge?: PlanFile['judge'];
  /** Of every candidate, beyond the shared settings. */
  readonly shared: PlanFileSettings;
  /** By candidate name. */
  readonly candidates: Readonly<Record<string, CarriedCandidate>>;
}

export interface CarriedCandidate {
  readonly accept: readonly InputDifference[];
  /** Settings that differ from the shared ones. */
  readonly settings: PlanFileSettings;
  /** Shared settings that it does not have. */
  readonly without: readonly (keyof PlanFileSettings)[];
  /** What the fields do not show of an endpoint; absent: it has what the Models screen says. */
  readonly endpoint?: CarriedEndpoint;
}

export interface DraftContent {
  readonly fields: DraftFields;
  readonly carried: CarriedPlan;
  /** Absolute paths of the models that came along, by identifier. */
  readonly paths: Readonly<Record<string, string>>;
  /** Addresses of the endpoints that are chosen, by identifier. */
  readonly endpoints: Readonly<Record<string, string>>;
}

/** Fields with their new values; one that is undefined stays as it is. */
export type DraftChange = { readonly [Field in keyof DraftFields]?: DraftFields[Field] | undefined };

export interface FoundDraft {
  readonly id: number;
  readonly revision: number;
  readonly savedAt: string;
  readonly content: DraftContent;
  /** As the pilot wrote it. */
  readonly pilot: Json | null;
}

export const nothingCarried: CarriedPlan = { shared: {}, candidates: {} };

const fieldsSchema = calls['plans.read_draft'].output.shape.fields;

export function draftIdentifier(id: number): string {
  return `draft:${id}`;
}

/** Null: it names no draft. */
export function draftNumber(identifier: string): number | null {
  const number = /^draft:(\d{1,15})$/.exec(identifier)?.[1];
  return number === undefined ? null : Number(number);
}

export function findDraft(store: StoreReader, identifier: string): Result<FoundDraft> {
  const number = draftNumber(identifier);
  const record = number === null ? null : store.draft(number);
  return record ? readDraft(record) : unknownDraft();
}

function unknownDraft() {
  return failure('comparison_unknown', 'There is no such draft in this data folder.', {
    next: 'Go back to the list: it may have been registered or discarded in another window.',
  });
}

/** Fails with `store_damaged` where it is not what this program writes. */
export function readDraft(record: DraftRecord): Result<FoundDraft> {
  const stored = record.fields as unknown as StoredDraft | null;
  const fields = fieldsSchema.safeParse(withLaterFields(stored));
  if (!fields.success || !stored)
    return failure('store_damaged', `Draft ${record.id} cannot be read: it is not what Noisefloor writes.`, {
      next: 'Delete it and begin a new one.',
      detail: fields.success ? 'no fields' : fields.error.message,
    });
  return success({
    id: record.id,
    revision: record.revision,
    savedAt: record.savedAt,
    pilot: record.pilot,
    content: {
      fields: fields.data,
      carried: withoutShownRules(stored.carried ?? nothingCarried),
      paths: { ...judgePaths(stored.carried?.judge), ...stored.paths },
      endpoints: { ...judgeEndpoints(stored.carried?.judge), ...stored.endpoints },
    },
  });
}

const looseFields = z.looseObject({
  candidates: z.array(z.looseObject({})),
  settings: z.looseObject({}),
});

/** As this version or an earlier one wrote it. */
interface StoredDraft extends Partial<Omit<DraftContent, 'carried'>> {
  readonly carried?: StoredCarriedPlan;
}

/** Rules were carried along before the fields showed them. */
interface StoredCarriedPlan extends CarriedPlan {
  readonly repeatRule?: NonNullable<PlanFile['repeat_rule']>;
  readonly looks?: NonNullable<PlanFile['looks']>;
}

function withoutShownRules(carried: StoredCarriedPlan): CarriedPlan {
  return Object.fromEntries(
    Object.entries(carried).filter(([key]) => key !== 'repeatRule' && key !== 'looks'),
  ) as unknown as CarriedPlan;
}

/**
 * A draft that was written before there were prompts of a candidate's own has none, and carries its rules and its judge
 * along.
 */
function withLaterFields(stored: StoredDraft | null): unknown {
  const fields = looseFields.safeParse(stored?.fields);
  if (!fields.success) return stored?.fields;
  const rule = stored?.carried?.repeatRule;
  return {
    repeatRule: rule === undefined ? null : repeatRuleOf(rule),
    looks: stored?.carried?.looks ?? null,
    judge: judgeFromFile(stored?.carried?.judge),
    ...fields.data,
    candidates: fields.data.candidates.map((candidate) => ({ ownPrompt: null, ...candidate })),
    settings: { promptTemplate: null, fewShot: null, ...fields.data.settings },
  };
}

export function draftJson(content: DraftContent): Json {
  return JSON.parse(JSON.stringify(content)) as Json;
}

/**
 * The draft with some fields changed. What was carried of a candidate goes along when it is given another name, and
 * is gone when the candidate is. What belongs to a server, its key above all, never goes along to another one.
 */
export function changedDraft(content: DraftContent, change: DraftChange): DraftContent {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields = { ...content.fields, ...given } as DraftFields;
  const before = content.fields.candidates;
  const candidates = fields.candidates.flatMap((candidate, index) => {
    const { name } = candidate;
    const same = content.carried.candidates[name];
    if (same) {
      const place = before.find((one) => one.name === name);
      return [[name, isOfSameModel(place, candidate) ? same : withoutEndpoint(same)] as const];
    }
    const place = before[index];
    const renamed =
      place && isOfSameModel(place, candidate) ? content.carried.candidates[place.name] : undefined;
    return renamed ? [[name, renamed] as const] : [];
  });
  return {
    fields,
    carried: { ...content.carried, candidates: Object.fromEntries(candidates) },
    paths: content.paths,
    endpoints: content.endpoints,
  };
}

/** The same file, or a model of the same server. */
function isOfSameModel(before: DraftCandidate | undefined, after: DraftCandidate): boolean {
  return before?.model === after.model && before.endpoint?.endpoint === after.endpoint?.endpoint;
}

function withoutEndpoint({ accept, settings, without }: CarriedCandidate): CarriedCandidate {
  return { accept, settings, without };
}
