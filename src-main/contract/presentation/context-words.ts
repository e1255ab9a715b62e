/** A context beyond what a model was trained on, in words: it stops nothing, and a person should know of it. */
import { formatCount } from './numbers.ts';
import { listWords } from './words.ts';

/** Of one candidate, in tokens. */
export interface AskedContext {
  readonly name: string;
  readonly context: number;
  /** What it was trained for, by the scaling of positions that its file asks for; null: the file does not say. */
  readonly trained: number | null;
}

/** What a sitting's manifest says; null where the context is within what the model was trained for. */
export function beyondTraining({ context, trained }: Omit<AskedContext, 'name'>): string | null {
  if (trained === null || context <= trained) return null;
  return `The context is ${formatCount(context)} tokens, and the model was trained for ${formatCount(trained)}. It runs; what lies beyond them it has not learned to read.`;
}

/** One sentence for all candidates of which the same is to be said, in the plan's order. */
export function contextSentences(all: readonly AskedContext[]): readonly string[] {
  const said = Map.groupBy(all, (one) => beyondTraining(one));
  return [...said].flatMap(([sentence, ones]) =>
    sentence === null ? [] : [`${listWords(ones.map(({ name }) => name))}: ${sentence}`],
  );
}
