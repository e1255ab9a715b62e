/** The form that a judge's answer is forced into where its engine can: reasons first, then a grade of the scale. */
import type { CheckOf, Json } from '../../contract/item.ts';
import { wholeJson } from '../json-found.ts';
import { gradesOf } from './scale.ts';

export const reasonsName = 'reasons';
export const gradeName = 'grade';

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

/** What an answer in that form says; undefined where it is not JSON alone with a grade. */
export function inJudgeForm(text: string): { readonly grade: Json; readonly reasons: string } | undefined {
  const whole = wholeJson(text);
  const value = whole.ok ? whole.data.value : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  const named = (name: string) => entries.find(([key]) => key.trim().toLowerCase() === name)?.[1];
  const grade = named(gradeName);
  const reasons = named(reasonsName);
  return grade === undefined
    ? undefined
    : { grade, reasons: typeof reasons === 'string' ? reasons.trim() : '' };
}
