/** What an interpreter says, short enough for one line of a table. */

const longest = 300;

export function shortened(text: string): string {
  const line = text
    .slice(0, 20 * longest)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}
