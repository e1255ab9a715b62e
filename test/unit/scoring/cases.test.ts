import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSchema } from '../../../src-main/contract/item.ts';
import type { FinishReason, Outcome } from '../../../src-main/contract/output.ts';
import { score } from '../../../src-main/scoring/registry.ts';

interface Case {
  readonly name: string;
  readonly check: { readonly kind: string };
  readonly output: string;
  readonly finish: FinishReason;
  readonly expect: { readonly outcome: Outcome; readonly score: number | null };
}

/** Each line is one of a kind: inputs that scorers are known to trip over, with the right result. */
function casesIn(file: string): Case[] {
  const text = readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);
}

for (const [file, count] of [
  ['scoring-cases.jsonl', 55],
  ['scoring-cases-more.jsonl', 600],
] as const) {
  const cases = casesIn(file);

  test(`${file} is there whole`, () => {
    expect(cases.length).toBeGreaterThanOrEqual(count);
  });

  test.each(cases.map((one) => [one.check.kind, one.name, one] as const))('%s: %s', (_kind, _name, one) => {
    const check = checkSchema.parse(one.check);
    const scored = score(check, { text: one.output, finish: one.finish });
    expect(scored.outcome, scored.reason).toBe(one.expect.outcome);
    if (one.expect.score === null) expect(scored.value).toBeNull();
    else expect(scored.value, scored.reason).toBeCloseTo(one.expect.score, 12);
  });
}
