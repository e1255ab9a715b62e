import { expect, test } from 'vitest';
import type { Output } from '../../../src-main/contract/output.ts';
import { failure, success } from '../../../src-main/contract/result.ts';
import { OutputWriter } from '../../../src-main/experiment/output-writer.ts';

const output = (itemId: string) => ({ itemId, sample: 0 }) as Output;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes in one turn goes into one transaction, in order', async () => {
  const batches: string[][] = [];
  const committed: string[] = [];
  const writer = new OutputWriter(
    (outputs) => {
      batches.push(outputs.map((one) => one.itemId));
      return success(undefined);
    },
    (one) => committed.push(one.itemId),
    () => undefined,
  );
  writer.add(output('a'));
  writer.add(output('b'));
  expect(batches).toEqual([]);
  await turn();
  writer.add(output('c'));
  expect(writer.flush().ok).toBe(true);
  await turn();
  expect(batches).toEqual([['a', 'b'], ['c']]);
  expect(committed).toEqual(['a', 'b', 'c']);
});

test('a write that fails is told once, and nothing after it counts as committed', async () => {
  const committed: string[] = [];
  let told = 0;
  let room = 1;
  const writer = new OutputWriter(
    () => (room-- > 0 ? success(undefined) : failure('store_full', 'the disk is full')),
    (one) => committed.push(one.itemId),
    () => {
      told += 1;
    },
  );
  for (const id of ['a', 'b', 'c']) {
    writer.add(output(id));
    await turn();
  }
  expect(committed).toEqual(['a']);
  expect(told).toBe(1);
  const ended = writer.flush();
  expect(ended.ok ? null : ended.error.code).toBe('store_full');
});
