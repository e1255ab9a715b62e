/** Giving items their strata and bands: from a field, by rules, by hand, in this order. */
import type { Item } from '../../contract/item.ts';
import type { StratumRule } from '../../contract/preparation.ts';
import { plainText } from '../import/field-values.ts';
import { valueAt } from '../import/field-mapping.ts';
import type { ImportedItem } from '../import/import-file.ts';
import { conditionHolds } from './stratum-rule.ts';

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
}

export interface Assigned {
  readonly items: readonly ImportedItem[];
  /** Items that no field, rule or hand said anything about: they keep what they had. */
  readonly untouched: readonly string[];
  /** How many items each rule decided, in the order of the rules. */
  readonly byRule: readonly number[];
}

export function assignStrata(items: readonly ImportedItem[], options: AssignOptions): Assigned {
  const rules = options.rules ?? [];
  const byRule = rules.map(() => 0);
  const untouched: string[] = [];
  const assigned = items.map((imported) => {
    const fromField: Assignment = {
      ...named('stratum', fieldText(imported, options.stratumField)),
      ...named('band', fieldText(imported, options.bandField)),
    };
    // A rule for bands and a rule for strata may both fit one item.
    const fitting = rules.flatMap((rule, index) =>
      conditionHolds(rule.when, imported) ? [{ rule, index }] : [],
    );
    const forStratum = fitting.find(({ rule }) => rule.stratum !== undefined);
    const forBand = fitting.find(({ rule }) => rule.band !== undefined);
    for (const index of new Set([forStratum?.index, forBand?.index])) {
      if (index !== undefined) byRule[index] = (byRule[index] ?? 0) + 1;
    }
    const all: Assignment = {
      ...fromField,
      ...named('stratum', forStratum?.rule.stratum),
      ...named('band', forBand?.rule.band),
      ...options.byHand?.get(imported.item.id),
    };
    if (all.stratum === undefined && all.band === undefined) untouched.push(imported.item.id);
    return { ...imported, item: { ...imported.item, ...all } satisfies Item };
  });
  return { items: assigned, untouched, byRule };
}

function fieldText(imported: ImportedItem, field: string | undefined): string | undefined {
  return field === undefined ? undefined : plainText(valueAt(imported.fields, field));
}

function named(key: keyof Assignment, value: string | undefined): Assignment {
  return value === undefined ? {} : { [key]: value };
}
