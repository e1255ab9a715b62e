/** From a model's identifier to its file. */
import type { AppContext } from '../context.ts';
import { libraryOf } from '../model-library/model-library.ts';
import type { DraftContent } from './draft-content.ts';

/** The file behind an identifier: among those that came with the draft, else among the models that were found. */
export function pathOfModel(context: AppContext, content: DraftContent, model: string): string | null {
  return content.paths[model] ?? libraryOf(context).pathOf(model);
}
