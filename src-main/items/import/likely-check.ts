/** A first guess at a check, for sources that hold only an answer: the person may choose another. */
import type { Check } from '../../contract/item.ts';
import { parseJson } from './json-text.ts';

const number = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/;
const shortWords = 6;

/** The number that a text is and nothing besides; undefined otherwise. Thousands may have commas. */
export function wholeNumber(text: string): number | undefined {
  const bare = text.trim().replace(/^[$€£]\s*|\.$/g, '');
  if (!number.test(bare) || !/\d/.test(bare)) return undefined;
  const value = Number(bare.replaceAll(',', ''));
  return Number.isFinite(value) ? value : undefined;
}

/**
 * `numeric` for a number, `json_equal` for JSON, `exact` for a few words, and for longer text `f1`: the share of
 * words that answer and reference have in common, a hint at a change and no judgement of quality.
 */
export function likelyCheck(answer: string): Check {
  const text = answer.trim();
  const value = wholeNumber(text);
  if (value !== undefined) return { kind: 'numeric', answer: value };
  if (/^[{[]/.test(text)) {
    const json = parseJson(text, {});
    if (json.ok) return { kind: 'json_equal', answer: json.data };
  }
  if (text.split(/\s+/).length <= shortWords && text.length <= 80) return { kind: 'exact', answer: text };
  return { kind: 'f1', answer: text };
}
