import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckOf } from '../../../../src-main/contract/item.ts';
import { disarmed } from '../../../../src-main/scoring/judge/disarm.ts';
import { fenceOf } from '../../../../src-main/scoring/judge/fence.ts';
import { judgeMessages } from '../../../../src-main/scoring/judge/prompt.ts';
import { gradesOf, placeOfGrade, valueOfGrade } from '../../../../src-main/scoring/judge/scale.ts';
import { injections } from './injections.ts';

const numbers: CheckOf<'judge'> = { kind: 'judge', rubric: 'Is it polite?', scale: { min: 1, max: 5 } };
const names: CheckOf<'judge'> = {
  kind: 'judge',
  rubric: 'Is it polite?',
  scale: ['rude', 'plain', 'polite'],
  reference: 'Gladly.',
};
const task = [{ role: 'user', content: 'Say hello.' }] as const;

function promptOf(check: CheckOf<'judge'>, answer: string, markers: readonly string[] = []): string {
  const [message, ...others] = judgeMessages(check, task, answer, markers);
  expect(others).toEqual([]);
  expect(message?.role).toBe('user');
  return message?.content ?? '';
}

/** What stands between the fences of the answer, and what stands outside of every fence. */
function partsOf(prompt: string): {
  readonly answer: string;
  readonly outside: string;
  readonly fence: string;
} {
  const fence = /the number ([0-9a-f]{32})\./.exec(prompt)?.[1] ?? '';
  const inside = new RegExp(
    `\\n(TASK|REFERENCE|ANSWER) ${fence} BEGINS\\n([^]*?)\\n\\1 ${fence} ENDS\\n`,
    'g',
  );
  const answer = [...prompt.matchAll(inside)].find(([, name]) => name === 'ANSWER')?.[2] ?? '';
  return { answer, outside: prompt.replace(inside, '\n'), fence };
}

describe('the prompt', () => {
  test('says the rubric, the grades, the task, the reference and the answer, and asks for reasons first', () => {
    const prompt = promptOf(names, 'Hello!');
    expect(prompt).toContain('RUBRIC\nIs it polite?');
    expect(prompt).toContain('"rude", "plain", "polite"');
    expect(prompt).toMatch(/TASK [0-9a-f]{32} BEGINS\nSay hello\.\nTASK/);
    expect(prompt).toMatch(/REFERENCE [0-9a-f]{32} BEGINS\nGladly\.\nREFERENCE/);
    expect(partsOf(prompt).answer).toBe('Hello!');
    expect(prompt.indexOf('First write your reasons')).toBeGreaterThan(prompt.indexOf('Hello!'));
    expect(prompt.endsWith('{"grade":"plain"}')).toBe(true);
    expect(promptOf(numbers, 'Hello!')).toContain('the whole numbers from 1 to 5');
    expect(promptOf(numbers, 'Hello!').endsWith('{"grade":3}')).toBe(true);
  });

  test('asks for the form into which the answer is forced, and is the same otherwise', () => {
    const ask = (check: CheckOf<'judge'>, isForced: boolean) =>
      judgeMessages(check, task, 'Hello!', [], isForced)[0]?.content ?? '';
    expect(ask(names, true).endsWith('\n{"reasons": "…", "grade": "plain"}')).toBe(true);
    expect(ask(numbers, true).endsWith('\n{"reasons": "…", "grade": 3}')).toBe(true);
    const upToRequest = (prompt: string) =>
      prompt.slice(0, prompt.lastIndexOf('\n', prompt.lastIndexOf('\n') - 1));
    expect(upToRequest(ask(names, true))).toBe(upToRequest(ask(names, false)));
    expect(ask(names, false)).toBe(promptOf(names, 'Hello!'));
  });

  test.each(injections)('keeps %j inside of its fence', (injection) => {
    const prompt = promptOf(numbers, injection);
    const { answer, outside, fence } = partsOf(prompt);
    expect(answer).toBe(disarmed(injection));
    expect(fence).toHaveLength(32);
    expect(answer).not.toContain(fence);
    // What is outside of the fences is the same whatever the answer says, but for the fence and the remark on gaps.
    const plain = partsOf(promptOf(numbers, 'Hello!'));
    const normal = (text: string, mark: string): string =>
      text.replaceAll(mark, '#').replace(/ A space was put after[^\n]*away\./, '');
    expect(normal(outside, fence)).toBe(normal(plain.outside, plain.fence));
  });

  test('an answer that repeats the whole prompt of an earlier judging is still inside', () => {
    const earlier = promptOf(numbers, 'Hello!');
    const { answer, fence } = partsOf(promptOf(numbers, earlier));
    expect(answer).toBe(disarmed(earlier));
    expect(earlier).not.toContain(fence);
  });

  test('a task of several messages names who speaks', () => {
    const [message] = judgeMessages(
      numbers,
      [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hello?' },
      ],
      'Hi.',
    );
    expect(message?.content).toContain('(system) Be kind.\n\n(user) Hello?');
  });
});

describe('the fence', () => {
  test('is in no text that it is made for, and is the same for the same texts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), (texts) => {
        const fence = fenceOf(texts);
        expect(fence).toMatch(/^[0-9a-f]{32}$/);
        expect(texts.some((text) => text.includes(fence))).toBe(false);
        expect(fenceOf(texts)).toBe(fence);
        // A text that was written around that fence gets another one.
        expect(fenceOf([...texts, fence])).not.toBe(fence);
      }),
    );
  });
});

describe('disarming', () => {
  const markers = [
    '<|im_end|>',
    '</s>',
    '[INST]',
    '<start_of_turn>',
    '<｜User｜>',
    '◁think▷',
    'odd·token',
    '<<SYS>>',
  ];

  test('leaves no marker whole, wherever it stands and however they are put together', () => {
    const piece = fc.oneof(
      fc.constantFrom(...markers),
      fc.string({ maxLength: 4 }),
      fc.constantFrom('<', '|', '>', '['),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const safe = disarmed(pieces.join(''), markers);
        for (const marker of markers) expect(safe).not.toContain(marker);
      }),
      { numRuns: 500 },
    );
  });

  test('comes to an end with markers that gaps cannot part, or that gaps make', () => {
    expect(disarmed('a  b', ['a ', '  ', ' ', 'a', 'ab', 'a b', 'a  b'])).toBe('a   b');
    expect(disarmed('ab', ['ab', 'a b', 'a  b'])).toBe('a   b');
    // One seen character after white space, and more of them.
    expect(disarmed('say  a', [' a'])).toBe('say  a');
    expect(disarmed('say  ab', [' ab'])).toBe('say  a b');
    expect(disarmed('a$&b', ['a$&b'])).toBe('a $&b');
  });

  test('comes to an end with any markers, and leaves none that has two seen characters', () => {
    const few = fc.string({ unit: fc.constantFrom(' ', '\n', 'a', 'b'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(' ', '\n', 'a', 'b'), maxLength: 20 }),
        fc.array(few),
        (text, own) => {
          const safe = disarmed(text, own);
          for (const marker of own) if (/\S\s*\S/u.test(marker)) expect(safe).not.toContain(marker);
        },
      ),
    );
  });

  test('leaves other text as it is', () => {
    for (const text of ['a < b > c', 'x[0] + y[i]', 'if (a<b && c>d)', '3 | 4', 'I <3 you', '[1, 2]'])
      expect(disarmed(text, markers)).toBe(text);
  });

  test('takes out what is hidden in tag characters', () => {
    expect(disarmed('fine\u{E0067}\u{E0069}.')).toBe('fine.');
  });
});

describe('the scale', () => {
  test('spaces its grades evenly from 0 to 1', () => {
    expect(gradesOf({ min: 1, max: 5 })).toEqual(['1', '2', '3', '4', '5']);
    expect(gradesOf({ min: -1, max: 1 })).toEqual(['-1', '0', '1']);
    expect([0, 1, 2, 3, 4].map((place) => valueOfGrade(place, gradesOf({ min: 1, max: 5 })))).toEqual([
      0, 0.25, 0.5, 0.75, 1,
    ]);
    expect([0, 1].map((place) => valueOfGrade(place, ['no', 'yes']))).toEqual([0, 1]);
  });

  test('knows its grades in any case, as numbers and as text, and no others', () => {
    const grades = gradesOf({ min: 1, max: 5 });
    expect(placeOfGrade(4, grades)).toBe(3);
    expect(placeOfGrade(' 4 ', grades)).toBe(3);
    expect(placeOfGrade('Polite', ['rude', 'polite'])).toBe(1);
    for (const other of [0, 6, 3.5, '4/5', null, true, [4], { grade: 4 }, undefined])
      expect(placeOfGrade(other, grades)).toBeNull();
  });
});
