/** The steps over items that are in memory: what each leaves, and what is written down of it. */
import { failure, success, type Result } from '../../contract/result.ts';
import type {
  GroupDecision,
  RecordOf,
  SettingsOf,
  StepRecord,
  StepSettings,
} from '../../contract/preparation.ts';
import { exactDuplicates, type ExactGroup } from '../../items/duplicates/exact-duplicates.ts';
import {
  defaultNearOptions,
  nearDuplicates,
  type NearGroup,
} from '../../items/duplicates/near-duplicates.ts';
import { resolveGroups } from '../../items/duplicates/resolve-groups.ts';
import type { ImportedItem } from '../../items/import/import-file.ts';
import { drawSample } from '../../items/sampling/draw-sample.ts';
import type { ScrubRule } from '../../items/scrub/rule.ts';
import { ruleTable, standardRules } from '../../items/scrub/rule-table.ts';
import { ScrubCounter, scrubImported } from '../../items/scrub/scrub-items.ts';
import { assignStrata } from '../../items/strata/assign-strata.ts';
import { parseStratumRules } from '../../items/strata/stratum-rule.ts';
import { ScrubHits } from './scrub-hits.ts';

/** A step that was worked out: what it leaves, what is written down, and what there is to look at. */
export interface StepResult {
  readonly settings: StepSettings;
  readonly items: readonly ImportedItem[];
  readonly record: StepRecord;
  readonly hits?: ScrubHits;
  readonly exactGroups?: readonly ExactGroup[];
  readonly nearGroups?: readonly NearGroup[];
}

/** Fails with `usage` for settings that make no sense, such as a rule that there is not. */
export function workOut(items: readonly ImportedItem[], settings: StepSettings): Result<StepResult> {
  switch (settings.step) {
    case 'scrub':
      return scrub(items, settings);
    case 'exact_duplicates':
      return success(dropExact(items, settings));
    case 'near_duplicates':
      return success(
        decideNear(items, settings, nearDuplicates(bare(items), nearOptions(settings)), new Map()),
      );
    case 'strata':
      return sortIntoStrata(items, settings);
    case 'strata_by_hand':
      return giveByHand(items, settings);
    case 'sample':
      return sample(items, settings);
  }
}

function bare(items: readonly ImportedItem[]) {
  return items.map(({ item }) => item);
}

/** The rules that are asked for, and one for the names. Fails with `usage`. */
export function rulesOf({ rules, names }: SettingsOf<'scrub'>): Result<readonly ScrubRule[]> {
  const unknown = rules.find((rule) => !standardRules.some(({ name }) => name === rule));
  if (unknown !== undefined)
    return failure('usage', `${JSON.stringify(unknown)} is no rule.`, {
      next: `There are ${standardRules.map(({ name }) => name).join(', ')}; names come from a list.`,
    });
  if (rules.length === 0 && names.length === 0)
    return failure('usage', 'No rule is chosen, so nothing can be found.', { next: 'Choose a rule.' });
  const without = standardRules.map(({ name }) => name).filter((name) => !rules.includes(name));
  return success(ruleTable(names, without));
}

function scrub(items: readonly ImportedItem[], settings: SettingsOf<'scrub'>): Result<StepResult> {
  const rules = rulesOf(settings);
  if (!rules.ok) return rules;
  const hits = new ScrubHits(items, rules.data);
  const counter = new ScrubCounter(rules.data);
  const after = items.map((imported, index) => {
    const scrubbed = scrubImported(imported, rules.data);
    hits.add(index, scrubbed.hits);
    counter.add(scrubbed.hits);
    return scrubbed.data;
  });
  const sizes = { before: items.length, after: items.length };
  const names = settings.names.length;
  return success({
    settings,
    items: after,
    record: { step: 'scrub', ...sizes, ...counter.counts(), names },
    hits,
  });
}

function dropExact(items: readonly ImportedItem[], settings: SettingsOf<'exact_duplicates'>): StepResult {
  const exactGroups = exactDuplicates(bare(items));
  const dropped = new Set(exactGroups.flatMap(({ ids }) => ids.slice(1)));
  const after = items.filter(({ item }) => !dropped.has(item.id));
  const record: RecordOf<'exact_duplicates'> = {
    step: 'exact_duplicates',
    before: items.length,
    after: after.length,
    groups: exactGroups.length,
    disagreeing: exactGroups.filter(({ disagree }) => disagree).length,
  };
  return { settings, items: after, record, exactGroups };
}

export function nearOptions({ threshold, seed }: SettingsOf<'near_duplicates'>) {
  return { ...defaultNearOptions, threshold, seed };
}

/** @param decided on single groups, by the id of their first item */
export function decideNear(
  items: readonly ImportedItem[],
  settings: SettingsOf<'near_duplicates'>,
  nearGroups: readonly NearGroup[],
  decided: ReadonlyMap<string, GroupDecision>,
): StepResult {
  const decisionOf = ({ ids }: { readonly ids: readonly string[] }): GroupDecision =>
    decided.get(ids[0] ?? '') ?? settings.decision;
  const resolved = resolveGroups(bare(items), nearGroups, decisionOf);
  const kept = new Map(resolved.items.map((item) => [item.id, item]));
  const after = items.flatMap((imported) => {
    const item = kept.get(imported.item.id);
    return item === undefined ? [] : [{ ...imported, item }];
  });
  return {
    settings,
    items: after,
    record: {
      step: 'near_duplicates',
      before: items.length,
      after: after.length,
      ...nearFacts(settings, nearGroups, decisionOf),
      clustered: resolved.clustered.length,
    },
    nearGroups,
  };
}

/** What is written down of a search for near-duplicates, whichever way the items went through it. */
export function nearFacts(
  settings: SettingsOf<'near_duplicates'>,
  groups: readonly NearGroup[],
  decisionOf: (group: NearGroup) => GroupDecision,
) {
  const decisions = { keep_first: 0, cluster: 0, ignore: 0 };
  for (const group of groups) decisions[decisionOf(group)] += 1;
  const { threshold, seed, shingleWords, signatureLength } = nearOptions(settings);
  return { threshold, seed, shingleWords, signatureLength, groups: groups.length, decisions };
}

function sortIntoStrata(items: readonly ImportedItem[], settings: SettingsOf<'strata'>): Result<StepResult> {
  const checked = checkStrata(settings);
  if (!checked.ok) return checked;
  const { stratumField, bandField, rules } = settings;
  const sorted = assignStrata(items, {
    rules,
    ...(stratumField === undefined ? {} : { stratumField }),
    ...(bandField === undefined ? {} : { bandField }),
  });
  if (!sorted.ok) return sorted;
  const after = sorted.data.items;
  const record: RecordOf<'strata'> = {
    step: 'strata',
    before: items.length,
    after: after.length,
    ...(stratumField === undefined ? {} : { stratumField }),
    ...(bandField === undefined ? {} : { bandField }),
    rules,
    byRule: sorted.data.byRule,
    untouched: sorted.data.untouched.length,
    strata: tally(after, ({ item }) => item.stratum).map(([stratum, count]) => ({ stratum, items: count })),
    bands: tally(after, ({ item }) => item.band).map(([band, count]) => ({ band, items: count })),
  };
  return success({ settings, items: after, record });
}

/**
 * Fails with `usage` for rules that say nothing, and where there is neither field nor rule.
 *
 * @param nothingIsFine whether there may be neither
 */
export function checkStrata(
  { stratumField, bandField, rules }: SettingsOf<'strata'>,
  nothingIsFine = false,
): Result<void> {
  const parsed = parseStratumRules(rules);
  if (!parsed.ok) return parsed;
  if (!nothingIsFine && rules.length === 0 && stratumField === undefined && bandField === undefined)
    return failure('usage', 'Nothing says which stratum an item belongs to.', {
      next: 'Name a column, or write a rule.',
    });
  return success(undefined);
}

/** How many items have each value, in the order of their first; those without one are passed over. */
export function tally<T>(items: Iterable<T>, value: (item: T) => string | undefined): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const name = value(item);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts];
}

/** Fails with `usage` where nothing is given. */
function giveByHand(
  items: readonly ImportedItem[],
  settings: SettingsOf<'strata_by_hand'>,
): Result<StepResult> {
  const byHand = new Map(
    Object.entries(settings.given).map(([id, { stratum, band }]) => [
      id,
      { ...(stratum === null ? {} : { stratum }), ...(band === null ? {} : { band }) },
    ]),
  );
  const sorted = assignStrata(items, { byHand });
  if (!sorted.ok) return sorted;
  const given = items.flatMap(({ item }) => byHand.get(item.id) ?? []);
  const record: RecordOf<'strata_by_hand'> = {
    step: 'strata_by_hand',
    before: items.length,
    after: items.length,
    strata: given.filter((one) => 'stratum' in one).length,
    bands: given.filter((one) => 'band' in one).length,
  };
  if (record.strata + record.bands === 0)
    return failure('usage', 'No item was given a stratum or a band.', { next: 'Give some first.' });
  return success({ settings, items: sorted.data.items, record });
}

function sample(items: readonly ImportedItem[], settings: SettingsOf<'sample'>): Result<StepResult> {
  const facts = items.map(({ item: { id, stratum }, time }) => ({
    id,
    stratum,
    ...(time === undefined ? {} : { time }),
  }));
  const drawn = drawSample(facts, settings);
  if (!drawn.ok) return drawn;
  return success({
    settings,
    items: items.filter(({ item }) => drawn.data.drawn.has(item.id)),
    record: drawn.data.record,
  });
}
