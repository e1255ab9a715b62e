/** The grades that a rubric knows, worst first, and what each is worth. */
import type { CheckOf } from '../../contract/item.ts';
import type { Json } from '../../contract/item.ts';

export type JudgeScale = CheckOf<'judge'>['scale'];

/** Every grade as it is written, from the worst to the best; two or more. */
export function gradesOf(scale: JudgeScale): readonly string[] {
  if (Array.isArray(scale)) return scale;
  const { min, max } = scale;
  return Array.from({ length: max - min + 1 }, (_, step) => String(min + step));
}

/** In [0, 1], grades evenly spaced: the worst is 0, the best is 1. */
export function valueOfGrade(place: number, grades: readonly string[]): number {
  return place / (grades.length - 1);
}

/**
 * The place of a grade that a judge or a person gave, counted from the worst. Names are read in any case and without
 * the white space around them; null: it is no grade of this scale.
 */
export function placeOfGrade(given: Json | undefined, grades: readonly string[]): number | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const name = folded(String(given));
  const place = grades.findIndex((grade) => folded(grade) === name);
  return place < 0 ? null : place;
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
