/** Every scorer by the kind of check that it reads, and the calls that the rest of the program makes. */
import type { Check, CheckKind } from '../contract/item.ts';
import type { FinishReason, OptionMeasure, Score } from '../contract/output.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { choice } from './choice.ts';
import { code } from './code.ts';
import { exact } from './exact.ts';
import { f1 } from './f1.ts';
import { jsonEqualScorer } from './json-equal.ts';
import { jsonSchema } from './json-schema.ts';
import { numeric } from './numeric.ts';
import { preparationVersion, prepare } from './prepare.ts';
import { refusal } from './refusal.ts';
import { regex } from './regex.ts';
import { requiredFacts } from './required-facts.ts';
import { rules } from './rules.ts';
import { unread, type Scorer } from './scorer.ts';
import { toolCall } from './tool-call/tool-call.ts';

/** All but what a model reads. */
type TextKind = Exclude<CheckKind, 'judge'>;

const scorers: { readonly [K in TextKind]: Scorer<K> } = {
  exact,
  required_facts: requiredFacts,
  rules,
  numeric,
  choice,
  json_schema: jsonSchema,
  json_equal: jsonEqualScorer,
  tool_call: toolCall,
  f1,
  refusal,
  regex,
  code,
};

/** What scoring needs of an output. */
export interface Scorable {
  readonly text: string;
  readonly finish: FinishReason;
  readonly options?: OptionMeasure;
}

/**
 * Scores one output. Total: any text, lone surrogates and 100,000 braces included, gives a score.
 * `value` is null exactly when the outcome is not `scored`; spans are offsets into `output.text`.
 * Programs and what a model reads are `unsupported` here, and patterns run without a limit of time: outputs of models
 * are scored through a `Scoring` (scoring.ts), which starts the process that these need.
 */
export function score(check: Check, output: Scorable): Score {
  if (output.finish === 'overlong') {
    return {
      outcome: 'overlong',
      value: null,
      reason: 'the prompt does not fit the context; nothing was generated',
    };
  }
  if (output.finish === 'error') {
    return { outcome: 'failed', value: null, reason: 'no answer came' };
  }
  const scorer = scorerOf(check.kind);
  if (!scorer) {
    const reason = 'a judge reads it: run a plan that names one';
    return { outcome: 'unsupported', value: null, reason };
  }
  const answer = prepare(output.text);
  if (answer === null)
    return unread(output.finish, 'the reasoning block is never closed, so there is no answer');
  return scorer.score(check, { answer, finish: output.finish, stored: output.text, options: output.options });
}

/** What makes a check impossible to score, found before a run: a broken schema, an answer that is no option. */
export function validateCheck(check: Check): Result<void> {
  const scorer = scorerOf(check.kind);
  if (!scorer) return success(undefined);
  const valid = scorer.validate(check);
  if (!valid.ok) return valid;
  const reference = scorer.reference(check);
  if (reference === null) return valid;
  const own = score(check, { text: reference, finish: 'end' });
  if (own.value === 1) return valid;
  return failure('item_broken', `The check does not accept its own answer: ${own.reason}.`, {
    next: 'Change the answer, or the rules that it breaks.',
    where: { field: 'check' },
  });
}

/** An output that scores 1, to show and to try a check with; null where the check tells none. */
export function referenceAnswer(check: Check): string | null {
  const text = scorerOf(check.kind)?.reference(check) ?? null;
  return text !== null && score(check, { text, finish: 'end' }).value === 1 ? text : null;
}

/** Names the scorer and its version, the preparation's included: a score made by another one is out of date. */
export function scorerVersion(kind: CheckKind): string {
  const scorer = scorerOf(kind);
  return scorer ? `${kind}/${String(preparationVersion)}.${String(scorer.version)}` : `${kind}/none`;
}

/** All scorers in one line, for a manifest: equal exactly when every scorer is the same. */
export function scorersIdentity(): string {
  return Object.values(scorers)
    .map((scorer) => scorerVersion(scorer.kind))
    .toSorted()
    .join(' ');
}

function scorerOf<K extends CheckKind>(kind: K): Scorer<K> | null {
  return kind in scorers ? ((scorers as unknown as Record<string, Scorer<K>>)[kind] ?? null) : null;
}
