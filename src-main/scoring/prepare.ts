/** What happens to an output before any scorer reads it. */
import type { FinishReason, OptionMeasure, Span } from '../contract/output.ts';
import { compatibilityForm } from './compatibility-form.ts';
import { keep, sourceSpan, type MappedText } from './mapped-text.ts';
import { withoutReasoning } from './reasoning.ts';

/** Raised by every change here that can change a score. It is part of every scorer's version. */
export const preparationVersion = 1;

export interface Answer {
  /** NFKC, without byte order mark, reasoning and what is left of the chat template. */
  readonly answer: MappedText;
  readonly finish: FinishReason;
  /** The output as stored. Spans are offsets into this. */
  readonly stored: string;
  /** What a run measured of each option, where the check asks for it. */
  readonly options: OptionMeasure | undefined;
}

/**
 * @param text the output as stored
 * @returns the answer; null when a reasoning block was opened and never closed
 */
export function prepare(text: string): MappedText | null {
  const form = compatibilityForm(text);
  const start = form.text.startsWith('\uFEFF') ? 1 : 0;
  return withoutReasoning(start === 0 ? form : keep(form, [{ start, end: form.text.length }]));
}

/** Where `[start, end)` of the answer lies in the output as stored. */
export function storedSpan(answer: MappedText, start: number, end: number): Span {
  return sourceSpan(answer, start, end);
}

const wrapper = /^\s*(?:<(answer|final_answer)>|<\|begin_of_solution\|>|<\|START_(?:RESPONSE|TEXT)\|>)\s*/iu;
const wrapperEnd = /\s*(?:<\/(?:answer|final_answer)>|<\|end_of_solution\|>|<\|END_(?:RESPONSE|TEXT)\|>)/iu;

/** The inside of `<answer>…</answer>` and its like, where the answer begins with one. */
export function unwrapped(answer: MappedText): MappedText {
  const opened = wrapper.exec(answer.text)?.[0].length;
  if (opened === undefined) return answer;
  const closed = wrapperEnd.exec(answer.text.slice(opened));
  return keep(answer, [{ start: opened, end: closed ? opened + closed.index : answer.text.length }]);
}
