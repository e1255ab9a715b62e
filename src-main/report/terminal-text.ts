/** Text on a terminal: how many columns it takes, cut to a width, wrapped, and coloured where asked. */

/** Stretches of code points that terminals draw two columns wide: East Asian wide ones and emoji. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

/** Columns of one character: 2 for wide ones, 0 for marks that sit on another and for joiners, else 1. */
function columnsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (/^\p{M}$/u.test(character) || point === 0x200c || point === 0x200d) return 0;
  return wide.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}

export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** Cut to `width` columns with an ellipsis where it is longer. */
export function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const character of text) {
    const columns = columnsOf(character);
    if (used + columns > width - 1) break;
    cut += character;
    used += columns;
  }
  return `${cut}…`;
}

/** Cut in the middle: names begin alike and differ at their end. */
export function cutMiddleTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const tail = Math.ceil((width - 1) * 0.6);
  let end = '';
  for (const character of Array.from(text).toReversed()) {
    if (displayWidth(character + end) > tail) break;
    end = character + end;
  }
  return cutTo(text, width - displayWidth(end)) + end;
}

/** Spaces up to `width` columns; `left`: the text stands at the left. */
export function pad(text: string, width: number, side: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return side === 'left' ? text + space : space + text;
}

/** Lines of at most `width` columns, broken at spaces; further lines are indented. A longer word stands alone. */
export function wrapLines(text: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const next = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(next) > width - (lines.length === 0 ? 0 : indent.length)) {
      lines.push(line);
      line = word;
    } else {
      line = next;
    }
  }
  return [...lines, line].map((one, index) => (index === 0 ? one : indent + one));
}

/** ANSI attributes by meaning. Nothing depends on them: shape and word say the same. */
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34 } as const;
export type TextStyle = keyof typeof codes;

export function styled(text: string, style: TextStyle | null, ansi: boolean): string {
  return ansi && style !== null && text !== '' ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}
