/** From a model's identifier to its file. */
import type { DraftFields } from '../../contract/calls/plans.ts';
import type { AppContext } from '../context.ts';
import { libraryOf } from '../model-library/model-library.ts';
import type { DraftContent } from './draft-content.ts';

/** What answers for a candidate, as one text: a file's identifier, or an endpoint's and its model; null: nothing yet. */
export function answererOf({
  model,
  endpoint,
}: Pick<DraftFields['candidates'][number], 'model' | 'endpoint'>): string | null {
  return endpoint === null ? model : `${endpoint.endpoint} ${endpoint.model}`;
}

/** The file behind an identifier: among those that came with the draft, else among the models that were found. */
export function pathOfModel(context: AppContext, content: DraftContent, model: string): string | null {
  return content.paths[model] ?? libraryOf(context).pathOf(model);
}
