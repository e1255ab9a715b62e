/** Which of a plan's models are given a longer context than they were trained for, in words. */
import type { Plan } from '../contract/plan.ts';
import { contextSentences, type AskedContext } from '../contract/presentation/context-words.ts';
import { inspectGguf } from '../engine/llama/gguf/inspect.ts';
import { trainedContext } from '../engine/llama/gguf/trained-context.ts';

/**
 * From the headers alone. A file that cannot be read is said by whoever opens it; how long a context a server gives is
 * the server's own.
 */
export async function contextNotices({
  candidates,
  judge,
  pairJudge,
}: Pick<Plan, 'candidates' | 'judge' | 'pairJudge'>): Promise<readonly string[]> {
  const asked: AskedContext[] = [];
  for (const candidate of [...candidates, judge, pairJudge]) {
    if (candidate?.engine !== 'llama') continue;
    const { name, weights, settings } = candidate;
    const description = await inspectGguf(weights);
    if (!description.ok) continue;
    asked.push({ name, context: settings.context, trained: trainedContext(description.data) });
  }
  return contextSentences(asked);
}
