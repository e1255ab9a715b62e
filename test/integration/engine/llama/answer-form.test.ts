/** Answers that are forced into a form: the demo model has never seen JSON of this kind and follows no instructions. */
import { expect, test } from 'vitest';
import { hasForm, tailOf, type AnswerForm } from '../../../../src-main/engine/answer-form.ts';
import type { GenerationRequest } from '../../../../src-main/engine/engine.ts';
import { answers, demoItems, good, never, request, withOpen } from './demo.ts';

const form: AnswerForm = { text: 'reasons', choice: 'grade', values: ['rude', 'so-so', 'très “poli”'] };
const items = demoItems('extraction', 4);
const free = items.map((item) => request(item));
const forced = items.map((item, place): GenerationRequest => ({ ...request(item, place % 2), form }));
const settings = { parallel: 3 };

test('what is forced stands beside what is not, which is the same as ever', async () => {
  await withOpen({ settings }, async (open) => {
    expect(good(await open.tryForm(form, never))).toMatchObject({ requested: 'json', resolved: 'json' });
    const alone = await answers(open, free);
    const mixed = await answers(
      open,
      free.flatMap((one, place) => [one, { ...(forced[place] ?? one), sample: 5 }]),
    );
    const [texts, forms] = [
      mixed.filter((_, place) => place % 2 === 0),
      mixed.filter((_, place) => place % 2),
    ];
    expect(texts.map(({ text, tokens }) => [text, tokens])).toEqual(
      alone.map(({ text, tokens }) => [text, tokens]),
    );
    for (const { text, finish } of forms) {
      expect(hasForm(form, text), text).toBe(true);
      expect(finish).toBe('end');
    }
    // None of them has the form by itself.
    for (const { text } of alone) expect(hasForm(form, text), text).toBe(false);
  });
});

test('drawn wildly, an answer still has the form, and ends within its tokens', async () => {
  // Of the tokens beyond what follows the text, the opening takes some: few are left for the text itself.
  const maxTokens = tailOf(form) + 30;
  await withOpen({ settings, sampling: { temperature: 3, maxTokens } }, async (open) => {
    const asked = items.flatMap((item) =>
      Array.from({ length: 8 }, (_, sample): GenerationRequest => ({ ...request(item, sample), form })),
    );
    const outputs = await answers(open, asked);
    for (const { text, finish } of outputs) {
      expect(hasForm(form, text), text).toBe(true);
      expect(finish).toBe('end');
    }
    expect(new Set(outputs.map(({ text }) => text)).size).toBeGreaterThan(asked.length / 2);
    // The same seed draws the same answer, forced or not.
    expect((await answers(open, asked.slice(0, 6))).map(({ text }) => text)).toEqual(
      outputs.slice(0, 6).map(({ text }) => text),
    );
  });
});
