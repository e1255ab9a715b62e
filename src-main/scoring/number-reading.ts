/** The numbers of a text, as a person reads them: signs, separators, currency, percent, fractions, exponents. */
import type { Span } from '../contract/output.ts';
import { provenSign, readRun, type DecimalSign } from './digit-run.ts';
import { listLabels, referenceSpans, withoutDates } from './number-context.ts';
import { numberLead, type NumberLead } from './number-lead.ts';

export interface NumberRead extends Span {
  /**
   * What it may stand for, the plain reading first. Two readings where the writing has two honest ones: `20%` is 20
   * and 0.2, `3 million` is 3,000,000 and 3.
   */
  readonly readings: readonly number[];
  /** Counts something else (a page, a step, a day of a month): read only where there is nothing better. */
  readonly isReference: boolean;
}

const digits = /\d(?:[.,'’_ ]?\d)*/gu;
const exponent = /^[eE]([+-]?\d{1,5})(?![\d\p{L}])/u;
const timesTen = /^ ?[×x*·] ?10 ?(?:\^|\*\*) ?\(?([+\-−–]?\d{1,5})\)?/u;
const power = /^ ?(?:\^|\*\*) ?\(?([+\-−–]?\d{1,5})\)?(?![.\d])/u;
const denominator = /^ ?[/⁄∕] ?(\d+(?:[.,]\d+)?)(?![\d/⁄])/u;
const mixedPart = /^ +(\d{1,3}) ?[/⁄∕] ?(\d{1,4})(?![\d/⁄])/u;
const percent = /^\s?(?:%|٪|per ?cent(?!\p{L})|pct(?!\p{L}))/iu;
const scaleWord =
  /^[\s-]?(hun)dred|^[\s-]?(tho)usand|^[\s-]?(mil)lion(?:s|en|es)?(?!\p{L})|^\s?(mio)\.?(?!\p{L})|^\s?(mn|bn)(?!\p{L})|^[\s-]?(bil)lions?(?!\p{L})|^\s?(mrd|milliard)(?:s|en|e)?(?!\p{L})|^[\s-]?(tri)llions?(?!\p{L})/iu;
const moneyScale = /^\s?(k|m|b)(?![\p{L}\d])/iu;
/** Without a currency these may as well be units: the plain number comes first. */
const bareScale = /^(k|K|M|B)(?![\p{L}\d])/u;
const scales = new Map<string, number>([
  ['hun', 1e2],
  ['tho', 1e3],
  ['k', 1e3],
  ['mil', 1e6],
  ['mio', 1e6],
  ['mn', 1e6],
  ['m', 1e6],
  ['bil', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['mrd', 1e9],
  ['milliard', 1e9],
  ['tri', 1e12],
]);

/** Every number, in the order of the text. Linear in the text's length. */
export function readNumbers(text: string): NumberRead[] {
  const masked = withoutDates(text);
  const labels = listLabels(masked);
  const references = referenceSpans(masked);
  const runs = [...masked.matchAll(digits)].flatMap((match) => spacedRuns(match[0], match.index));
  const sign = provenSign(runs.map((run) => run.text));
  const found: NumberRead[] = [];
  let readTo = 0;
  let reference = 0;
  for (const run of runs) {
    if (run.start < readTo || labels.has(run.start)) continue;
    while ((references[reference]?.end ?? Infinity) <= run.start) reference++;
    const isReference = (references[reference]?.start ?? Infinity) <= run.start;
    for (const number of readAt(masked, run, sign)) {
      if (number.readings.every((reading) => !Number.isNaN(reading))) found.push({ ...number, isReference });
      readTo = Math.max(readTo, number.end);
    }
  }
  return found;
}

interface Run {
  readonly text: string;
  readonly start: number;
}

/** Spaces hold a run together only as thousands separators: `1 234 567`. */
function spacedRuns(text: string, start: number): Run[] {
  if (!text.includes(' ') || /^[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/u.test(text)) return [{ text, start }];
  const runs: Run[] = [];
  let at = start;
  for (const piece of text.split(' ')) {
    runs.push({ text: piece, start: at });
    at += piece.length + 1;
  }
  return runs;
}

type Plain = Omit<NumberRead, 'isReference'>;

function readAt(text: string, run: Run, sign: DecimalSign): Plain[] {
  const lead = numberLead(text, run.start);
  if (!lead) return [];
  const end = run.start + run.text.length;
  const brackets = `${text[run.start - 1] ?? ''}${text[end] ?? ''}`;
  // "(3,4)" is a pair, "(1,234)" a number in brackets, "[1,234]" a list.
  const listed = brackets === '[]' || (/^[[(][\])]$/u.test(brackets) && !/^\d{1,3},\d{3}$/u.test(run.text));
  const numbers: Plain[] = [];
  for (const [index, part] of readRun(run.text, sign, listed).entries()) {
    if (part.decimal === null) continue;
    const none: NumberLead = { start: run.start + part.start, negative: false, money: false, point: false };
    const own = index === 0 ? lead : none;
    const decimal = own.point ? `0.${part.decimal.replace('.', '')}` : part.decimal;
    numbers.push(readTail(text, run.start + part.end, decimal, own));
  }
  return numbers;
}

/** What follows the digits: exponents, fractions, percent, words for thousands and millions. */
function readTail(text: string, digitsEnd: number, decimal: string, lead: NumberLead): Plain {
  const after = text.slice(digitsEnd, digitsEnd + 40);
  const plain = Number(decimal);
  let value = plain;
  let length = 0;
  const ten = exponent.exec(after) ?? timesTen.exec(after);
  const raised = ten ? null : power.exec(after);
  const below = ten || raised ? null : denominator.exec(after);
  const mixed = ten || raised || below ? null : mixedPart.exec(after);
  if (ten) {
    value = Number(`${decimal}e${String(signed(ten[1]))}`);
    length = ten[0].length;
  } else if (raised) {
    value = plain ** signed(raised[1]);
    length = raised[0].length;
  } else if (below) {
    const divisor = Number(below[1]?.replace(',', '.'));
    value = divisor === 0 ? NaN : plain / divisor;
    length = below[0].length;
  } else if (mixed && Number.isInteger(plain) && Number(mixed[1]) < Number(mixed[2])) {
    value = plain + Number(mixed[1]) / Number(mixed[2]);
    length = mixed[0].length;
  }
  const { readings, length: more } = scaled(after.slice(length), value, lead.money);
  return {
    start: lead.start,
    end: digitsEnd + length + more,
    readings: lead.negative ? readings.map((reading) => -reading) : readings,
  };
}

function scaled(after: string, value: number, money: boolean): { readings: number[]; length: number } {
  const hundredth = percent.exec(after);
  if (hundredth) return { readings: [value, value / 100], length: hundredth[0].length };
  const word = scaleWord.exec(after) ?? (money ? moneyScale.exec(after) : null);
  const name = word?.slice(1).find(Boolean)?.toLowerCase();
  const scale = name === undefined ? undefined : scales.get(name);
  if (!word || scale === undefined) {
    const bare = bareScale.exec(after)?.[1];
    return { readings: bare ? [value, value * (scales.get(bare.toLowerCase()) ?? 1)] : [value], length: 0 };
  }
  return { readings: [value * scale, value], length: word[0].length };
}

function signed(digitsWithSign: string | undefined): number {
  return Number((digitsWithSign ?? '0').replace(/[−–]/u, '-'));
}
