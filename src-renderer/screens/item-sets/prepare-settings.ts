/** What the person has chosen of each step, as the fields have it, and the settings that come of it. Pure. */
import type {
  GroupDecision,
  StepName,
  StepSettings,
  StratumRule,
} from '../../../src-main/contract/preparation.ts';
import { namesIn } from './prepare-words.ts';

/** What a rule of the form looks at. */
export const conditionChoices = [
  { value: 'matches', label: 'the prompt matches', takes: 'text' },
  { value: 'words_at_least', label: 'the prompt has at least so many words', takes: 'number' },
  { value: 'words_at_most', label: 'the prompt has at most so many words', takes: 'number' },
  { value: 'turns_at_least', label: 'the person speaks at least so often', takes: 'number' },
  { value: 'schema_present', label: 'JSON of a shape is asked for', takes: 'nothing' },
  { value: 'tool_present', label: 'tools may be called', takes: 'nothing' },
  { value: 'check', label: 'the check is', takes: 'text' },
  { value: 'equals', label: 'the column has', takes: 'column' },
] as const;
export type ConditionKind = (typeof conditionChoices)[number]['value'];

/** One rule as its fields have it. */
export interface RuleDraft {
  readonly gives: 'stratum' | 'band';
  readonly name: string;
  readonly kind: ConditionKind;
  readonly value: string;
  /** With `equals`. */
  readonly column: string;
}

export const emptyRule: RuleDraft = { gives: 'stratum', name: '', kind: 'matches', value: '', column: '' };

export interface StepDrafts {
  /** Null before the rules are known: all of them. */
  readonly rules: readonly string[] | null;
  readonly names: string;
  readonly threshold: number;
  readonly decision: GroupDecision;
  readonly stratumField: string;
  readonly bandField: string;
  readonly stratumRules: readonly RuleDraft[];
  readonly each: number;
  /** By stratum, in place of `each`. */
  readonly quotas: Readonly<Record<string, number>>;
  readonly overTime: boolean;
  readonly seed: number;
}

export const firstDrafts: StepDrafts = {
  rules: null,
  names: '',
  threshold: 0.7,
  decision: 'keep_first',
  stratumField: '',
  bandField: '',
  stratumRules: [],
  each: 100,
  quotas: {},
  overTime: false,
  seed: 1,
};

/** The settings of a step; null while something that it needs is missing. */
export function settingsOf(
  step: StepName,
  drafts: StepDrafts,
  knownRules: readonly string[],
): StepSettings | null {
  switch (step) {
    case 'scrub': {
      const rules = [...(drafts.rules ?? knownRules)];
      const names = namesIn(drafts.names);
      return rules.length + names.length === 0 ? null : { step, rules, names };
    }
    case 'exact_duplicates':
      return { step };
    case 'near_duplicates':
      return { step, threshold: drafts.threshold, decision: drafts.decision, seed: drafts.seed };
    case 'strata': {
      const rules = drafts.stratumRules.map(ruleOf);
      const [stratumField, bandField] = [drafts.stratumField.trim(), drafts.bandField.trim()];
      if (rules.includes(null) || (rules.length === 0 && stratumField === '' && bandField === ''))
        return null;
      return {
        step,
        ...(stratumField === '' ? {} : { stratumField }),
        ...(bandField === '' ? {} : { bandField }),
        rules: rules.filter((rule) => rule !== null),
      };
    }
    case 'strata_by_hand':
      // Given item by item, and taken where that is done.
      return null;
    case 'sample':
      return {
        step,
        quotas: { strata: { ...drafts.quotas }, others: drafts.each },
        overTime: drafts.overTime,
        seed: drafts.seed,
      };
  }
}

/** A rule, or null while it has a gap. */
export function ruleOf({ gives, name, kind, value, column }: RuleDraft): StratumRule | null {
  const text = value.trim();
  if (name.trim() === '') return null;
  const given = { [gives]: name.trim() };
  switch (kind) {
    case 'schema_present':
    case 'tool_present':
      return { ...given, when: { [kind]: true } };
    case 'words_at_least':
    case 'words_at_most':
    case 'turns_at_least':
      return /^\d{1,9}$/.test(text) && (kind !== 'turns_at_least' || Number(text) > 0)
        ? { ...given, when: { [kind]: Number(text) } }
        : null;
    case 'matches':
    case 'check':
      return text === '' ? null : { ...given, when: { [kind]: text } };
    case 'equals':
      return text === '' || column.trim() === ''
        ? null
        : { ...given, when: { field: column.trim(), equals: text } };
  }
}
