/** Which option a text settles on. The order of the steps is the order of trust. */
import type { Span } from '../contract/output.ts';
import { markedPlaces, type MarkedPlace } from './answer-marker.ts';
import { followedByWord, isLetterNotWord, isOption, isSetAside, standingLetters } from './option-letters.ts';
import { mentionedOptions, optionAtStart, wholeOptions } from './option-texts.ts';
import { quoted } from './scorer.ts';

/** A null letter: no option, or several with nothing to tell which. `how` says where it was read, or why not. */
export type ChoiceRead =
  | (Span & { readonly letter: string; readonly how: string })
  | { readonly letter: null; readonly how: string };

/** undefined: nothing here, the next step may look. */
type Attempt = ChoiceRead | undefined;

/** @param text with LaTeX reduced and letters of other scripts turned into Latin ones */
export function readChoice(text: string, options: readonly string[]): ChoiceRead {
  const whole = readWhole(text, options);
  if (whole) return whole;
  for (const place of markedPlaces(text).toReversed()) {
    const marked = readMarked(text, place, options);
    if (marked) return marked;
  }
  return (
    readStated(text, options) ??
    readLabel(text, options) ??
    readLoneLetter(text, options) ??
    readText(text, options) ?? { letter: null, how: 'found no option, neither a letter nor a text' }
  );
}

const around = '[\\s*_`"\'“”‘’()\\[\\]{}$.:,;!#>–—-]*';
const onlyLetter = new RegExp(
  `^${around}(?:(?:option|choice|answer|letter)\\s*:?${around})?([A-Za-z])${around}$`,
  'iu',
);

function readWhole(text: string, options: readonly string[]): Attempt {
  const [option, twin] = wholeOptions(text, options);
  const match = text.length > 200 ? null : onlyLetter.exec(text);
  const written = match?.[1];
  const letter = written?.toUpperCase();
  const known = letter !== undefined && isOption(letter, options.length);
  if (option && known && option.letter !== letter) {
    return { letter: null, how: `${quoted(text)} is the letter of one option and the text of another` };
  }
  if (option && !known) {
    if (twin) return { letter: null, how: `${quoted(text)} is the text of two options` };
    return { ...option, how: 'the whole answer is its text' };
  }
  if (!match || written === undefined || letter === undefined) return undefined;
  const start = match[0].lastIndexOf(written);
  return { letter, start, end: start + 1, how: 'the whole answer' };
}

function readMarked(text: string, place: MarkedPlace, options: readonly string[]): Attempt {
  const region = text.slice(place.start, place.end);
  if (place.where === 'line') {
    const match = onlyLetter.exec(region) ?? /^[\s*_(]*([A-Z])[).:]\s/u.exec(region);
    return match ? at(text, place.start, region.indexOf(match[1] ?? ''), 'at the answer marker') : undefined;
  }
  const how = place.where === 'inside' ? 'in the marked answer' : 'at the answer marker';
  if (place.where === 'before') {
    const match = /([A-Z])[)"'*.\]]*\s*$/u.exec(region);
    if (
      match &&
      isOption(match[1] ?? '', options.length) &&
      !/[\p{L}\p{N}]$/u.test(region.slice(0, match.index))
    ) {
      return at(text, place.start, match.index, how);
    }
    return single(shifted(mentionedOptions(region, options), place.start), how, false);
  }
  const first = readFirstLetter(region, options);
  if (first === 'several') return { letter: null, how: 'the marked answer names several options' };
  if (first !== null) return at(text, place.start, first, how);
  const letters = standingLetters(region, options.length).filter((read) => !read.aside);
  const sentence = /[.!?](?:\s|$)/u.exec(region)?.index ?? region.length;
  return (
    single(shifted(letters, place.start), how, false) ??
    single(
      shifted(
        letters.filter((read) => read.start < sentence),
        place.start,
      ),
      how,
      letters.length > 1,
    ) ??
    single(shifted(mentionedOptions(region, options), place.start), how, false)
  );
}

const lead =
  /^[\s*_`"'“‘([{$:>#=–—-]*(?:(?:the|my|most|likely|probably|definitely|clearly|simply|therefore|thus|indeed|is|final|correct|right|best)\s+)*(?:(?:option|choice|answer|letter)\s*(?:is\s*)?:?\s*)?[\s*_`"'“‘([{$]*/iu;
const another =
  /^[)\]"'*}$\s]*(?:,|\/|&|\+|(?:and|or|und|oder|et|ou|y|o)(?=\s))\s*(?:(?:option|choice)\s+)?[("'*[$]*([A-Z])(?![\p{L}\p{N}'’])/u;

/** Offset of the letter with which the region begins. A letter that is no option counts: it is an answer, a wrong one. */
function readFirstLetter(region: string, options: readonly string[]): number | 'several' | null {
  const start = lead.exec(region)?.[0].length ?? 0;
  const letter = region[start] ?? '';
  const after = region.slice(start + 1, start + 121);
  if (!/[A-Za-z]/u.test(letter) || followedByWord.test(after)) return null;
  const delimited = /^[)\].:,;*"'”’`$}|]|^\s*$|^\s*\n/u.test(after);
  if (/[a-z]/u.test(letter) && !delimited) return null;
  const upper = letter.toUpperCase();
  if (!isOption(upper, options.length)) return delimited && !/^[/.]\p{L}/u.test(after) ? start : null;
  if ((upper === 'A' || upper === 'I') && !isLetterNotWord(region, start, after)) return null;
  if (isSetAside(region, start, after)) return null;
  const second = another.exec(after);
  const other = second?.[1];
  if (second && other !== undefined && other !== upper && isOption(other, options.length)) {
    const place = start + 1 + second[0].length - 1;
    const rest = region.slice(place + 1, place + 121);
    if (isLetterNotWord(region, place, rest) && !isSetAside(region, place, rest)) return 'several';
  }
  return start;
}

const stated = [
  /(?<![\p{L}\p{N}])([A-Z])[)"'*.\]]*\s+(?:is|must be|would be|seems)\s+(?:(?:the|clearly|definitely|therefore|thus|indeed|most|likely|only)\s+)*(?:correct|right|best|better|true|answer|accurate|appropriate)(?!\p{L})/gu,
  /(?<!\p{L})(?:[Cc]hoos(?:e|ing)|[Cc]hose|[Pp]ick(?:ed)?|[Ss]elect(?:ed)?|[Gg]o(?:ing)? with|[Oo]pt(?:ed)? for|[Cc]orrect (?:option|choice) is|[Cc]hoice is)\s*:?\s*(?:(?:option|answer|choice|letter)\s+)?[("'*[]*([A-Z])(?![\p{L}\p{N}'’])/gu,
  /(?<!\p{L})(?:[Oo]ption|[Cc]hoice|[Ll]etter)\s+[("'*[]*([A-Z])(?![\p{L}\p{N}'’])/gu,
];

/** "B is correct", "I choose B", "option B": the first form that names exactly one. */
function readStated(text: string, options: readonly string[]): Attempt {
  for (const pattern of stated) {
    const letters = [...text.matchAll(pattern)].flatMap((match) => {
      const letter = match[1] ?? '';
      const start = match.index + match[0].lastIndexOf(letter, pattern === stated[0] ? 0 : undefined);
      const after = text.slice(start + 1, start + 121);
      if (!isOption(letter, options.length) || isSetAside(text, start, after)) return [];
      if (pattern !== stated[0] && letter === 'A' && !isLetterNotWord(text, start, after)) return [];
      return [{ letter, start, end: start + 1 }];
    });
    const read = single(letters, 'which the text settles on', false);
    if (read) return read;
  }
  return undefined;
}

const label = /^[\s*_`"'>#-]*[("'[]?([A-Za-z])(?:[)\].:]|\s+[-–—:]|[*"'`]+|\s*(?:\n|$))/u;
const lineLabels = /^[ \t*_`>-]*\(?([A-Z])[).:](?=[\s*])/gmu;

/** "B. Oslo" at the beginning; not where the text goes through the options one by one. */
function readLabel(text: string, options: readonly string[]): Attempt {
  const match = label.exec(text);
  const letter = match?.[1];
  if (!match || letter === undefined || !isOption(letter.toUpperCase(), options.length)) return undefined;
  const start = match[0].lastIndexOf(letter);
  if (/[a-z]/u.test(letter) && !/[).:]/u.test(text[start + 1] ?? '')) return undefined;
  if (isSetAside(text, start, text.slice(start + 1, start + 121))) return undefined;
  const labels = new Set([...text.matchAll(lineLabels)].map((line) => line[1]));
  labels.add(letter.toUpperCase());
  // A list that begins elsewhere than at A begins with the answer.
  if (labels.size > 1 && letter.toUpperCase() === 'A') return undefined;
  return { letter: letter.toUpperCase(), start, end: start + 1, how: 'the letter at the beginning' };
}

function readLoneLetter(text: string, options: readonly string[]): Attempt {
  const letters = standingLetters(text, options.length).filter((read) => !read.aside);
  const read = single(letters, 'the only letter', false);
  if (read || letters.length === 0) return read;
  const byText = readText(text, options);
  if (byText && byText.letter !== null) return byText;
  const names = [...new Set(letters.map((one) => one.letter))];
  return { letter: null, how: `the text names ${names.join(', ')} and settles on none` };
}

function readText(text: string, options: readonly string[]): Attempt {
  const mentioned = mentionedOptions(text, options);
  const start = optionAtStart(text, mentioned);
  if (start)
    return { letter: start.letter, start: start.start, end: start.end, how: 'its text at the beginning' };
  return single(mentioned, 'its text', true);
}

interface Found extends Span {
  readonly letter: string;
}

function shifted(found: readonly Found[], by: number): Found[] {
  return found.map((one) => ({ letter: one.letter, start: one.start + by, end: one.end + by }));
}

/** The last of the places where they all name one option; with `decisive`, several are an answer of their own: none. */
function single(found: readonly Found[], how: string, decisive: boolean): Attempt {
  const names = [...new Set(found.map((one) => one.letter))];
  const last = found.at(-1);
  if (names.length === 1 && last) return { letter: last.letter, start: last.start, end: last.end, how };
  if (names.length < 2 || !decisive) return undefined;
  return { letter: null, how: `the text names ${names.join(', ')} and settles on none` };
}

function at(text: string, base: number, offset: number, how: string): ChoiceRead {
  const start = base + offset;
  return { letter: (text[start] ?? '').toUpperCase(), start, end: start + 1, how };
}
