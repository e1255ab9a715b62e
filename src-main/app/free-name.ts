/** Names for files that are written next to others: what is there is never written over. */
import { access } from 'node:fs/promises';
import { parse, join } from 'node:path';

/** `report.html`, then `report-2.html` and so on. @param number from 1 */
export function numberedName(fileName: string, number: number): string {
  const { name, ext } = parse(fileName);
  return number === 1 ? fileName : `${name}-${number}${ext}`;
}

/**
 * The path itself, or with the first number behind its name that is not taken.
 *
 * @param beside files that are written together with one of that name, and may not be there either
 */
export async function freePath(
  path: string,
  beside: (path: string) => readonly string[] = () => [],
): Promise<string> {
  const { dir, base } = parse(path);
  for (let number = 1; ; number += 1) {
    const candidate = join(dir, numberedName(base, number));
    const taken = await Promise.all([candidate, ...beside(candidate)].map(isThere));
    if (!taken.includes(true)) return candidate;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
