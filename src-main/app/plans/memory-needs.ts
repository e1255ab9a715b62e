/** What each model of a draft will take of the memory: the candidates' files, and the judge's, which is loaded after them. */
import type { LlamaSettings } from '../../contract/candidate.ts';
import type { AskedContext } from '../../contract/presentation/context-words.ts';
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import { estimateMemory, type MemoryEstimate } from '../../engine/llama/gguf/memory.ts';
import { trainedContext } from '../../engine/llama/gguf/trained-context.ts';
import type { PlanFile } from '../../experiment/plan/plan-schema.ts';
import { engineSettings } from '../../experiment/plan/resolve-plan.ts';
import type { AppContext } from '../context.ts';
import { settingsMachine } from './new-draft.ts';

export type MemoryNeed = MemoryEstimate & AskedContext;

/** As it is called among the candidates, none of whose names has a space. */
export const judgeName = 'the judge';

export function memoryNeed(name: string, description: GgufDescription, settings: LlamaSettings): MemoryNeed {
  return {
    name,
    context: settings.context,
    trained: trainedContext(description),
    ...estimateMemory(description, settings),
  };
}

/**
 * Empty: no file is the judge, it cannot be read (which is said where it is chosen), or it lies in other memory than the
 * candidates.
 *
 * @param onGraphics whether those lie in the graphics device's
 */
export async function judgeNeed(
  context: AppContext,
  judge: PlanFile['judge'],
  onGraphics: boolean,
): Promise<readonly MemoryNeed[]> {
  if (!judge?.gguf || ((judge.backend ?? 'cpu') !== 'cpu') !== onGraphics) return [];
  const description = await inspectGguf(judge.gguf);
  if (!description.ok) return [];
  const own = engineSettings(judge, settingsMachine(context), description.data.blockCount);
  return [memoryNeed(judgeName, description.data, own)];
}
