/** The forms that a judge's answers are forced into where its engine can: reasons first, then a grade or a choice. */
import type { CheckOf, Json } from '../../contract/item.ts';
import { wholeJson } from '../json-found.ts';
import { gradesOf } from './scale.ts';

export const reasonsName = 'reasons';
export const gradeName = 'grade';
export const choiceName = 'choice';

/** Which of two answers is better, by its place; or neither. */
export const pairChoices = ['1', '2', 'tie'] as const;

/** Of an answer about two answers: a JSON object of the reasons, a text, and the choice. */
export const pairForm = { text: reasonsName, choice: choiceName, values: pairChoices } as const;

/** A JSON object of the reasons, a text, and the grade, one of the values. */
export function judgeForm({ scale }: Pick<CheckOf<'judge'>, 'scale'>): {
  readonly text: string;
  readonly choice: string;
  readonly values: readonly (string | number)[];
} {
  const grades = gradesOf(scale);
  return {
    text: reasonsName,
    choice: gradeName,
    values: Array.isArray(scale) ? grades : grades.map(Number),
  };
}

/**
 * What an answer in such a form says; undefined where it is not JSON alone with that value.
 *
 * @param key the value's name, in lower case
 */
export function inJudgeForm(
  text: string,
  key: string,
): { readonly value: Json; readonly reasons: string } | undefined {
  const whole = wholeJson(text);
  const object = whole.ok ? whole.data.value : null;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  const entries = Object.entries(object);
  const named = (name: string) => entries.find(([given]) => given.trim().toLowerCase() === name)?.[1];
  const value = named(key);
  const reasons = named(reasonsName);
  return value === undefined
    ? undefined
    : { value, reasons: typeof reasons === 'string' ? reasons.trim() : '' };
}
