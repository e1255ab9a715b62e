/** Names for files that are written next to others: what is there is never written over. */
import { access } from 'node:fs/promises';
import { parse, join } from 'node:path';

/** `report.html`, then `report-2.html` and so on. @param number from 1 */
export function numberedName(fileName: string, number: number): string {
  const { name, ext } = parse(fileName);
  return number === 1 ? fileName : `${name}-${number}${ext}`;
}

/** The path itself, or with the first number behind its name that is not taken. */
export async function freePath(path: string): Promise<string> {
  const { dir, base } = parse(path);
  for (let number = 1; ; number += 1) {
    const candidate = join(dir, numberedName(base, number));
    const taken = await access(candidate).then(
      () => true,
      () => false,
    );
    if (!taken) return candidate;
  }
}
