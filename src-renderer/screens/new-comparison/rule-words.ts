/** The rules that are chosen before the run, as the screen offers and explains them. */
import type { DraftFields } from '../../../src-main/contract/calls/plans.ts';

type Looks = DraftFields['looks'];
type RepeatRule = DraftFields['repeatRule'];

export const lookOptions = [
  { value: 'counted', label: 'is counted and costs nothing' },
  { value: 'obrien_fleming', label: 'widens the intervals (O’Brien and Fleming)' },
] as const;
export type LookOption = (typeof lookOptions)[number]['value'];

export function lookOptionOf(looks: Looks): LookOption {
  return looks === null ? 'counted' : looks.spending;
}

export function looksOf(option: LookOption): Looks {
  return option === 'counted' ? null : { spending: option };
}

export function lookHelp(looks: Looks): string {
  return looks === null
    ? 'The intervals stay 95 % ones. Whoever stops when a look pleases is wrong more often: with a look at every fifth, one interval in seven leaves out the truth at least once.'
    : 'All intervals together leave out the truth in at most 5 %, whenever they are looked at, so that you may stop at any verdict. Early ones are very wide; the last is a 95 % one without a look, and a 95.1 % one after a look at a half.';
}

export const ruleOptions = [
  { value: 'none', label: 'none' },
  { value: 'range', label: 'a candidate falls below all of them' },
  { value: 'deviations', label: 'a candidate falls below their mean less' },
] as const;
export type RuleOption = (typeof ruleOptions)[number]['value'];

const usualDeviations = 2;

export function ruleOptionOf(rule: RepeatRule): RuleOption {
  return rule?.kind ?? 'none';
}

export function ruleOf(option: RuleOption): RepeatRule {
  if (option === 'none') return null;
  return option === 'range' ? { kind: 'range' } : { kind: 'deviations', z: usualDeviations };
}

/** Decimals that show a rule's deviations whole, as the plan says them: an imported one may have any number. */
export function deviationDecimals(z: number): number {
  const [, decimals = ''] = z.toLocaleString('en-US', { maximumFractionDigits: 20 }).split('.');
  return Math.max(2, decimals.length);
}

export function ruleHelp(rule: RepeatRule): string {
  if (rule === null) return 'Results then say nothing of such a rule.';
  return rule.kind === 'range'
    ? 'It compares mean scores. What it says stands beside the verdict, and changes neither it nor whether the plan passes.'
    : 'It compares mean scores; where all runs score the same, any drop counts. What it says stands beside the verdict, and changes neither it nor whether the plan passes.';
}
