/** A number: the one after an answer marker, else the last (or first) of the text. */
import type { CheckOf } from '../contract/item.ts';
import { beforeNextQuestion, markedPlaces, type MarkedPlace } from './answer-marker.ts';
import { rewrite, type MappedText } from './mapped-text.ts';
import { readNumbers, type NumberRead } from './number-reading.ts';
import { readNumberWords } from './number-words.ts';
import { plainMath } from './plain-math.ts';
import { storedSpan } from './prepare.ts';
import { alwaysValid, quoted, unread, verdict, type Scorer } from './scorer.ts';

type Check = CheckOf<'numeric'>;

const defaultTolerance = 1e-6;

export const numeric: Scorer<'numeric'> = {
  kind: 'numeric',
  version: 1,
  validate: alwaysValid,
  reference: (check) => String(check.answer),
  score(check, { answer, finish }) {
    const plain = westernDigits(plainMath(answer));
    if (finish === 'length' && endsAtMarker(plain.text)) {
      return unread(finish, 'the output ends where its answer should come');
    }
    const read = readAnswer(plain.text, check.extract ?? 'auto');
    if (!read) return unread(finish, plain.text.trim() === '' ? 'the output is empty' : 'found no number');
    const value =
      read.number.readings.find((reading) => isClose(reading, check)) ?? read.number.readings[0] ?? NaN;
    const right = isClose(value, check);
    const written = quoted(plain.text.slice(read.number.start, read.number.end));
    const as = written === `“${String(value)}”` ? String(value) : `${written} as ${String(value)}`;
    return verdict(
      right,
      `read ${as}, ${read.how}; ${right ? 'as expected' : `expected ${expectation(check)}`}`,
      storedSpan(plain, read.number.start, read.number.end),
    );
  },
};

interface Reading {
  readonly number: NumberRead;
  readonly how: string;
}

function readAnswer(text: string, extract: 'auto' | 'first' | 'last'): Reading | null {
  const ownPart = beforeNextQuestion(text);
  const reading = ownPart === null ? null : readPart(ownPart, extract);
  return reading ?? readPart(text, extract);
}

function readPart(text: string, extract: 'auto' | 'first' | 'last'): Reading | null {
  const numbers = readNumbers(text);
  for (const place of markedPlaces(text).toReversed()) {
    const number = numberAt(text, numbers, place) ?? wordsAt(text, place);
    if (!number) continue;
    return { number, how: place.where === 'inside' ? 'in the marked answer' : 'at the answer marker' };
  }
  if (numbers.length === 0) {
    const number =
      text.length > 200 ? undefined : wordsAt(text, { where: 'inside', start: 0, end: text.length });
    return number ? { number, how: 'in words' } : null;
  }
  const plain = numbers.filter((number) => !number.isReference);
  const candidates = plain.length > 0 ? plain : numbers;
  const number = extract === 'first' ? candidates[0] : candidates.at(-1);
  return number ? { number, how: extract === 'first' ? 'the first number' : 'the last number' } : null;
}

function numberAt(text: string, all: readonly NumberRead[], place: MarkedPlace): NumberRead | undefined {
  const inPlace = all.filter((number) => number.start >= place.start && number.start < place.end);
  const plain = inPlace.filter((number) => !number.isReference);
  const numbers = plain.length > 0 ? plain : inPlace;
  if (place.where === 'inside' || place.where === 'before') return numbers.at(-1);
  const first = numbers[0];
  if (!first) return undefined;
  if (place.where === 'line') return isOwnLine(text, place, first) ? first : undefined;
  const lead = text.slice(place.start, first.start);
  if (/^\s*(?:not|n't)\b/iu.test(lead)) return /\bbut\b/iu.test(lead) ? first : afterBut(text, numbers);
  return resultOf(text, numbers, place.end) ?? first;
}

/** "five", where the answer begins with it and is little more: "One of them left" counts nothing. */
function wordsAt(text: string, place: MarkedPlace): NumberRead | undefined {
  if (place.where !== 'after' && place.where !== 'inside') return undefined;
  const region = text.slice(place.start, place.end);
  const words = readNumberWords(region);
  if (
    !words ||
    !/^[^\p{L}]*(?:(?!of |half|third|quarter|fourth|fifth|tenth|point|dozen|million|billion)\p{L}+[^\p{L}]*){0,3}$/u.test(
      region.slice(words.end, words.end + 100),
    )
  ) {
    return undefined;
  }
  const span = { start: place.start + words.start, end: place.start + words.end };
  return { ...span, readings: [words.value], isReference: false };
}

/** After `####` nothing but the number and a word or two: a fourth-level heading is no answer. */
function isOwnLine(text: string, place: MarkedPlace, number: NumberRead): boolean {
  const lead = text.slice(place.start, number.start);
  const rest = text.slice(number.end, place.end);
  return (
    /^[\s*_$€£≈~=]*$/u.test(lead) &&
    /^(?:[\s*_.%$€£]|\p{L}+\s?){0,6}$/u.test(rest) &&
    !/^\.\s+\p{L}/u.test(rest)
  );
}

/** "not 5 but 6" */
function afterBut(text: string, numbers: readonly NumberRead[]): NumberRead | undefined {
  return numbers.find((number, index) => {
    const previous = numbers[index - 1];
    return previous !== undefined && /^[\s,;]*but\b/iu.test(text.slice(previous.end, number.start));
  });
}

/** The end of a calculation that begins at the marker: `Answer: 3 + 4 = 7` gives 7; `42 (x = 7)` gives none. */
function resultOf(text: string, numbers: readonly NumberRead[], end: number): NumberRead | undefined {
  const first = numbers[0];
  if (!first) return undefined;
  const sum = /^[^=(),;:\n]{0,120}?(?:=|≈)/u;
  let result: NumberRead | undefined;
  let from = first.end;
  for (;;) {
    const step = sum.exec(text.slice(from, Math.min(end, from + 130)));
    if (!step || /\.\s/u.test(step[0])) return result;
    from += step[0].length;
    const next = numbers.find((number) => number.start >= from);
    if (!next) return result;
    result = next;
    from = next.end;
  }
}

/** Cut off right where the answer begins: `Answer:` or an open `\boxed{`. */
function endsAtMarker(text: string): boolean {
  const tail = text.slice(-200);
  return (
    /(?:answer(?:\s+is)?\s*[:=]?|####|\\boxed\s*(?:\{[^{}]*)?)[\s*_$]*$/iu.test(tail) &&
    !/answer[\s*_]*$/iu.test(tail)
  );
}

const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0,
];

/** Decimal digits of other scripts, one for one. */
function westernDigits(text: MappedText): MappedText {
  return rewrite(text, /[٠-๙༠-༩၀-၉០-៩]/gu, ([digit]) => {
    const code = digit.charCodeAt(0);
    if (digit === '٫') return '.';
    if (digit === '٬') return ',';
    const zero = zeros.find((start) => code >= start && code <= start + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}

/**
 * |x - a| <= tolerance, or <= relative |a| where that is given. 1.1 is within 0.1 of 1, though binary fractions make it
 * a little more: a few units in the last place are let pass, never more than a hundredth of the tolerance.
 */
function isClose(value: number, check: Check): boolean {
  if (value === check.answer) return true;
  const size = Math.max(Math.abs(value), Math.abs(check.answer));
  const tolerance = Math.max(
    check.tolerance ?? defaultTolerance,
    (check.relative ?? 0) * Math.abs(check.answer),
  );
  const rounding = Math.min(4 * Number.EPSILON * size, tolerance / 100);
  return Math.abs(value - check.answer) <= tolerance + rounding;
}

function expectation(check: Check): string {
  const about = check.relative === undefined ? '' : ` or ${String(check.relative * 100)}%`;
  const tolerance = check.tolerance ?? defaultTolerance;
  const within = tolerance === defaultTolerance && about === '' ? '' : ` ± ${String(tolerance)}${about}`;
  return `${String(check.answer)}${within}`;
}
