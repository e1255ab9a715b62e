/** Patterns over answers, as they are: the parent ends the child where one does not come to an end. */
import { score } from '../../registry.ts';
import type { Question } from '../protocol.ts';

export function answerPatterns(question: Question): Promise<unknown> {
  if (question.kind !== 'pattern') throw new Error(`a ${question.kind} in the lane of patterns`);
  return Promise.resolve(score(question.check, question.output));
}
