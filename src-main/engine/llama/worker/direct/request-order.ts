/** The order in which a block's requests are begun where nobody waits for one of them in particular. */
import type { GenerationRequest } from '../../../engine.ts';

/**
 * Sorted by their texts, so that prompts with the same beginning (a system message, exemplars, an instruction) follow
 * one another and most of each is there already; but for the shortest, which come last, the longest of them first: when
 * no request is left to refill a sequence with, none of the others has a long way to go.
 *
 * @param parallel sequences
 */
export function requestOrder(
  requests: readonly GenerationRequest[],
  parallel: number,
): readonly GenerationRequest[] {
  const texts = requests.map((request) => ({
    request,
    text: request.messages.map(({ role, content }) => `${role}\n${content}`).join('\n'),
  }));
  const byLength = texts.toSorted((a, b) => b.text.length - a.text.length);
  const last = parallel < 2 ? [] : byLength.slice(Math.max(0, byLength.length - parallel));
  const late = new Set(last);
  const sorted = texts.filter((one) => !late.has(one)).toSorted((a, b) => compareTexts(a.text, b.text));
  return [...sorted, ...last].map(({ request }) => request);
}

/** By code units: the same on every machine. */
function compareTexts(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}
