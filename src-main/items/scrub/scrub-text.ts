/** Finding and replacing in one text, with placeholders that stay the same for one value. */
import type { Found, ScrubRule } from './rule.ts';

export interface Hit extends Found {
  readonly rule: string;
  readonly value: string;
  readonly placeholder: string;
}

/** Numbers the values of one item: the same value gets the same placeholder in every text of it. */
export class Placeholders {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  of(rule: ScrubRule, value: string): string {
    const key = `${rule.name}\u0000${rule.same?.(value) ?? value}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(rule.label) ?? 0) + 1;
    this.counts.set(rule.label, count);
    const placeholder = `[${rule.label}_${count}]`;
    this.known.set(key, placeholder);
    return placeholder;
  }
}

/** Stands for a place that is taken, while other rules look at the text; it is no letter, digit or punctuation. */
const mask = '\uFFFC';

/**
 * The hits in a text, in its order, none overlapping: the earlier rule wins, then the longer hit. A rule looks again
 * after each of its finds, so that nothing is missed because two of its finds shared a character.
 */
export function findHits(text: string, rules: readonly ScrubRule[], placeholders: Placeholders): Hit[] {
  const taken: (Found & { readonly rule: ScrubRule })[] = [];
  let masked = text;
  for (const rule of rules) {
    for (;;) {
      const free = (span: Found): boolean =>
        span.end > span.start && masked.slice(span.start, span.end) === text.slice(span.start, span.end);
      const fresh = apart([...rule.find(masked)].filter(free));
      if (fresh.length === 0) break;
      taken.push(...fresh.map((span) => ({ ...span, rule })));
      masked = withMasks(masked, fresh);
    }
  }
  return taken
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, rule }) => {
      const value = text.slice(start, end);
      return { start, end, rule: rule.name, value, placeholder: placeholders.of(rule, value) };
    });
}

/** Spans of which none overlap, the longer kept, in the text's order. */
function apart(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const span of found.toSorted((one, other) => other.end - other.start - (one.end - one.start))) {
    if (kept.every((other) => span.end <= other.start || span.start >= other.end)) kept.push(span);
  }
  return kept.sort((one, other) => one.start - other.start);
}

function withMasks(text: string, spans: readonly Found[]): string {
  let result = '';
  let copied = 0;
  for (const { start, end } of spans) {
    result += text.slice(copied, start) + mask.repeat(end - start);
    copied = end;
  }
  return result + text.slice(copied);
}

/** The text with every hit's placeholder in its place. */
export function replaceHits(text: string, hits: readonly Hit[]): string {
  let result = '';
  let copied = 0;
  for (const { start, end, placeholder } of hits) {
    result += text.slice(copied, start) + placeholder;
    copied = end;
  }
  return result + text.slice(copied);
}
