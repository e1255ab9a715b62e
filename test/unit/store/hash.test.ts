import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Item } from '../../../src-main/contract/item.ts';
import { itemSetHash } from '../../../src-main/store/hash.ts';

const one: Item = {
  id: 'a1',
  messages: [{ role: 'user', content: 'What is 1 + 1? é' }],
  stratum: 'sums',
  split: 'held_out',
  check: { kind: 'numeric', answer: 2 },
};
const two: Item = { ...one, id: 'a2' };

test('the hash of a set is that of its canonical JSONL, as `sha256sum` reckons it', () => {
  const line = (id: string) =>
    `{"check":{"answer":2,"kind":"numeric"},"id":"${id}","messages":[{"content":"What is 1 + 1? é","role":"user"}],"split":"held_out","stratum":"sums"}\n`;
  const file = line('a1') + line('a2');
  expect(itemSetHash([one, two])).toBe(createHash('sha256').update(file).digest('hex'));
});

test('it changes with the order and with any field, and not with the order of the fields', () => {
  const hash = itemSetHash([one, two]);
  expect(itemSetHash([two, one])).not.toBe(hash);
  expect(itemSetHash([one])).not.toBe(hash);
  expect(itemSetHash([{ ...one, split: 'dev' }, two])).not.toBe(hash);
  expect(itemSetHash([{ ...one, band: 'easy' }, two])).not.toBe(hash);
  const { id, ...rest } = one;
  expect(itemSetHash([{ ...rest, id }, two])).toBe(hash);
});
