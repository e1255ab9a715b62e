/** What is said of the judge of a plan that is put together: why one is needed, and why one cannot be it. */
import type { Split } from '../item.ts';
import { formatCount } from './numbers.ts';

const splitWords: Readonly<Record<Split, string>> = { dev: 'dev', held_out: 'held-out' };

/** Such as "3 held-out items". */
function itemsOf(count: number, split: Split): string {
  return `${formatCount(count)} ${splitWords[split]} ${count === 1 ? 'item' : 'items'}`;
}

/** @param count items of the split whose check is a judge's, at least 1 */
export function noJudgeChosenWords(count: number, split: Split): string {
  return `${itemsOf(count, split)} ${count === 1 ? 'has a judge as its check' : 'have a judge as their check'}: choose a model that is no candidate.`;
}

/** @param set such as `replies@2` */
export function noItemForJudgeWords(set: string, split: Split): string {
  return `No ${splitWords[split]} item of ${set} has a judge as its check: take the judge out.`;
}

/** @param candidate whose model the judge is */
export function ownAnswersWords(candidate: string): string {
  return `The judge is the model of ${candidate} and would judge its own answers: choose another one.`;
}

/**
 * What the judge is there for, within a sentence.
 *
 * @param compares the plan wants it for that, whatever the items' checks are
 */
export function judgeUseWords(count: number, split: Split, compares: boolean): string {
  if (count > 0) return `for the ${itemsOf(count, split)} that ${count === 1 ? 'needs' : 'need'} one,`;
  return compares ? 'to compare answers in pairs when Review asks for it,' : 'that nothing here needs,';
}
