/** What a pilot found out, as it is kept with its draft, and what that says of the draft as it stands now. */
import { z } from 'zod';
import { failureSchema } from '../../contract/calls/shapes.ts';
import type { Pilot } from '../../contract/calls/plans.ts';
import type { DraftFields } from '../../contract/calls/plans.ts';
import type { StoreReader } from '../../store/store.ts';
import { askedStrata, countItems } from '../../experiment/plan/asked-items.ts';
import type { DraftContent, FoundDraft } from './draft-content.ts';
import { answererOf } from './draft-models.ts';

const side = z.object({
  /** What answered: a file's identifier, or an endpoint's and its model. */
  model: z.string().nullable(),
  secondsPerItem: z.number().nonnegative(),
  loadSeconds: z.number().nonnegative(),
});

const recordSchema = z.object({
  state: z.enum(['finished', 'failed']),
  items: z.int().nonnegative(),
  done: z.int().nonnegative(),
  ranAt: z.string(),
  baseline: side.nullable(),
  candidate: side.nullable(),
  /** Items with a score on both sides, and those of them that flipped. */
  compared: z.int().nonnegative(),
  flips: z.int().nonnegative(),
  /** The draft's settings, as JSON: with others the seconds no longer hold. */
  settings: z.string(),
  set: z.string(),
  problem: failureSchema.nullable(),
});
export type PilotRecord = z.infer<typeof recordSchema>;

/** Null: there was no pilot, or of another pair of models or another set. */
export function pilotOf({ content, pilot }: FoundDraft): PilotRecord | null {
  const parsed = recordSchema.safeParse(pilot);
  if (!parsed.success) return null;
  const record = parsed.data;
  if (record.state === 'failed') return record;
  const { fields } = content;
  const models = new Map(fields.candidates.map((candidate) => [candidate.name, answererOf(candidate)]));
  const others = fields.candidates.filter(({ name }) => name !== fields.baseline);
  const same =
    record.baseline?.model === models.get(fields.baseline ?? '') &&
    others.some((other) => answererOf(other) === record.candidate?.model) &&
    record.set === fields.items?.name;
  return same ? record : null;
}

export function settingsText(fields: DraftFields): string {
  return JSON.stringify(fields.settings);
}

const noPilot = { state: 'none', items: 0, done: 0, ranAt: null, discordance: null, problem: null } as const;

export function pilotView(store: StoreReader, draft: FoundDraft): Pilot {
  const record = pilotOf(draft);
  const answers = answersOf(store, draft.content);
  if (!record) return { ...noPilot, answers, seconds: null };
  return {
    state: record.state,
    items: record.items,
    done: record.done,
    ranAt: record.ranAt,
    seconds: secondsOf(store, draft.content, record),
    answers,
    discordance: record.compared === 0 ? null : record.flips / record.compared,
    problem: record.problem,
  };
}

/** Answers that the whole plan asks for. */
function answersOf(store: StoreReader, content: DraftContent): number {
  return itemsOf(store, content) * content.fields.samples * runsOf(content.fields);
}

function itemsOf(store: StoreReader, { fields, carried }: DraftContent): number {
  return fields.items === null
    ? 0
    : countItems(askedStrata(store, fields.items, fields.split, carried.limit));
}

function runsOf({ candidates, baseline, replicates }: DraftFields): number {
  return candidates.reduce((runs, { name }) => runs + (name === baseline ? replicates : 1), 0);
}

/** Candidates that were not piloted are taken to be as fast as the one that was. Null where it cannot be said. */
function secondsOf(store: StoreReader, content: DraftContent, record: PilotRecord): number | null {
  const { fields } = content;
  const { baseline, candidate } = record;
  if (!baseline || !candidate || record.settings !== settingsText(fields)) return null;
  const items = itemsOf(store, content) * fields.samples;
  const others = runsOf(fields) - fields.replicates;
  if (items === 0 || others < 1) return null;
  return (
    fields.replicates * (baseline.loadSeconds + items * baseline.secondsPerItem) +
    others * (candidate.loadSeconds + items * candidate.secondsPerItem)
  );
}
