/** Letters of either case, and white space of any width, made one. */
import { rewrite, type MappedText } from './mapped-text.ts';

/**
 * Unicode's case folding by way of upper case: `ß` and `SS`, `ς` and `σ` come out the same. JavaScript has no
 * folding of its own, and lower case alone keeps these apart. The dotless `ı` keeps to itself, as in Unicode's.
 */
function foldCase(text: string): string {
  if (!/[^\0-\x7F]/.test(text)) return text.toLowerCase();
  return text
    .split('ı')
    .map((part) => part.toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı');
}

/** Case folded, runs of white space a single space. */
export function fold(text: string): string {
  return foldCase(text).replace(/\s+/gu, ' ');
}

/** The same, with offsets kept. */
export function foldMapped(source: MappedText): MappedText {
  const spaced = rewrite(source, /\s+/gu, () => ' ');
  return rewrite(spaced, /[^\s!-@[-`{-~]\p{M}*/gu, (match) => foldCase(match[0]));
}
