import { failure, success, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { libraryOf, type ReadModel } from '../model-library/model-library.ts';

/** A model of the library; looked for once more where it is not known yet. */
export async function findModel(context: AppContext, model: string): Promise<Result<ReadModel>> {
  const library = libraryOf(context);
  const known = () => library.models().find(({ id }) => id === model);
  let found = known();
  if (found === undefined) {
    await library.look('if due');
    found = known();
  }
  return found === undefined
    ? failure('model_unknown', 'This model is not among the folders and files any more.', {
        next: 'Choose another one, or add its folder again.',
      })
    : success(found);
}
