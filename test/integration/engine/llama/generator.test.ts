/** The inside of the engine's process, in this one, where its library can be broken on purpose. */
import { expect, test } from 'vitest';
import type { Output } from '../../../../src-main/contract/output.ts';
import { ClassesGenerator } from '../../../../src-main/engine/llama/worker/classes-generator.ts';
import { loadCandidate } from '../../../../src-main/engine/llama/worker/load.ts';
import { NativeLog } from '../../../../src-main/engine/llama/worker/native-log.ts';
import { candidate, demoItems, good, request } from './demo.ts';

test('a library that fails ends the sitting: no item is blamed, the rest stays unanswered', async () => {
  const given = candidate({ settings: { parallel: 3 } });
  const { ready, facts } = good(
    await loadCandidate(given, new NativeLog(() => undefined), { classesOnly: true }),
  );
  const { lane } = ready;
  if (lane.name !== 'classes') throw new Error('the direct lane came up');
  expect(facts.log.length).toBeGreaterThan(50);
  const requests = demoItems('sorting', 30).map((item) => request(item));
  const delivered: Output[] = [];
  const { delivered: count, failure } = await new ClassesGenerator(ready, lane.context).answer(
    requests,
    (output) => {
      delivered.push(output);
      if (delivered.length === 2) void lane.context.dispose();
    },
    () => false,
  );
  expect(failure?.code).toBe('engine_failed');
  expect(count).toBe(delivered.length);
  expect(count).toBeLessThan(requests.length);
  expect(delivered.map((output) => output.finish)).toEqual(delivered.map(() => 'end'));
  await ready.llama.dispose();
});
