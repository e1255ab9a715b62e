/** Unicode NFKC that keeps its offsets, with the two places mended where NFKC alone would change a number. */
import { rewrite, verbatim, type MappedText } from './mapped-text.ts';

/** Superscripts that stand on a digit or a bracket: NFKC alone turns 10² into 102. */
const exponent = /(?<=[\d)\]])[⁺⁻]?[⁰¹²³⁴-⁹]+/gu;
/** A vulgar fraction after a digit: NFKC alone turns 1½ into 11⁄2. */
const mixedFraction = /(?<=\d)[¼-¾⅐-⅞↉]/gu;
/**
 * What NFKC can change: a code point with what may join it (marks, Hangul jamo, half-width voicing marks, Kirat Rai
 * vowels), or a single code point that has another form.
 */
const cluster =
  /[^][\p{M}\u1160-\u11FF\uD7B0-\uD7FF\u3131-\u318E\uFF9E\uFF9F\uFFA0-\uFFDC\u{16D63}-\u{16D6A}]+|(?=[^\0-\x7F])\p{CWKCF}/gu;
/**
 * Sorting the marks on one letter takes quadratic time, and a looping model can write 100,000 of them. Unicode's
 * Stream-Safe format (UAX #15, section 13) allows 30; longer runs stay as they are.
 */
const markRunLimit = 100;
const markRun = new RegExp(`\\p{M}{${String(markRunLimit)}}`, 'u');

/** The text in NFKC, except that `10²` becomes `10^2` and `1½` becomes `1 1⁄2`. */
export function compatibilityForm(text: string): MappedText {
  const source = verbatim(text);
  if (!/[^\0-\x7F]/.test(text)) return source;
  const exponents = rewrite(source, exponent, (match) => `^${match[0].normalize('NFKC').replace('−', '-')}`);
  const mended = rewrite(exponents, mixedFraction, (match) => ` ${match[0].normalize('NFKC')}`);
  return rewrite(mended, cluster, (match) =>
    match[0].length > markRunLimit && markRun.test(match[0]) ? match[0] : match[0].normalize('NFKC'),
  );
}

/** The same form for what a check expects, so that both sides of a comparison went through one mill. */
export function inCompatibilityForm(text: string): string {
  return compatibilityForm(text).text;
}
