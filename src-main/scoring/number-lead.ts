/** What stands right before a number's digits: its sign, a currency, or a letter that makes it part of a name. */

export interface NumberLead {
  /** Where the number begins, its sign included. */
  readonly start: number;
  readonly negative: boolean;
  readonly money: boolean;
  /** The digits follow a decimal point without a digit before it: `.5`. */
  readonly point: boolean;
}

const money =
  /(?:(?<!\p{L})(?:US|NT|HK|AU|NZ|CA|[RACS])?[$€£¥₹₽₩₺₫₦₴₪฿₱₿¢]|(?<!\p{L})(?:USD|EUR|GBP|JPY|CNY|RMB|INR|CHF|AUD|CAD|NZD|SEK|NOK|DKK|PLN|BRL|Rs\.?)) ?$/iu;
const negativeWord = /(?<!\p{L})(?:minus|negative) $/iu;
const dash = /[-−–]/u;
/** Scripts that put no space between a word and a number. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** How far before the digits a sign or currency may begin. */
const reach = 16;

/** @returns null when the digits belong to a name or stand as an exponent or index: `m2`, `x^2`, `x_12` */
export function numberLead(text: string, digitsStart: number): NumberLead | null {
  const point = text[digitsStart - 1] === '.' && !/[\p{L}\p{N}.]/u.test(text[digitsStart - 2] ?? '');
  const at = point ? digitsStart - 1 : digitsStart;
  const before = text.slice(Math.max(0, at - reach), at);
  const currency = money.exec(before);
  if (!currency && isInName(before)) return null;
  const plain = { start: at, negative: false, money: currency !== null, point };
  if (currency) {
    const sign = signAt(text, at - currency[0].length);
    return sign === null ? plain : { ...plain, start: sign, negative: true };
  }
  const last = before.at(-1) ?? '';
  if (dash.test(last)) {
    const behindMoney = money.exec(before.slice(0, -1)) !== null;
    const negative = behindMoney || signAt(text, at) !== null;
    return { ...plain, money: behindMoney, negative, start: negative ? at - 1 : at };
  }
  const word = negativeWord.exec(before);
  if (word) {
    const start = at - word[0].length;
    if (!/[\d)\]]\s?$/u.test(text.slice(Math.max(0, start - 2), start)))
      return { ...plain, start, negative: true };
  }
  const spaced = /([=:(]\s*)[-−–] $/u.exec(before);
  return spaced ? { ...plain, start: at - 2, negative: true } : plain;
}

/** Where a minus that belongs to what begins at `at` stands; null where there is none or it subtracts. */
function signAt(text: string, at: number): number | null {
  const sign = dash.test(text[at - 1] ?? '') ? at - 1 : null;
  if (sign === null) return null;
  const previous = text[sign - 1] ?? '';
  if (/[\p{L}\p{N})\]}%°\-−–]/u.test(previous)) return null;
  if (previous === ' ' && /[\p{N})\]]/u.test(text[sign - 2] ?? '')) return null;
  return sign;
}

function isInName(before: string): boolean {
  const last = before.at(-1) ?? '';
  if (last === '^') return true;
  if (last === '_') return /[\p{L}\p{N})]_$/u.test(before);
  if (/[xX]/u.test(last)) return !/\d ?[xX]$/u.test(before);
  return /\p{L}/u.test(last) && !spaceless.test(last);
}
