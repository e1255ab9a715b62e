import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '../../../src-main/contract/calls/calls.ts';
import { longestPage } from '../../../src-main/contract/calls/shapes.ts';

const entries = Object.entries(calls);

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: unknown;
}

const json = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io }) as JsonSchema;

describe('the calls', () => {
  test.each(entries)('%s is named domain.verb_noun', (name) => {
    expect(name).toMatch(/^[a-z]+\.[a-z]+(?:_[a-z]+)+$/);
  });

  test.each(entries)('%s takes one strict object and answers with one object', (_name, { input, output }) => {
    expect(json(input, 'input')).toMatchObject({ type: 'object', additionalProperties: false });
    expect(json(output, 'output')).toMatchObject({ type: 'object' });
  });

  test.each(entries)('%s sends a list of rows in pages or under a limit', (_name, { output }) => {
    const rows = json(output, 'output').properties?.['rows'];
    if (rows === undefined) return;
    expect(rows.maxItems).toBeLessThanOrEqual(longestPage * 2);
  });

  test('no list of rows is asked for without a page, but those under a fixed limit', () => {
    const unpaged = entries
      .filter(([, { output }]) => json(output, 'output').properties?.['rows'] !== undefined)
      .filter(([, { input }]) => json(input, 'input').properties?.['page'] === undefined)
      .map(([name]) => name);
    expect(unpaged).toEqual(['results.read_costs', 'results.read_outcomes', 'runs.list_latest_outputs']);
  });

  test('paths with a NUL and identifiers with a slash are refused', () => {
    expect(calls['models.add_folder'].input.safeParse({ path: '/a\0b' }).success).toBe(false);
    expect(calls['comparisons.read_comparison'].input.safeParse({ comparison: '../x' }).success).toBe(false);
    expect(calls['models.add_endpoint'].input.safeParse({ url: 'file:///etc/passwd' }).success).toBe(false);
  });
});
