/** Searches for contamination that were started on a screen: what runs, and what the last ones found. */
import { randomUUID } from 'node:crypto';
import type { Contamination, Overlap } from '../contract/calls/contamination.ts';
import type { CallInput } from '../contract/calls/calls.ts';
import type { ItemSetVersion } from '../contract/item.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import { findContamination, type ContaminationReport } from '../items/contamination/find-contamination.ts';
import type { AppContext } from './context.ts';
import { keepContamination } from './contamination-record.ts';

interface OneSearch {
  readonly input: CallInput<'items.start_contamination'>;
  readonly version: ItemSetVersion;
  readonly startedAt: string;
  readonly stop: AbortController;
  files: { readonly done: number; readonly total: number };
  state: Contamination['state'];
  report: ContaminationReport | null;
  problem: Failure | null;
}

/** Searches whose findings stay in memory. */
const kept = 4;

export class ContaminationSearches {
  readonly #context: AppContext;
  readonly #searches = new Map<string, OneSearch>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Fails with `item_set_unknown`, and with `items_none` for a version without dev items. */
  start(input: CallInput<'items.start_contamination'>): Result<Contamination> {
    const { store, now, closing } = this.#context;
    const { name, version: number } = input.set;
    const version = store.itemSetVersion(name, number);
    if (!version)
      return failure('item_set_unknown', `There is no item set ${name}@${number} here.`, {
        next: 'Choose one from the list.',
      });
    if (version.counts.dev === 0)
      return failure('items_none', `Every item of ${name}@${number} is held out: none is looked for here.`, {
        next: 'Check the file that the set was made from instead: `noisefloor items contamination FILE`.',
      });
    const id = randomUUID();
    const search: OneSearch = {
      input,
      version,
      startedAt: now(),
      stop: new AbortController(),
      files: { done: 0, total: 0 },
      state: 'running',
      report: null,
      problem: null,
    };
    for (const oldest of [...this.#searches.keys()].slice(0, Math.max(0, this.#searches.size + 1 - kept))) {
      this.#searches.get(oldest)?.stop.abort();
      this.#searches.delete(oldest);
    }
    this.#searches.set(id, search);
    void this.#carryOut(search, AbortSignal.any([search.stop.signal, closing]));
    return success(view(id, search));
  }

  read(id: string): Result<Contamination> {
    const search = this.#searches.get(id);
    return search ? success(view(id, search)) : gone();
  }

  /** The most affected first; nothing before the search has ended. */
  overlaps(id: string): Result<readonly Overlap[]> {
    const search = this.#searches.get(id);
    if (!search) return gone();
    return success(
      (search.report?.overlaps ?? []).map(({ itemId, ...overlap }) => ({ item: itemId, ...overlap })),
    );
  }

  stop(id: string): void {
    this.#searches.get(id)?.stop.abort();
  }

  async #carryOut(search: OneSearch, signal: AbortSignal): Promise<void> {
    const { paths, runWords, threshold } = search.input;
    try {
      const found = await findContamination(this.#context.store.readDevItems(search.version), paths, {
        options: { runWords, threshold },
        canary: search.version.canary,
        progress: (files) => {
          search.files = files;
        },
        signal,
      });
      if (found.ok) {
        search.report = found.data;
        search.state = 'finished';
        keepContamination(this.#context, search.version, found.data);
      } else if (found.error.code === 'interrupted') search.state = 'stopped';
      else {
        search.problem = found.error;
        search.state = 'failed';
      }
    } catch (error) {
      search.problem = failure('internal', 'The search met an error in Noisefloor itself.', {
        detail: String(error),
      }).error;
      search.state = 'failed';
    }
  }
}

function gone(): Result<never> {
  return failure('file_not_found', 'That search is not kept any more.', { next: 'Start it again.' });
}

function view(
  id: string,
  { input, version, startedAt, files, state, report, problem }: OneSearch,
): Contamination {
  return {
    search: id,
    set: { name: version.name, version: version.version },
    state,
    startedAt,
    paths: [...input.paths],
    runWords: input.runWords,
    threshold: input.threshold,
    files,
    checked: report?.checked ?? 0,
    tooShort: report?.tooShort ?? 0,
    overlapping: report?.overlaps.length ?? 0,
    contaminated: report?.contaminated ?? 0,
    share: report?.share ?? null,
    heldOut: version.counts.heldOut,
    canary: version.canary,
    canaries: report?.canaries ?? [],
    unread: report?.unread ?? [],
    problem,
  };
}
