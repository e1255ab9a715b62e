/** Rules that sort items into strata and difficulty bands, by what is in them. The first rule that fits decides. */
import { z } from 'zod';
import type { Json } from '../../contract/item.ts';
import { stratumRuleSchema, type StratumRule } from '../../contract/preparation.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { plainText } from '../import/field-values.ts';
import { valueAt } from '../import/field-mapping.ts';
import type { ImportedItem } from '../import/import-file.ts';
import { firstIssue } from '../schema-issue.ts';

type Condition = StratumRule['when'];

/** Fails with `usage`, naming the rule by its number. */
export function parseStratumRules(value: unknown): Result<readonly StratumRule[]> {
  const parsed = z.array(stratumRuleSchema).safeParse(value);
  if (!parsed.success) {
    const { field, what } = firstIssue(parsed.error);
    return failure('usage', `Stratum rules: ${field === '' ? 'the list' : field}: ${what}.`, {
      next: 'Each rule has stratum or band, and when.',
    });
  }
  for (const [index, rule] of parsed.data.entries()) {
    const { matches } = rule.when;
    if (rule.stratum === undefined && rule.band === undefined) {
      return failure('usage', `Stratum rule ${index + 1} gives neither stratum nor band.`, {
        next: 'Add one of them.',
      });
    }
    if (matches !== undefined && compile(matches) === null) {
      return failure('usage', `Stratum rule ${index + 1}: ${matches} is no regular expression.`, {
        next: 'Correct the pattern.',
      });
    }
  }
  return success(parsed.data);
}

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'iu');
  } catch {
    return null;
  }
}

/** Longer prompts are looked at so far, which bounds what a careless pattern can cost. */
const longestSearched = 20_000;

/** A rule with its pattern made once, not once an item. */
export interface CompiledRule {
  readonly rule: StratumRule;
  readonly pattern: RegExp | null;
}

/** @param rules as `parseStratumRules` lets them pass */
export function compileRules(rules: readonly StratumRule[]): readonly CompiledRule[] {
  return rules.map((rule) => ({
    rule,
    pattern: rule.when.matches === undefined ? null : compile(rule.when.matches),
  }));
}

/** True when every condition of the rule holds. */
export function ruleHolds({ rule, pattern }: CompiledRule, imported: ImportedItem): boolean {
  const condition: Condition = rule.when;
  const { item } = imported;
  const prompt = item.messages.map(({ content }) => content).join('\n');
  const looked =
    condition.field === undefined ? prompt : valueText(valueAt(imported.fields, condition.field));
  const words = prompt.split(/\s+/u).filter((word) => word !== '').length;
  const holds: (boolean | undefined)[] = [
    condition.equals === undefined ? undefined : looked === String(condition.equals),
    pattern === null ? undefined : pattern.test(looked.slice(0, longestSearched)),
    condition.words_at_least === undefined ? undefined : words >= condition.words_at_least,
    condition.words_at_most === undefined ? undefined : words <= condition.words_at_most,
    condition.turns_at_least === undefined
      ? undefined
      : item.messages.filter(({ role }) => role === 'user').length >= condition.turns_at_least,
    condition.schema_present === undefined ? undefined : hasSchema(imported) === condition.schema_present,
    condition.tool_present === undefined ? undefined : hasTools(imported) === condition.tool_present,
    condition.check === undefined ? undefined : item.check.kind === condition.check,
  ];
  return holds.every((hold) => hold !== false);
}

function valueText(value: Json | undefined): string {
  return plainText(value) ?? (value === undefined || value === null ? '' : JSON.stringify(value));
}

function hasSchema({ item, fields }: ImportedItem): boolean {
  const { kind } = item.check;
  return (
    kind === 'json_schema' ||
    kind === 'json_equal' ||
    fields['response_format'] !== undefined ||
    fields['schema'] !== undefined
  );
}

function hasTools({ item, fields }: ImportedItem): boolean {
  return (
    item.check.kind === 'tool_call' || fields['tools'] !== undefined || fields['functions'] !== undefined
  );
}
