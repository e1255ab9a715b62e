/** E-mail addresses and phone numbers. */
import { digitsOf, matches, type ScrubRule } from '../rule.ts';

// Every repetition is bounded and every start is fenced, so that no text takes more than linear time.
const address =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-][\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{0,63}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/gu;

export const emailAddress: ScrubRule = {
  name: 'email',
  about: 'e-mail addresses',
  label: 'EMAIL',
  find: (text) => matches(text, address),
  same: (value) => value.toLowerCase(),
};

/** +49 30 901820, 0049…, up to fifteen digits (E.164). */
const international = /(?<![\w+])(?:\+|00)[1-9](?:[ ()./-]{0,2}\d){6,14}(?!\w)/g;
/** (212) 555-0123, 212-555-0123, 212.555.0123. */
const northAmerican =
  /(?<![\w.-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\w-])/g;
/** 030 901820, 0171/2345678, 020 7946 0958: a leading zero and at least one separator. */
const national = /(?<![\w.,+-])\(?0[1-9]\d{1,4}\)?[ /-]{1,3}\d{3,8}(?:[ -]\d{2,5}){0,3}(?!\w|[.,]\d)/g;

function isPhone(value: string): boolean {
  const { length } = digitsOf(value);
  return length >= 8 && length <= 15;
}

export const phoneNumber: ScrubRule = {
  name: 'phone',
  about: 'phone numbers: international, North American, and national ones with a leading zero',
  label: 'PHONE',
  *find(text) {
    yield* matches(text, international, isPhone);
    yield* matches(text, northAmerican, isPhone);
    yield* matches(text, national, isPhone);
  },
  same: (value) => digitsOf(value).replace(/^00/, ''),
};
