/** Personal numbers of some countries. Most carry check digits, so that a hit is hardly ever chance. */
import { digitsOf, matches, type ScrubRule } from '../rule.ts';
import { passesLuhn } from './payment.ts';

interface NationalId {
  readonly country: string;
  readonly pattern: RegExp;
  readonly passes: (value: string) => boolean;
}

const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const hetuCharacters = '0123456789ABCDEFHJKLMNPRSTUVWXY';
/** Values of characters at odd places of the codice fiscale, 0 to 9 as A to J (Decreto Ministeriale 23/12/1976). */
const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function digits(value: string): number[] {
  return digitsOf(value).split('').map(Number);
}

function weighted(value: string, weights: readonly number[]): number {
  const numbers = digits(value);
  return weights.reduce((sum, weight, index) => sum + weight * (numbers[index] ?? 0), 0);
}

function isDate(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** ISO 7064 MOD 11,10, and the first ten digits have one digit two or three times and never three in a row. */
function isGermanTaxId(value: string): boolean {
  const numbers = digits(value);
  const first = numbers.slice(0, 10);
  const counts = new Map<number, number>();
  for (const digit of first) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  if (first[0] === 0 || repeated.length !== 1 || (repeated[0] ?? 0) > 3) return false;
  let product = 10;
  for (const digit of first) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === numbers[10];
}

function isDni(value: string): boolean {
  const compact = value.replace(/[ .-]/g, '').toUpperCase();
  const number = compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return dniLetters[Number(number) % 23] === compact.at(-1);
}

/** Thirteen digits (Corsica's 2A and 2B are 19 and 18) and a key of 97 minus the remainder. */
function isNir(value: string): boolean {
  const compact = value.replace(/[ .]/g, '').toUpperCase().replace('2A', '19').replace('2B', '18');
  return /^\d{15}$/.test(compact) && 97n - (BigInt(compact.slice(0, 13)) % 97n) === BigInt(compact.slice(13));
}

function isCodiceFiscale(value: string): boolean {
  const compact = value.toUpperCase();
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const code = compact.charCodeAt(index);
    const place = code >= 65 ? code - 65 : code - 48;
    sum += index % 2 === 0 ? (oddValues[place] ?? 0) : place;
  }
  return String.fromCharCode(65 + (sum % 26)) === compact[15];
}

function isPesel(value: string): boolean {
  const numbers = digits(value);
  const month = (numbers[2] ?? 0) * 10 + (numbers[3] ?? 0);
  const day = (numbers[4] ?? 0) * 10 + (numbers[5] ?? 0);
  return isDate(month % 20, day) && weighted(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

function isPersonnummer(value: string): boolean {
  const ten = digitsOf(value).slice(-10);
  // Coordination numbers add 60 to the day.
  return isDate(Number(ten.slice(2, 4)), Number(ten.slice(4, 6)) % 60) && passesLuhn(ten);
}

function isHetu(value: string): boolean {
  const number = Number(value.slice(0, 6) + value.slice(7, 10));
  return (
    isDate(Number(value.slice(2, 4)), Number(value.slice(0, 2))) &&
    hetuCharacters[number % 31] === value.slice(10).toUpperCase()
  );
}

/** Two check digits, each eleven minus a weighted remainder; eleven equal digits pass it and are no number. */
function isCpf(value: string): boolean {
  const numbers = digits(value);
  if (new Set(numbers).size === 1) return false;
  const check = (length: number): number => {
    const sum = numbers
      .slice(0, length)
      .reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === numbers[9] && check(10) === numbers[10];
}

const table: readonly NationalId[] = [
  { country: 'United States (SSN)', pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g, passes: () => true },
  { country: 'United Kingdom (NINO)', pattern: /(?<!\w)(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/g, passes: () => true },
  { country: 'Germany (tax number)', pattern: /(?<![\w.,+-])\d{2} ?\d{3} ?\d{3} ?\d{3}(?!\w|[.,-]\d)/g, passes: isGermanTaxId },
  { country: 'Spain (DNI, NIE)', pattern: /(?<!\w)(?:\d{2}\.?\d{3}\.?\d{3}|[XYZxyz]-?\d{7})-?[A-Za-z](?!\w)/g, passes: isDni },
  { country: 'France (NIR)', pattern: /(?<!\w)[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[ABab]) ?\d{3} ?\d{3} ?\d{2}(?!\w)/g, passes: isNir },
  { country: 'Italy (codice fiscale)', pattern: /(?<!\w)[A-Za-z]{6}\d{2}[A-EHLMPRSTa-ehlmprst]\d{2}[A-Za-z]\d{3}[A-Za-z](?!\w)/g, passes: isCodiceFiscale },
  // Nine digits with one check digit are too often something else: the number must be named.
  { country: 'Netherlands (BSN, where it is named)', pattern: /(?<=\b(?:BSN|[Bb]urgerservicenummer)\b\D{0,20})(?<!\d)\d{9}(?!\d)/g, passes: (value) => weighted(value, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 },
  { country: 'Poland (PESEL)', pattern: /(?<![\w.,+-])\d{11}(?!\w|[.,-]\d)/g, passes: isPesel },
  { country: 'Sweden (personnummer)', pattern: /(?<![\w-])(?:\d{2})?\d{6}[-+]\d{4}(?![\w-])/g, passes: isPersonnummer },
  { country: 'Finland (henkilötunnus)', pattern: /(?<!\w)\d{6}[-+A-FYXWVU]\d{3}[0-9A-FHJ-NPR-Ya-fhj-npr-y](?!\w)/g, passes: isHetu },
  { country: 'Brazil (CPF)', pattern: /(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/g, passes: isCpf },
]; // prettier-ignore

export const nationalId: ScrubRule = {
  name: 'national_id',
  about: `personal numbers: ${table.map(({ country }) => country).join(', ')}`,
  label: 'ID',
  *find(text) {
    for (const { pattern, passes } of table) yield* matches(text, pattern, passes);
  },
  same: (value) => value.replace(/[ .-]/g, '').toUpperCase(),
};
