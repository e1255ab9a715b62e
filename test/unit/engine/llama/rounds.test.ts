import { describe, expect, test } from 'vitest';
import { Rounds } from '../../../../src-main/engine/llama/worker/rounds.ts';

/** Members that go through so many rounds each, and write down every step. */
async function play(turns: readonly number[]): Promise<readonly string[]> {
  const rounds = new Rounds(turns.length);
  const steps: string[] = [];
  await Promise.all(
    turns.map(async (count, member) => {
      for (let turn = 1; turn <= count; turn += 1) {
        await rounds.arrive();
        steps.push(`${turn}:${member}`);
        // Members take different times between two rounds.
        for (let pause = 0; pause < member * 3; pause += 1) await Promise.resolve();
      }
      rounds.leave();
    }),
  );
  return steps;
}

describe('Rounds', () => {
  test('no member begins a round before all have ended the one before', async () => {
    const steps = await play([3, 3, 3]);
    expect(steps.map((step) => step.split(':')[0])).toEqual(['1', '1', '1', '2', '2', '2', '3', '3', '3']);
  });

  test('those that stay go on when others leave, the last one alone too', async () => {
    const steps = await play([1, 4, 2]);
    expect(steps.map((step) => step.split(':')[0])).toEqual(['1', '1', '1', '2', '2', '3', '4']);
  });

  test('one member never waits', async () => {
    expect(await play([3])).toEqual(['1:0', '2:0', '3:0']);
  });

  test('members that leave before they arrive hold nobody up', async () => {
    expect(await play([0, 0, 2])).toEqual(['1:2', '2:2']);
  });
});
