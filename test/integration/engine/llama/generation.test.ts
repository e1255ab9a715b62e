/** What comes out of the real demo model. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Output } from '../../../../src-main/contract/output.ts';
import { answers, demoItems, request, withOpen, type CandidateChanges } from './demo.ts';

const facts = demoItems('facts', 14);
const mixed = [...facts, ...demoItems('classification', 13), ...demoItems('extraction', 13)];
const several = ['arithmetic', 'multiple_choice', 'sorting', 'multi_tool'].flatMap((stratum) =>
  demoItems(stratum, 8),
);

function isRight(output: Output, answer: unknown): boolean {
  if (typeof answer === 'string') return output.text === answer;
  try {
    return JSON.stringify(sorted(JSON.parse(output.text))) === JSON.stringify(sorted(answer));
  } catch {
    return false;
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function generate(
  changes: CandidateChanges,
  items: readonly { readonly id: string; readonly input: string }[],
  sample = 0,
): Promise<readonly Output[]> {
  return withOpen(changes, (open) =>
    answers(
      open,
      items.map((item) => request(item, sample)),
    ),
  );
}

const tokensOf = (outputs: readonly Output[]): readonly unknown[] => outputs.map((output) => output.tokens);

let greedy: Promise<readonly Output[]> | undefined;
/** Greedy answers to the facts, one at a time: generated for the first test that asks. */
function greedyFacts(): Promise<readonly Output[]> {
  greedy ??= generate({}, facts);
  return greedy;
}

describe('greedy answers', () => {
  test('are those that the model is known for', async () => {
    const outputs = await generate({}, mixed);
    const right = outputs.map((output, index) => isRight(output, mixed[index]?.answer));
    expect(right.slice(0, facts.length)).toEqual(facts.map(() => true));
    expect(right.filter(Boolean).length).toBeGreaterThanOrEqual(38);
  });

  test('say how they ended, what went in and how long it took', async () => {
    const [output] = await generate({}, [{ id: 'syria', input: 'Tell me the capital of Syria.' }]);
    const promptTokens = [1, 4, 706, 439, 421, 276, 337, 329, 320, 691, 417, 676, 692, 6, 5];
    const littleEndian = Buffer.alloc(promptTokens.length * 4);
    for (const [index, token] of promptTokens.entries()) littleEndian.writeInt32LE(token, index * 4);
    expect(output).toMatchObject({
      itemId: 'syria',
      sample: 0,
      text: 'Damascus',
      finish: 'end',
      promptTokens: 15,
      generatedTokens: 5,
      tokens: [720, 375, 445, 690, 512],
      promptHash: createHash('sha256')
        .update('<s><|user|>Tell me the capital of Syria.<|end|><|assistant|>')
        .digest('hex'),
      tokenHash: createHash('sha256').update(littleEndian).digest('hex'),
    });
    expect(output?.firstTokenMs).toBeGreaterThan(0);
    expect(output?.totalMs).toBeGreaterThanOrEqual(output?.firstTokenMs ?? Infinity);
  });

  test('are the same token for token with one sequence and with four', async () => {
    const alone = await generate({}, several);
    const together = await generate({ settings: { parallel: 4 } }, several);
    expect(tokensOf(together)).toEqual(tokensOf(alone));
  });

  test('repeat with flash attention and eight sequences, because the batches repeat', async () => {
    const changes = { settings: { parallel: 8, flashAttention: true } };
    expect(tokensOf(await generate(changes, several))).toEqual(tokensOf(await generate(changes, several)));
  });

  test('do not depend on batches smaller than a prompt', async () => {
    const changes = { settings: { batch: 16, parallel: 2 } };
    expect(tokensOf(await generate(changes, facts))).toEqual(tokensOf(await greedyFacts()));
  });
});

describe('sampled answers', () => {
  const hot = (seed: number): CandidateChanges => ({ sampling: { temperature: 1, seed } });

  test('repeat with the seed and change with it', async () => {
    const first = tokensOf(await generate(hot(1), several));
    expect(tokensOf(await generate(hot(1), several))).toEqual(first);
    expect(tokensOf(await generate(hot(2), several))).not.toEqual(first);
  });

  test('count the sample on to the seed', async () => {
    expect(tokensOf(await generate(hot(1), several, 3))).toEqual(tokensOf(await generate(hot(4), several)));
  });

  test('are the greedy ones where one candidate token is left', async () => {
    const narrow = { sampling: { temperature: 1, topK: 1 } };
    expect(tokensOf(await generate(narrow, facts))).toEqual(tokensOf(await greedyFacts()));
  });

  test('are the greedy ones where only the likeliest token passes', async () => {
    const narrow = { sampling: { temperature: 1, minP: 1 } };
    expect(tokensOf(await generate(narrow, facts))).toEqual(tokensOf(await greedyFacts()));
  });
});

const syria = [{ id: 'syria', input: 'Tell me the capital of Syria.' }];

describe('endings', () => {
  test('a stop string that spans tokens cuts the text before it', async () => {
    const [output] = await generate({ sampling: { stops: ['###', 'masc'] } }, syria);
    expect(output).toMatchObject({ text: 'Da', finish: 'stop', stop: 'masc' });
    expect(output?.generatedTokens).toBeLessThan(5);
  });

  test('of two stop strings the one that begins first counts', async () => {
    const [output] = await generate({ sampling: { stops: ['us', 'cus', 'ascu'] } }, syria);
    expect(output).toMatchObject({ text: 'Dam', finish: 'stop', stop: 'ascu' });
  });

  test('a stop string at the very end stops before the model ends', async () => {
    const [output] = await generate({ sampling: { stops: ['Damascus'] } }, syria);
    expect(output).toMatchObject({ text: '', finish: 'stop', stop: 'Damascus' });
  });

  test('the token limit cuts and says so', async () => {
    const [output] = await generate({ sampling: { maxTokens: 3 } }, syria);
    expect(output).toMatchObject({ finish: 'length', generatedTokens: 3, tokens: [720, 375, 445] });
  });

  test('an answer that ends at the token limit by itself is still one that ran into it', async () => {
    const [five] = await generate({ sampling: { maxTokens: 5 } }, syria);
    expect(five).toMatchObject({ text: 'Damascus', finish: 'length' });
    const [six] = await generate({ sampling: { maxTokens: 6 } }, syria);
    expect(six).toMatchObject({ text: 'Damascus', finish: 'end' });
  });
});

describe('the system message', () => {
  const [withoutSystem] = syria.map((item) => request(item));

  test("of the candidate is put where the item has none, and the item's own stays", async () => {
    if (withoutSystem === undefined) throw new Error('no request');
    const own = {
      ...withoutSystem,
      itemId: 'own',
      messages: [{ role: 'system' as const, content: 'Be brief.' }, ...withoutSystem.messages],
    };
    const [plain] = await withOpen({}, (open) => answers(open, [withoutSystem]));
    const planned = { system: 'Be brief.' };
    const [added, kept] = await withOpen(planned, (open) => answers(open, [withoutSystem, own]));
    expect(added?.promptHash).toBe(kept?.promptHash);
    expect(added?.tokenHash).toBe(kept?.tokenHash);
    expect(added?.promptHash).not.toBe(plain?.promptHash);
  });
});
