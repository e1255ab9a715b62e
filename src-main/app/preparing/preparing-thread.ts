/** The thread of one preparation, as the app speaks with it: one question after another, each with one answer. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type {
  DuplicateGroup,
  ImportHistogram,
  Preparation,
  ScrubHit,
  StratumAnswer,
} from '../../contract/calls/preparing.ts';
import type { PageRequest } from '../../contract/calls/shapes.ts';
import type { SortedItem, Sorting } from '../../contract/calls/strata.ts';
import type { GroupDecision, StepSettings } from '../../contract/preparation.ts';
import { failure, type Result } from '../../contract/result.ts';
import type { SplitChoices } from '../read-import.ts';
import type { Given } from '../strata-by-hand/sort-items.ts';
import type { FinishedItems, OpenRequest, Page, StrataRequest } from './open-preparation.ts';
import type { HitChoice } from './scrub-hits.ts';

export type Question =
  | { readonly ask: 'overview' }
  | { readonly ask: 'look'; readonly settings: StepSettings }
  | { readonly ask: 'decide'; readonly group: string; readonly decision: GroupDecision }
  | { readonly ask: 'take' }
  | { readonly ask: 'undo' }
  | { readonly ask: 'hits'; readonly choice: HitChoice; readonly page: PageRequest }
  | { readonly ask: 'groups'; readonly page: PageRequest }
  | { readonly ask: 'histogram' }
  | { readonly ask: 'strata'; readonly request: StrataRequest }
  | { readonly ask: 'sorting'; readonly given: ReadonlyMap<string, Given> }
  | { readonly ask: 'sorted_items'; readonly given: ReadonlyMap<string, Given>; readonly page: PageRequest }
  | { readonly ask: 'finish'; readonly choices: SplitChoices };

/** What each question is answered with. */
export interface Answers {
  readonly overview: Preparation;
  readonly look: Preparation;
  readonly decide: Preparation;
  readonly take: Preparation;
  readonly undo: Preparation;
  readonly hits: Page<ScrubHit>;
  readonly groups: Page<DuplicateGroup>;
  readonly histogram: ImportHistogram;
  readonly strata: Page<StratumAnswer>;
  readonly sorting: Sorting;
  readonly sorted_items: Page<SortedItem>;
  readonly finish: FinishedItems;
}

export type Reply = { readonly result: Result<unknown> } | { readonly bug: string };

/** The sources run as they are; the build puts the thread into the main folder, and this module there or one below. */
const places = ['./prepare-worker.ts', './prepare-worker.js', '../prepare-worker.js'];

export class PreparingThread {
  readonly #worker: Worker;
  #waiting: Promise<unknown> = Promise.resolve();
  #ended = false;

  readonly #file: string;

  constructor(request: OpenRequest, resourceLimits: ResourceLimits) {
    this.#file = basename(request.path);
    this.#worker = new Worker(workerFile(), { workerData: request, execArgv: [], resourceLimits });
    // An import that somebody left open keeps no program alive.
    this.#worker.unref();
    this.#worker.once('exit', () => {
      this.#ended = true;
    });
    // Whoever waits for an answer hears of it; without a listener here an error would end the program.
    this.#worker.on('error', () => {
      this.#ended = true;
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The answer is `interrupted` where the thread was ended before it came, `file_too_large` where it ran out of memory. */
  ask<Name extends Question['ask']>(
    question: Extract<Question, { ask: Name }>,
  ): Promise<Result<Answers[Name]>> {
    const answer = this.#waiting.then(() => this.#post(question));
    this.#waiting = answer.catch(() => undefined);
    return answer as Promise<Result<Answers[Name]>>;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #post(question: Question): Promise<Result<unknown>> {
    if (this.#ended) return Promise.resolve(interrupted());
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const release = (): void => {
        worker.off('message', hear);
        worker.off('error', fail);
        worker.off('exit', exit);
      };
      const hear = (reply: Reply): void => {
        release();
        if ('bug' in reply) reject(new Error(`the preparing thread: ${reply.bug}`));
        else resolve(reply.result);
      };
      const fail = (error: Error): void => {
        release();
        if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(outOfMemory(this.#file));
        else reject(error);
      };
      const exit = (): void => {
        release();
        resolve(interrupted());
      };
      worker.on('message', hear);
      worker.on('error', fail);
      worker.on('exit', exit);
      worker.postMessage(question);
    });
  }
}

function workerFile(): string {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`The preparing thread is not in this installation: ${paths.join(', ')}`);
  return found;
}

function outOfMemory(file: string): Result<never> {
  return failure('file_too_large', `Preparing ${file} needs more memory than a thread has here.`, {
    where: { file },
    next: 'Divide the file into smaller ones and prepare each, or draw a sample of it first.',
  });
}

export function interrupted(): Result<never> {
  return failure('interrupted', 'Stopped before the step was worked out.', { next: 'Look at it again.' });
}
