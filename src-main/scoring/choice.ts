/** One of several options: the letter at a marker, a lone letter, the option's own text, or what is likeliest. */
import type { CheckOf } from '../contract/item.ts';
import type { Score } from '../contract/output.ts';
import { failure, success } from '../contract/result.ts';
import { beforeNextQuestion } from './answer-marker.ts';
import { scoreOptions } from './choice-options.ts';
import { readChoice } from './choice-reading.ts';
import { isOption, latinLabels, letterOf } from './option-letters.ts';
import { plainMath } from './plain-math.ts';
import { storedSpan } from './prepare.ts';
import { unread, verdict, type Scorer } from './scorer.ts';

type Check = CheckOf<'choice'>;

export const choice: Scorer<'choice'> = {
  kind: 'choice',
  version: 2,
  validate(check) {
    const empty = check.options.findIndex((option) => option.trim() === '');
    if (check.by === 'logprob' && check.continuation !== 'letter' && empty !== -1)
      return failure(
        'item_broken',
        `Option ${letterOf(empty)} is empty: nothing can be put after the prompt.`,
        {
          next: 'Give the option a text, or weigh the letters with `continuation: letter`.',
          where: { field: 'check.options' },
        },
      );
    if (isOption(check.answer, check.options.length)) return success(undefined);
    const last = letterOf(check.options.length - 1);
    return failure('item_broken', `The answer ${check.answer} is none of the options A to ${last}.`, {
      next: 'Give the letter of an option, or add the option.',
      where: { field: 'check.answer' },
    });
  },
  reference: (check) => (check.by === 'logprob' ? null : check.answer),
  score(check, { answer, finish, options }): Score {
    if (check.by === 'logprob') return scoreOptions(check, options);
    const plain = latinLabels(plainMath(answer));
    const read = readOwnPart(plain.text, check);
    if (read.letter === null)
      return unread(finish, plain.text.trim() === '' ? 'the output is empty' : read.how);
    const right = read.letter === check.answer;
    const known = isOption(read.letter, check.options.length) ? '' : ', which is none of the options';
    const reason = `read ${read.letter}${known}, ${read.how}; ${right ? 'as expected' : `expected ${check.answer}`}`;
    return verdict(right, reason, storedSpan(plain, read.start, read.end));
  },
};

function readOwnPart(text: string, check: Check) {
  const own = beforeNextQuestion(text);
  const read = own === null ? null : readChoice(own, check.options);
  return read !== null && read.letter !== null ? read : readChoice(text, check.options);
}
