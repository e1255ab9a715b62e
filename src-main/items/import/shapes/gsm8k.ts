/** GSM8K: school maths. The answer is a worked solution whose last line is `#### 72` (openai/grade-school-math). */
import { success, type Result } from '../../../contract/result.ts';
import { unanswered, type Draft } from '../draft.ts';
import { textOf } from '../field-values.ts';
import { wholeNumber } from '../likely-check.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { SourceRecord } from '../source-record.ts';

const marker = '####';
/** Notes of a calculator in the solutions: <<48/2=24>>. */
const notes = /<<[^<>]*>>/g;

export const gsm8k: Shape = {
  name: 'gsm8k',
  title: 'GSM8K (question, worked answer ending in #### number)',
  recognise(head) {
    return byRecords(head, 0.97, 'a question, and an answer that ends in #### and a number', (fields) => {
      const answer = textOf(fields, 'answer');
      return textOf(fields, 'question') !== undefined && answer !== undefined && goldOf(answer) !== undefined;
    });
  },
  map(record: SourceRecord): Result<readonly Draft[]> {
    const question = textOf(record.fields, 'question');
    const answer = textOf(record.fields, 'answer');
    const gold = answer === undefined ? undefined : goldOf(answer);
    if (question === undefined || answer === undefined || gold === undefined) {
      return unanswered(record, `there is no question with a number after ${marker}`);
    }
    return success([
      {
        item: { input: question, stratum: 'gsm8k', check: { kind: 'numeric', answer: gold } },
        reference: answer.replace(notes, ''),
      },
    ]);
  },
};

/** The number after the last marker. */
export function goldOf(answer: string): number | undefined {
  const at = answer.lastIndexOf(marker);
  return at === -1 ? undefined : wholeNumber(answer.slice(at + marker.length));
}
