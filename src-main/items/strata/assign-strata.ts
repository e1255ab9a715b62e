/** Giving items their strata and bands: from a field, by rules, by hand, in this order. */
import type { StratumRule } from '../../contract/preparation.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { plainText } from '../import/field-values.ts';
import { valueAt } from '../import/field-mapping.ts';
import type { ImportedItem } from '../import/import-file.ts';
import { withinTime } from '../within-time.ts';
import { compileRules, ruleHolds, type CompiledRule } from './stratum-rule.ts';

export interface Assignment {
  readonly stratum?: string;
  readonly band?: string;
}

export interface AssignOptions {
  /** Columns of the source, as dotted paths. */
  readonly stratumField?: string;
  readonly bandField?: string;
  readonly rules?: readonly StratumRule[];
  /** By item id; goes over fields and rules. */
  readonly byHand?: ReadonlyMap<string, Assignment>;
  /** Milliseconds that the patterns may take on one item; 2,000 where absent. */
  readonly patternLimit?: number;
}

export interface Assigned {
  readonly items: readonly ImportedItem[];
  /** Items that no field, rule or hand said anything about: they keep what they had. */
  readonly untouched: readonly string[];
  /** How many items each rule decided, in the order of the rules. */
  readonly byRule: readonly number[];
}

/** Items that are looked at under one limit: setting the limit costs more than most items. */
const batchItems = 256;
const usualPatternLimit = 2000;

/** Fails with `usage` where a pattern does not come to an end on an item. */
export function assignStrata(items: readonly ImportedItem[], options: AssignOptions): Result<Assigned> {
  const rules = compileRules(options.rules ?? []);
  const limit = options.patternLimit ?? usualPatternLimit;
  const byRule = rules.map(() => 0);
  const untouched: string[] = [];
  const assigned: ImportedItem[] = [];
  for (let start = 0; start < items.length; start += batchItems) {
    const batch = items.slice(start, start + batchItems);
    const decided = decideAll(batch, rules, limit);
    if (!decided.ok) return decided;
    for (const [index, imported] of batch.entries()) {
      const { stratumRule, bandRule } = decided.data[index] ?? nothing;
      for (const rule of new Set([stratumRule, bandRule]))
        if (rule !== undefined) byRule[rule] = (byRule[rule] ?? 0) + 1;
      const all: Assignment = {
        ...named('stratum', fieldText(imported, options.stratumField)),
        ...named('band', fieldText(imported, options.bandField)),
        ...named('stratum', stratumRule === undefined ? undefined : rules[stratumRule]?.rule.stratum),
        ...named('band', bandRule === undefined ? undefined : rules[bandRule]?.rule.band),
        ...options.byHand?.get(imported.item.id),
      };
      if (all.stratum === undefined && all.band === undefined) untouched.push(imported.item.id);
      assigned.push({ ...imported, item: { ...imported.item, ...all } });
    }
  }
  return success({ items: assigned, untouched, byRule });
}

/** Places of the rules that decide an item: a rule for bands and a rule for strata may both fit it. */
interface Decision {
  readonly stratumRule?: number;
  readonly bandRule?: number;
}

const nothing: Decision = {};

/** The rules' decisions, all items under one limit; where that is not enough, each item under its own. */
function decideAll(
  items: readonly ImportedItem[],
  rules: readonly CompiledRule[],
  limit: number,
): Result<readonly Decision[]> {
  if (rules.every(({ pattern }) => pattern === null))
    return success(items.map((item) => decide(item, rules)));
  const together = withinTime(() => items.map((item) => decide(item, rules)), limit);
  if (together !== null) return success(together.value);
  const decisions: Decision[] = [];
  for (const item of items) {
    const alone = withinTime(() => decide(item, rules), limit);
    if (alone === null) return endless(item, rules, limit);
    decisions.push(alone.value);
  }
  return success(decisions);
}

function decide(imported: ImportedItem, rules: readonly CompiledRule[]): Decision {
  let decision: Decision = nothing;
  for (const [index, compiled] of rules.entries()) {
    const forStratum = compiled.rule.stratum !== undefined && decision.stratumRule === undefined;
    const forBand = compiled.rule.band !== undefined && decision.bandRule === undefined;
    if ((!forStratum && !forBand) || !ruleHolds(compiled, imported)) continue;
    decision = {
      ...decision,
      ...(forStratum ? { stratumRule: index } : {}),
      ...(forBand ? { bandRule: index } : {}),
    };
  }
  return decision;
}

function endless(imported: ImportedItem, rules: readonly CompiledRule[], limit: number): Result<never> {
  const index = rules.findIndex((rule) => withinTime(() => ruleHolds(rule, imported), limit) === null);
  const rule =
    index === -1 ? 'The patterns of the rules do' : `The pattern of stratum rule ${index + 1} does`;
  return failure(
    'usage',
    `${rule} not come to an end on item ${JSON.stringify(imported.item.id)} within ${limit / 1000} s.`,
    {
      next: 'Write it without repetitions inside repetitions, such as (a+)+.',
      where: { item: imported.item.id },
    },
  );
}

function fieldText(imported: ImportedItem, field: string | undefined): string | undefined {
  return field === undefined ? undefined : plainText(valueAt(imported.fields, field));
}

function named(key: keyof Assignment, value: string | undefined): Assignment {
  return value === undefined ? {} : { [key]: value };
}
