/** One step over a file, from file to file: every text goes through once or twice and none is kept. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import type { ScrubHit } from '../../../contract/calls/preparing.ts';
import type { Item } from '../../../contract/item.ts';
import type { GroupDecision, RecordOf, SettingsOf, StepRecord } from '../../../contract/preparation.ts';
import { failure, success, type Failure, type Result } from '../../../contract/result.ts';
import { NearDuplicateFinder, type NearGroup } from '../../../items/duplicates/near-duplicates.ts';
import { promptText } from '../../../items/duplicates/normal-text.ts';
import { resolveGroups } from '../../../items/duplicates/resolve-groups.ts';
import type { ImportedItem } from '../../../items/import/import-file.ts';
import { drawSample } from '../../../items/sampling/draw-sample.ts';
import { splitItems, type SplitItem } from '../../../items/sampling/split-items.ts';
import { ScrubCounter, scrubImported } from '../../../items/scrub/scrub-items.ts';
import { assignStrata } from '../../../items/strata/assign-strata.ts';
import { enoughItems, type StratumSufficiency } from '../../../items/strata/enough-items.ts';
import type { SplitChoices } from '../../read-import.ts';
import { shownHits } from '../scrub-hits.ts';
import { checkStrata, nearFacts, nearOptions, rulesOf } from '../take-steps.ts';
import { ItemSource, type SourceRequest } from './item-source.ts';
import { checkPlace, writePrepared } from './write-prepared.ts';

export interface FileRequest extends SourceRequest {
  /** Where the prepared items go; null: nothing is written, only looked at. */
  readonly out: string | null;
  /** Whether a file that is there is written over. */
  readonly replace: boolean;
}

export interface PreparedFile<Step extends StepRecord['step']> {
  readonly out: string | null;
  readonly record: RecordOf<Step>;
}

type Batches = AsyncIterable<readonly ImportedItem[]>;

/** Replaces what the rules find. `onHits` gets every hit, item by item. */
export async function scrubFile(
  request: FileRequest,
  settings: SettingsOf<'scrub'>,
  onHits: (hits: readonly ScrubHit[]) => void,
): Promise<Result<PreparedFile<'scrub'>>> {
  const rules = rulesOf(settings);
  if (!rules.ok) return rules;
  const counter = new ScrubCounter(rules.data);
  let items = 0;
  async function* scrubbed(batches: Batches) {
    for await (const batch of batches) {
      yield batch.map((imported) => {
        const { data, hits } = scrubImported(imported, rules.ok ? rules.data : []);
        items += 1;
        counter.add(hits);
        if (hits.length > 0) onHits(shownHits(hits));
        return data;
      });
    }
  }
  return through<'scrub'>(request, scrubbed, () => ({
    step: 'scrub',
    before: items,
    after: items,
    ...counter.counts(),
    names: settings.names.length,
  }));
}

export interface FoundGroup {
  /** In the file's order; of many thousands the first hundred. */
  readonly ids: readonly string[];
  readonly items: number;
  readonly disagree: boolean;
  /** The least similarity of the pairs that hold it together; null for exact duplicates. */
  readonly similarity: number | null;
}

const keptIds = 100;

/** Leaves one item of each prompt. */
export async function dropExactInFile(
  request: FileRequest,
): Promise<Result<PreparedFile<'exact_duplicates'> & { readonly groups: readonly FoundGroup[] }>> {
  /** By the hash of the prompt: the first item's id and check, and those that came after it. */
  const seen = new Map<
    string,
    { readonly check: string; readonly ids: string[]; items: number; disagree: boolean }
  >();
  let [before, after] = [0, 0];
  async function* kept(batches: Batches) {
    for await (const batch of batches) {
      before += batch.length;
      const firsts = batch.filter(({ item }) => {
        const prompt = createHash('sha256').update(promptText(item)).digest('base64');
        const check = createHash('sha256').update(canonicalJson(item.check)).digest('base64');
        const known = seen.get(prompt);
        if (known === undefined) {
          seen.set(prompt, { check, ids: [item.id], items: 1, disagree: false });
          return true;
        }
        known.items += 1;
        if (known.ids.length < keptIds) known.ids.push(item.id);
        if (known.check !== check) known.disagree = true;
        return false;
      });
      after += firsts.length;
      yield firsts;
    }
  }
  const groups = () =>
    [...seen.values()]
      .filter(({ items }) => items > 1)
      .map(({ ids, items, disagree }) => ({ ids, items, disagree, similarity: null }));
  const prepared = await through<'exact_duplicates'>(request, kept, () => ({
    step: 'exact_duplicates',
    before,
    after,
    groups: groups().length,
    disagreeing: groups().filter(({ disagree }) => disagree).length,
  }));
  return prepared.ok ? success({ ...prepared.data, groups: groups() }) : prepared;
}

/** What an item keeps while near-duplicates are looked for in a file: no text. */
type Outline = Pick<Item, 'id' | 'cluster'>;

/** @param decided on single groups, by the id of their first item. Fails with `usage` for one that is none. */
export async function decideNearInFile(
  request: FileRequest,
  settings: SettingsOf<'near_duplicates'>,
  decided: ReadonlyMap<string, GroupDecision>,
): Promise<Result<PreparedFile<'near_duplicates'> & { readonly groups: readonly FoundGroup[] }>> {
  const opened = await openFor(request);
  if (!opened.ok) return opened;
  const finder = new NearDuplicateFinder(nearOptions(settings));
  const outlines: Outline[] = [];
  const checks = new Map<string, string>();
  for await (const batch of opened.data.batches()) {
    for (const { item } of batch) {
      finder.add(item);
      outlines.push({ id: item.id, ...(item.cluster === undefined ? {} : { cluster: item.cluster }) });
      checks.set(item.id, createHash('sha256').update(canonicalJson(item.check)).digest('base64'));
    }
  }
  const refusal = opened.data.refusal();
  if (refusal !== null) return { ok: false, error: refusal };
  const near = finder.groups();
  const firsts = new Set(near.map(({ ids }) => ids[0]));
  const stray = [...decided.keys()].find((id) => !firsts.has(id));
  if (stray !== undefined)
    return failure('usage', `${JSON.stringify(stray)} is the first item of no group.`, {
      next: 'Look at the groups first: each is named by its first item.',
    });
  const decisionOf = ({ ids }: { readonly ids: readonly string[] }): GroupDecision =>
    decided.get(ids[0] ?? '') ?? settings.decision;
  const resolved = resolveGroups(outlines, near, decisionOf);
  const clusterOf = new Map(resolved.items.map(({ id, cluster }) => [id, cluster]));
  async function* kept(batches: Batches) {
    for await (const batch of batches) {
      yield batch.flatMap((imported) => {
        if (!clusterOf.has(imported.item.id)) return [];
        const cluster = clusterOf.get(imported.item.id);
        return [cluster === undefined ? imported : { ...imported, item: { ...imported.item, cluster } }];
      });
    }
  }
  const prepared = await writeFrom<'near_duplicates'>(request, opened.data, kept, () => ({
    step: 'near_duplicates',
    before: outlines.length,
    after: resolved.items.length,
    ...nearFacts(settings, near, decisionOf),
    clustered: resolved.clustered.length,
  }));
  if (!prepared.ok) return prepared;
  return success({ ...prepared.data, groups: near.map((group) => foundGroup(group, checks)) });
}

function foundGroup({ ids, pairs }: NearGroup, checks: ReadonlyMap<string, string>): FoundGroup {
  return {
    ids: ids.slice(0, keptIds),
    items: ids.length,
    disagree: new Set(ids.map((id) => checks.get(id))).size > 1,
    similarity: Math.min(...pairs.map(({ similarity }) => similarity)),
  };
}

export interface MarginQuestion extends SplitChoices {
  readonly margin: number;
  /** Share of the answers that is expected to differ. */
  readonly discordance: number;
}

/**
 * Fails with `usage` for rules that say nothing, and for a pattern that does not come to an end. Where nothing is
 * written there need be no rule: the strata are then as they are in the file.
 *
 * @param question whether each stratum has enough held-out items; null: not asked
 */
export async function sortFileIntoStrata(
  request: FileRequest,
  settings: SettingsOf<'strata'>,
  question: MarginQuestion | null,
): Promise<Result<PreparedFile<'strata'> & { readonly sufficiency: readonly StratumSufficiency[] | null }>> {
  const checked = checkStrata(settings, request.out === null);
  if (!checked.ok) return checked;
  const { stratumField, bandField, rules } = settings;
  const fields = {
    ...(stratumField === undefined ? {} : { stratumField }),
    ...(bandField === undefined ? {} : { bandField }),
  };
  const byRule = rules.map(() => 0);
  const strata = new Map<string, number>();
  const bands = new Map<string, number>();
  let [items, untouched] = [0, 0];
  const outlines: (SplitItem & { readonly given: boolean })[] = [];
  let endless: Failure | null = null;
  async function* sorted(batches: Batches) {
    for await (const batch of batches) {
      const assigned = assignStrata(batch, { ...fields, rules });
      if (!assigned.ok) {
        endless = assigned.error;
        return;
      }
      items += batch.length;
      untouched += assigned.data.untouched.length;
      for (const [index, count] of assigned.data.byRule.entries())
        byRule[index] = (byRule[index] ?? 0) + count;
      for (const { item } of assigned.data.items) {
        strata.set(item.stratum, (strata.get(item.stratum) ?? 0) + 1);
        if (item.band !== undefined) bands.set(item.band, (bands.get(item.band) ?? 0) + 1);
      }
      if (question !== null)
        for (const { item, splitGiven } of assigned.data.items)
          outlines.push({
            id: item.id,
            stratum: item.stratum,
            split: item.split,
            given: splitGiven,
            ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
          });
      yield assigned.data.items;
    }
  }
  const prepared = await through<'strata'>(
    request,
    sorted,
    () => ({
      step: 'strata',
      before: items,
      after: items,
      ...fields,
      rules,
      byRule,
      untouched,
      strata: [...strata].map(([stratum, count]) => ({ stratum, items: count })),
      bands: [...bands].map(([band, count]) => ({ band, items: count })),
    }),
    () => endless,
  );
  if (!prepared.ok) return prepared;
  if (question === null) return success({ ...prepared.data, sufficiency: null });
  const split = splitItems(outlines, question.heldOut, question.seed, ({ given }) => given);
  if (!split.ok) return split;
  const sufficiency = enoughItems(split.data.items, {
    split: 'held_out',
    margin: question.margin,
    discordance: question.discordance,
  });
  return success({ ...prepared.data, sufficiency });
}

/** Fails with `usage` for quotas that are no numbers of items, and `items_none` where nothing is drawn. */
export async function sampleFile(
  request: FileRequest,
  settings: SettingsOf<'sample'>,
): Promise<Result<PreparedFile<'sample'>>> {
  const opened = await openFor(request);
  if (!opened.ok) return opened;
  const facts: { readonly id: string; readonly stratum: string; readonly time?: string }[] = [];
  for await (const batch of opened.data.batches())
    for (const { item, time } of batch)
      facts.push({ id: item.id, stratum: item.stratum, ...(time === undefined ? {} : { time }) });
  const refusal = opened.data.refusal();
  if (refusal !== null) return { ok: false, error: refusal };
  const sample = drawSample(facts, settings);
  if (!sample.ok) return sample;
  const { drawn, record } = sample.data;
  if (drawn.size === 0)
    return failure('items_none', 'The sample has no item.', {
      next:
        record.untimed === record.before && record.before > 0
          ? 'No item says when it happened: leave out --over-time.'
          : 'Raise the quotas.',
    });
  async function* kept(batches: Batches) {
    for await (const batch of batches) yield batch.filter(({ item }) => drawn.has(item.id));
  }
  return writeFrom<'sample'>(request, opened.data, kept, () => record);
}

async function openFor(request: FileRequest): Promise<Result<ItemSource>> {
  if (request.out !== null) {
    const place = checkPlace(request.out, request.file, request.replace);
    if (!place.ok) return place;
  }
  return ItemSource.open(request);
}

type Change = (batches: Batches) => AsyncGenerator<readonly ImportedItem[]>;

/** Opens the file and takes it through in one reading. */
async function through<Step extends StepRecord['step']>(
  request: FileRequest,
  change: Change,
  record: () => RecordOf<Step>,
  stopped: () => Failure | null = () => null,
): Promise<Result<PreparedFile<Step>>> {
  const opened = await openFor(request);
  return opened.ok ? writeFrom(request, opened.data, change, record, stopped) : opened;
}

async function writeFrom<Step extends StepRecord['step']>(
  { out }: FileRequest,
  source: ItemSource,
  change: Change,
  record: () => RecordOf<Step>,
  stopped: () => Failure | null = () => null,
): Promise<Result<PreparedFile<Step>>> {
  const finish = () => {
    const wrong = stopped() ?? source.refusal();
    if (wrong !== null) return { ok: false, error: wrong } as const;
    const before = source.record();
    return success({ ...before, steps: [...before.steps, record() as StepRecord] });
  };
  if (out === null) {
    const passed = change(source.batches());
    while ((await passed.next()).done !== true);
    const finished = finish();
    return finished.ok ? success({ out, record: record() }) : finished;
  }
  const written = await writePrepared(out, change(source.batches()), finish);
  return written.ok ? success({ out, record: record() }) : written;
}
