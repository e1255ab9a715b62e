/** Patterns over answers, as they are: the parent ends the child where one does not come to an end. */
import { score } from '../../registry.ts';
import type { Answerer } from './main.ts';

export const answerPatterns: Answerer = (question) => {
  if (question.kind !== 'pattern') throw new Error(`a ${question.kind} in the lane of patterns`);
  return Promise.resolve(() => score(question.check, question.output));
};
