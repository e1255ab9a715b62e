/** How many tokens a model was trained for, where the scaling of its positions is counted in. */
import type { GgufDescription } from './description.ts';

/**
 * The file's `context_length`, or what its scaling of positions (`rope.scaling.*`, which llama.cpp applies by itself)
 * stretches the original length to, whichever is more: some converters write the length before and some after it.
 *
 * @returns tokens; null where the file does not say
 */
export function trainedContext({
  architecture,
  metadata,
  trainContext,
}: Pick<GgufDescription, 'architecture' | 'metadata' | 'trainContext'>): number | null {
  if (trainContext === null) return null;
  const scaling = (name: string) => metadata[`${architecture}.rope.scaling.${name}`];
  const type = scaling('type');
  // Files from before there were types have the factor alone, for linear scaling.
  const factor = scaling('factor') ?? metadata[`${architecture}.rope.scale_linear`];
  if (type === 'none' || typeof factor !== 'number' || !(factor > 1)) return trainContext;
  const original = scaling('original_context_length');
  const from = typeof original === 'number' && original > 0 ? original : trainContext;
  return Math.max(trainContext, Math.floor(from * factor));
}
