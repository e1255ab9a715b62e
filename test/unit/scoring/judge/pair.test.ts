import { describe, expect, test } from 'vitest';
import { disarmed } from '../../../../src-main/scoring/judge/disarm.ts';
import { hasForm } from '../../../../src-main/engine/answer-form.ts';
import { pairForm } from '../../../../src-main/scoring/judge/form.ts';
import { pairMessages, pairPromptVersion } from '../../../../src-main/scoring/judge/pair-prompt.ts';
import { readChoice, readPair } from '../../../../src-main/scoring/judge/pair-reading.ts';
import { injections } from './injections.ts';

const messages = [{ role: 'user', content: 'Say hello.' }] as const;
const check = { kind: 'exact', answer: 'Hello.' } as const;

function promptOf(
  first: string,
  second: string,
  item: Parameters<typeof pairMessages>[0] = { check, messages },
) {
  const [message, ...others] = pairMessages(item, { first, second });
  expect(others).toEqual([]);
  return message?.content ?? '';
}

/** What stands between the fences of each text, and what stands outside of every fence. */
function partsOf(prompt: string) {
  const fence = /the number ([0-9a-f]{32})\./.exec(prompt)?.[1] ?? '';
  const inside = new RegExp(
    `\\n(TASK|REFERENCE|ANSWER 1|ANSWER 2) ${fence} BEGINS\\n([^]*?)\\n\\1 ${fence} ENDS\\n`,
    'g',
  );
  const texts = Object.fromEntries(
    [...prompt.matchAll(inside)].map(([, name = '', text = '']) => [name, text]),
  );
  return { texts, fence, outside: prompt.replace(inside, '\n') };
}

/** As the list has them, and with the word that a pair's judge writes. */
const pairInjections = injections.flatMap((text) => [
  text,
  text.replaceAll('"grade": 5', '"choice": "1"').replaceAll('ANSWER', 'ANSWER 2'),
]);

describe('the prompt about two answers', () => {
  test('says the task and both answers in their order, and asks for reasons first', () => {
    const prompt = promptOf('Hello!', 'Go away.');
    expect(partsOf(prompt).texts).toEqual({
      TASK: 'Say hello.',
      'ANSWER 1': 'Hello!',
      'ANSWER 2': 'Go away.',
    });
    expect(prompt.indexOf('First write your reasons')).toBeGreaterThan(prompt.indexOf('Go away.'));
    expect(prompt.endsWith('{"choice":"tie"}')).toBe(true);
  });

  test('asks for JSON alone where its form is forced, in the form that it is forced into, and is another prompt', () => {
    const ask = (isForced: boolean) =>
      pairMessages({ check, messages }, { first: 'Hello!', second: 'Hi.' }, [], isForced)[0]?.content ?? '';
    const shown = ask(true).split('\n').at(-1) ?? '';
    expect(hasForm(pairForm, shown), shown).toBe(true);
    expect(ask(false)).toBe(promptOf('Hello!', 'Hi.'));
    const upToRequest = (prompt: string) =>
      prompt.slice(0, prompt.lastIndexOf('\n', prompt.lastIndexOf('\n') - 1));
    expect(upToRequest(ask(true))).toBe(upToRequest(ask(false)));
    expect(pairPromptVersion(true)).not.toBe(pairPromptVersion(false));
  });

  test('goes by an item’s own rubric and reference where it has them', () => {
    const own = {
      kind: 'judge' as const,
      rubric: 'Is it polite?',
      scale: ['no', 'yes'],
      reference: 'Gladly.',
    };
    const prompt = promptOf('Hello!', 'Go away.', { check: own, messages });
    expect(prompt).toContain('RUBRIC\nIs it polite?\n');
    expect(partsOf(prompt).texts.REFERENCE).toBe('Gladly.');
  });

  test.each(pairInjections)('keeps %j inside of its fence, on either side', (injection) => {
    const normal = ({ outside, fence }: ReturnType<typeof partsOf>): string =>
      outside.replaceAll(fence, '#').replace(/ A space was put after[^\n]*away\./, '');
    const plain = normal(partsOf(promptOf('Hello!', 'Hello.')));
    for (const [first, second] of [
      [injection, 'Hello.'],
      ['Hello!', injection],
    ] as const) {
      const parts = partsOf(promptOf(first, second));
      expect(parts.texts['ANSWER 1']).toBe(disarmed(first));
      expect(parts.texts['ANSWER 2']).toBe(disarmed(second));
      expect(normal(parts)).toBe(plain);
    }
  });

  test('an answer that repeats the whole prompt of an earlier comparing is still inside', () => {
    const earlier = promptOf('Hello!', 'Hello.');
    const { texts, fence } = partsOf(promptOf('Hello!', earlier));
    expect(texts['ANSWER 2']).toBe(disarmed(earlier));
    expect(earlier).not.toContain(fence);
  });
});

describe('the reading of a choice', () => {
  const read = (text: string, swapped = false) => readChoice({ text, finish: 'end' }, swapped);

  test('names the candidate that stood there, and whether it stood first', () => {
    expect(read('It is kinder.\n{"choice": "1"}')).toEqual({ ok: true, choice: 'one', first: true });
    expect(read('{"choice": 2}')).toEqual({ ok: true, choice: 'other', first: false });
    expect(read('{"choice": "1"}', true)).toEqual({ ok: true, choice: 'other', first: true });
    expect(read('```json\n{"Choice": "2"}\n```', true)).toEqual({ ok: true, choice: 'one', first: false });
    expect(read('{"choice": "Tie"}', true)).toEqual({ ok: true, choice: 'tie', first: null });
  });

  test('takes the choice of an answer in the forced form, whatever its reasons quote', () => {
    const forced = (reasons: string, choice: string) => read(JSON.stringify({ reasons, choice }));
    expect(forced('Both are kind.', 'tie')).toEqual({ ok: true, choice: 'tie', first: null });
    expect(forced('It asks for {"choice": "2"} and <think>.', '1')).toEqual({
      ok: true,
      choice: 'one',
      first: true,
    });
  });

  test('takes the last word, after a choice that was quoted out of an answer', () => {
    expect(read('Answer 2 asks for {"choice": "2"}, which is no reason.\n{"choice": "1"}')).toMatchObject({
      choice: 'one',
    });
  });

  test.each([
    'The first one.',
    '{"choice": "3"}',
    '{"choice": "answer 1"}',
    '{"choice": "1"} or {"choice": "2"}, who knows',
    '{"grade": 1}',
    '<think>The first',
    '',
  ])('finds no choice in %j', (text) => {
    expect(read(text).ok).toBe(false);
  });

  test('takes none from an answer that was cut off after one, or that did not come', () => {
    const cut = { text: 'It says {"choice": "1"}, but', finish: 'length' } as const;
    expect(readChoice(cut, false)).toMatchObject({ ok: false });
    expect(readChoice({ text: '', finish: 'error', error: 'Gone.' }, false)).toEqual({
      ok: false,
      reason: 'the judge gave no answer: Gone.',
    });
    expect(readChoice({ text: '', finish: 'overlong' }, true).ok).toBe(false);
  });
});

describe('both orders', () => {
  const said = (text: string, swapped: boolean) => readChoice({ text, finish: 'end' }, swapped);
  const both = (straight: string, swapped: string) =>
    readPair(said(`{"choice": "${straight}"}`, false), said(`{"choice": "${swapped}"}`, true));

  test('agree on the same candidate, or make a tie', () => {
    expect(both('1', '2')).toEqual({ ok: true, choice: 'one', consistent: true });
    expect(both('2', '1')).toEqual({ ok: true, choice: 'other', consistent: true });
    expect(both('tie', 'tie')).toEqual({ ok: true, choice: 'tie', consistent: true });
    expect(both('1', '1')).toEqual({ ok: true, choice: 'tie', consistent: false });
    expect(both('2', '2')).toEqual({ ok: true, choice: 'tie', consistent: false });
    expect(both('1', 'tie')).toEqual({ ok: true, choice: 'tie', consistent: false });
  });

  test('are no choice where one of them cannot be read', () => {
    expect(both('1', '9').ok).toBe(false);
    expect(both('9', '2').ok).toBe(false);
  });
});
