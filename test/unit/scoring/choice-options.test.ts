import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckOf, Message } from '../../../src-main/contract/item.ts';
import type { OptionProbability } from '../../../src-main/contract/output.ts';
import { optionsToWeigh } from '../../../src-main/scoring/choice-options.ts';
import { score, validateCheck } from '../../../src-main/scoring/registry.ts';

type Check = CheckOf<'choice'>;

const check: Check = { kind: 'choice', options: ['Paris', 'Oslo', 'Rome'], answer: 'B', by: 'logprob' };

function asked(content: string): readonly Message[] {
  return [{ role: 'user', content }];
}

function option(logProbability: number, tokens = 1, bytes = 1, continuation = 'x'): OptionProbability {
  return { continuation, logProbability, tokens, bytes };
}

function scoreOf(measured: readonly OptionProbability[], changes: Partial<Check> = {}) {
  return score({ ...check, ...changes }, { text: '', finish: 'end', options: { measured } });
}

test.each([
  ['dots', 'Which?\nA. Paris\nB. Oslo\nC. Rome\nAnswer:'],
  ['brackets', 'Which?\n(A) Paris  (B) Oslo  (C)  Rome'],
  ['colons and line ends', 'A:\nParis\nB:\nOslo\nC:\nRome'],
])('listed behind their letters, the letters are weighed: %s', (_name, content) => {
  expect(optionsToWeigh(check, asked(content))).toEqual(['A', 'B', 'C']);
});

test.each([
  ['not listed', 'Which is the capital of Norway?'],
  ['only some of them', 'A. Paris\nB. Oslo'],
  ['behind no letter', 'Paris, Oslo or Rome?'],
  ['behind the end of a word', 'USA. Paris\nB. Oslo\nC. Rome'],
  ['behind other letters', 'A. Oslo\nB. Paris\nC. Rome'],
])('else their texts are: %s', (_name, content) => {
  expect(optionsToWeigh(check, asked(content))).toEqual(['Paris', 'Oslo', 'Rome']);
});

test('the check may say which', () => {
  expect(optionsToWeigh({ ...check, continuation: 'letter' }, asked('Which?'))).toEqual(['A', 'B', 'C']);
  const listed = asked('A. Paris\nB. Oslo\nC. Rome');
  expect(optionsToWeigh({ ...check, continuation: 'text' }, listed)).toEqual(check.options);
});

test('the likeliest option is the answer or it is not, by the normalisation that the check names', () => {
  // Worked by hand: sums -4, -6, -3; per token -2, -1, -3; per byte -1, -1.5, -0.3.
  const measured = [option(-4, 2, 4), option(-6, 6, 4), option(-3, 1, 10)];
  expect(scoreOf(measured)).toMatchObject({ outcome: 'scored', value: 0 });
  expect(scoreOf(measured, { normalise: 'tokens' }).value).toBe(1);
  expect(scoreOf(measured, { normalise: 'bytes' }).value).toBe(0);
  expect(scoreOf(measured, { normalise: 'bytes', answer: 'C' }).value).toBe(1);
  const { reason } = scoreOf(measured, { normalise: 'tokens' });
  expect(reason).toBe(
    'B is the likeliest by log-probability per token, as expected (1.0000 above A). ' +
      'Put after the prompt: the option’s text, such as “x”. ' +
      'Log-probability: A −4.0000, B −6.0000, C −3.0000. Per token: A −2.0000, B −1.0000, C −3.0000. ' +
      'Per byte: A −1.0000, B −1.5000, C −0.3000.',
  );
});

test('a tie is no preference, and a near one is said', () => {
  const tied = scoreOf([option(-5), option(-1), option(-1)]);
  expect(tied).toMatchObject({ value: 0 });
  expect(tied.reason).toContain('B and C are equally likely by log-probability, which is no preference');
  const near = scoreOf([option(-5), option(-1), option(-1.05)]);
  expect(near).toMatchObject({ value: 1 });
  expect(near.reason).toContain('a near tie: 0.0500 above C');
  expect(scoreOf([option(-5), option(-1), option(-1.2)]).reason).not.toContain('near');
});

test('letters after a space are said to be that', () => {
  const letters = ['A', 'B', 'C'].map((letter, index) => option(-1 - index, 1, 1, ` ${letter}`));
  expect(scoreOf(letters).reason).toContain('the option’s letter, with a space in front');
});

test('what was not measured is unsupported, with the reason', () => {
  const reason = 'the endpoint gives no log-probabilities of a prompt';
  expect(score(check, { text: 'B', finish: 'end', options: { measured: null, reason } })).toEqual({
    outcome: 'unsupported',
    value: null,
    reason,
  });
  expect(scoreOf([option(-1), option(-2)])).toMatchObject({ outcome: 'unsupported', value: null });
  const none = score(check, { text: 'B', finish: 'end' });
  expect(none).toMatchObject({ outcome: 'unsupported', value: null });
});

test('an empty option can be weighed by its letter alone', () => {
  const empty: Check = { ...check, options: ['Paris', ' ', 'Rome'] };
  expect(validateCheck(empty)).toMatchObject({ ok: false, error: { code: 'item_broken' } });
  expect(validateCheck({ ...empty, continuation: 'letter' }).ok).toBe(true);
});

test('the order of the options and a constant for all of them change nothing', () => {
  const values = fc.array(fc.integer({ min: -400, max: -1 }), { minLength: 2, maxLength: 26 });
  fc.assert(
    fc.property(values, fc.nat(), fc.integer({ min: -100, max: 0 }), (all, pick, shift) => {
      const options = all.map((_, index) => `option ${index}`);
      const at = pick % all.length;
      const valueAt = (order: readonly number[], by: number) => {
        const answer = String.fromCharCode(65 + order.indexOf(at));
        return scoreOf(
          order.map((index) => option((all[index] ?? 0) / 4 + by)),
          { options: order.map((index) => options[index] ?? ''), answer },
        ).value;
      };
      const order = [...all.keys()];
      expect(valueAt(order.toReversed(), shift)).toBe(valueAt(order, 0));
      const alone = all.every((value, index) => index === at || value < (all[at] ?? 0));
      expect(valueAt(order, 0)).toBe(alone ? 1 : 0);
    }),
  );
});
