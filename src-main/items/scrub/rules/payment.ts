/** Bank accounts (IBAN) and payment cards, both with their check digits. */
import { digitsOf, type Found, matches, type ScrubRule } from '../rule.ts';

/** Length of a country's IBAN, from the SWIFT IBAN registry. */
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, CH: 21, CR: 22, CY: 28, CZ: 24,
  DE: 22, DK: 18, DO: 28, EE: 20, ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28,
  HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LI: 21, LT: 20, LU: 20,
  LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, PK: 24, PL: 28, PS: 29, PT: 25,
  QA: 29, RO: 24, RS: 22, SA: 24, SE: 24, SI: 19, SK: 24, SM: 27, TN: 24, TR: 26, UA: 29, VG: 24, XK: 20,
}; // prettier-ignore

const ibanStart = /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])/gu;

/** The remainder of an account number by ISO 7064 MOD 97-10: letters are 10 to 35, the first four come last. */
function ibanRemainder(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** As many letters and digits as the country's numbers have, single spaces or dashes between them left out. */
function ibanAt(text: string, start: number): Found | null {
  const needed = ibanLengths[text.slice(start, start + 2).toUpperCase()];
  if (needed === undefined) return null;
  let compact = '';
  let at = start;
  while (at < text.length && compact.length < needed) {
    const character = text[at] ?? '';
    if (/[A-Za-z0-9]/.test(character)) compact += character;
    else if (!/[ -]/.test(character) || /[ -]/.test(text[at - 1] ?? '')) break;
    at += 1;
  }
  if (compact.length < needed || /[\p{L}\p{N}]/u.test(text[at] ?? '')) return null;
  return ibanRemainder(compact.toUpperCase()) === 1 ? { start, end: at } : null;
}

export const bankAccount: ScrubRule = {
  name: 'iban',
  about: 'bank accounts (IBAN) of the right length whose remainder modulo 97 is 1',
  label: 'IBAN',
  *find(text) {
    for (const match of text.matchAll(ibanStart)) {
      const found = ibanAt(text, match.index);
      if (found !== null) yield found;
    }
  },
  same: (value) => value.replace(/[ -]/g, '').toUpperCase(),
};

/** ISO/IEC 7812: from the right, every second digit doubled, the sum of the digits a multiple of ten (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const value = index % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return digits.length > 0 && sum % 10 === 0;
}

const card = /(?<![\p{L}\p{N}.-])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\p{L}\p{N}]|[.-]\d)/gu;

export const paymentCard: ScrubRule = {
  name: 'card',
  about: 'payment cards: 13 to 19 digits that begin with 2 to 6 and pass the Luhn check',
  label: 'CARD',
  find: (text) =>
    matches(text, card, (value) => passesLuhn(digitsOf(value)) && new Set(digitsOf(value)).size > 1),
  same: digitsOf,
};
