/** LaTeX and Markdown around numbers and letters, reduced to the plain text that they show. */
import { keep, rewrite, type MappedText } from './mapped-text.ts';

/** `\frac{1}{2}`, `\dfrac12`: read as `1/2`, and `1\frac{1}{2}` as the mixed number `1 1/2`. */
const fraction =
  /\\[dtc]?frac\s*(?:\{\s*(-?[\d.,]+)\s*\}\s*\{\s*([\d.,]+)\s*\}|(\d)\s*(?:(\d)|\{\s*([\d.,]+)\s*\}))/gu;
const groupMark = /(?<=\d)(?:\{,\}|\\,)(?=\d)/gu;
const styled =
  /\\(?:text(?:bf|it|rm|tt|sf)?|math(?:rm|bf|it|sf|tt)|boldsymbol|mbox|operatorname)\s*\{([^{}]*)\}/gu;
const raised = /\^\s*\{([^{}]*)\}/gu;
const lowered = /_\s*\{([^{}]*)\}/gu;
const symbol = /\\(times|cdot|ast|div|approx|pm|left|right|displaystyle|[$%#&_{}!,;:>\s()[\]]|quad|qquad)/gu;
const shown: Readonly<Record<string, string>> = {
  times: '×',
  cdot: '×',
  ast: '×',
  div: '÷',
  approx: '≈',
  pm: '±',
  $: '$',
  '%': '%',
  '#': '#',
  '&': '&',
  _: '_',
  '{': '{',
  '}': '}',
  left: '',
  right: '',
  displaystyle: '',
  '!': '',
  '[': '\n',
  ']': '\n',
};

/** Offsets are kept. A digit group set apart by `{,}` or `\,` is joined by `_`, which nothing else uses. */
export function plainMath(answer: MappedText): MappedText {
  if (!/[\\^{]/u.test(answer.text)) return answer;
  const fractions = rewrite(answer, fraction, (match) => {
    const [, above, below, digitAbove, digitBelow, shortBelow] = match;
    const gap = /\d/u.test(match.input[match.index - 1] ?? '') ? ' ' : '';
    return `${gap}${above ?? digitAbove ?? ''}/${below ?? digitBelow ?? shortBelow ?? ''}`;
  });
  const groups = rewrite(fractions, groupMark, () => '_');
  const words = insideStyles(groups);
  const powers = rewrite(words, raised, (match) => `^${(match[1] ?? '').trim()}`);
  const indices = rewrite(powers, lowered, (match) => `_${(match[1] ?? '').trim()}`);
  return rewrite(indices, symbol, (match) => shown[match[1] ?? ''] ?? ' ');
}

/** `\text{…}` without what is around the text, so that a span covers the text alone. */
function insideStyles(source: MappedText): MappedText {
  const stretches = [];
  let from = 0;
  for (const match of source.text.matchAll(styled)) {
    const inner = match[1] ?? '';
    const end = match.index + match[0].length;
    stretches.push({ start: from, end: match.index }, { start: end - 1 - inner.length, end: end - 1 });
    from = end;
  }
  return from === 0 ? source : keep(source, [...stretches, { start: from, end: source.text.length }]);
}
