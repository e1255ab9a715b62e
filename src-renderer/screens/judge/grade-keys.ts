/**
 * The key of a grade: of numbers the digit that the grade is, of names its place from 1 to 9. Null: none. A number is
 * never behind another digit than its own.
 */
export function keyOfGrade(grades: readonly string[], index: number): string | null {
  const grade = grades[index] ?? '';
  if (grades.every((name) => /^-?\d+$/.test(name))) return /^\d$/.test(grade) ? grade : null;
  return index < 9 ? String(index + 1) : null;
}
