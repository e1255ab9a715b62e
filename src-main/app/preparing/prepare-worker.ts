/** A thread that holds one import while it is prepared: seconds of work for large files, in which the app goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Result } from '../../contract/result.ts';
import { success } from '../../contract/result.ts';
import { OpenPreparation, type OpenRequest } from './open-preparation.ts';
import type { Question, Reply } from './preparing-thread.ts';

const opening = OpenPreparation.open(workerData as OpenRequest);

async function answer(question: Question): Promise<Result<unknown>> {
  const opened = await opening;
  if (!opened.ok) return opened;
  const preparation = opened.data;
  switch (question.ask) {
    case 'overview':
      return success(preparation.overview());
    case 'look':
      return preparation.look(question.settings);
    case 'decide':
      return preparation.decide(question.group, question.decision);
    case 'take':
      return preparation.take();
    case 'undo':
      return success(preparation.undo());
    case 'hits':
      return preparation.hits(question.choice, question.page);
    case 'groups':
      return preparation.groups(question.page);
    case 'histogram':
      return success(preparation.histogram());
    case 'strata':
      return preparation.strata(question.request);
    case 'sorting':
      return success(preparation.sorting(question.given));
    case 'sorted_items':
      return success(preparation.sortedItems(question.given, question.page));
    case 'finish':
      return preparation.finish(question.choices);
  }
}

parentPort?.on('message', (question: Question) => {
  void answer(question).then(
    (result) => {
      parentPort?.postMessage({ result } satisfies Reply);
    },
    (error: unknown) => {
      parentPort?.postMessage({
        bug: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies Reply);
    },
  );
});
