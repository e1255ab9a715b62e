/** One of several options: the letter at a marker, a lone letter, or the option's own text. */
import type { CheckOf } from '../contract/item.ts';
import type { Score } from '../contract/output.ts';
import { failure, success } from '../contract/result.ts';
import { beforeNextQuestion } from './answer-marker.ts';
import { readChoice } from './choice-reading.ts';
import { isOption, latinLabels, letterOf } from './option-letters.ts';
import { plainMath } from './plain-math.ts';
import { storedSpan } from './prepare.ts';
import { unread, verdict, type Scorer } from './scorer.ts';

type Check = CheckOf<'choice'>;

export const choice: Scorer<'choice'> = {
  kind: 'choice',
  version: 1,
  validate(check) {
    if (isOption(check.answer, check.options.length)) return success(undefined);
    const last = letterOf(check.options.length - 1);
    return failure('item_broken', `The answer ${check.answer} is none of the options A to ${last}.`, {
      next: 'Give the letter of an option, or add the option.',
      where: { field: 'check.answer' },
    });
  },
  reference: (check) => (check.by === 'logprob' ? null : check.answer),
  score(check, { answer, finish }): Score {
    if (check.by === 'logprob') {
      const reason =
        'the output holds no log-probabilities of the options; only a run that measures them can';
      return { outcome: 'unsupported', value: null, reason };
    }
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
