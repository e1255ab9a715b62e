/** An import while it is being prepared: its items, the steps that were taken, and the one that is being looked at. */
import { basename } from 'node:path';
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
import { failure, success, type Result } from '../../contract/result.ts';
import { columnsOf } from '../../items/import/field-mapping.ts';
import type { ImportedItem, ImportOptions } from '../../items/import/import-file.ts';
import type { PreparationRecord } from '../../items/preparation-record.ts';
import { timeHistogram } from '../../items/sampling/time-histogram.ts';
import { enoughItems } from '../../items/strata/enough-items.ts';
import { pageOfList } from '../handlers/paging.ts';
import { asked } from '../item-view.ts';
import { readFiles } from '../read-files.ts';
import { splitImported, type PreparedItems, type SplitChoices } from '../read-import.ts';
import { recordOf } from '../record-of-files.ts';
import { sortedItem, sortingOf, type Given, type UnsortedItem } from '../strata-by-hand/sort-items.ts';
import type { HitChoice } from './scrub-hits.ts';
import { decideNear, tally, workOut, type StepResult } from './take-steps.ts';

export interface OpenRequest {
  readonly path: string;
  readonly options: ImportOptions;
  /** Leave out records that are broken or there twice; else one of them refuses the file. */
  readonly skipProblems: boolean;
}

export interface StrataRequest extends SplitChoices {
  readonly looked: boolean;
  readonly margin: number;
  readonly discordance: number;
  readonly page: PageRequest;
}

export interface FinishedItems extends PreparedItems {
  /** Steps of this preparation; the record has those that came with the file, too. */
  readonly taken: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly offset: number;
}

const mostStrata = 5000;
const mostColumns = 1000;
const shownMembers = 20;
/** Records whose columns are offered: a column that only later ones have can still be written by hand. */
const columnRecords = 200;

export class OpenPreparation {
  readonly #path: string;
  /** What was done to the items before they came here. */
  readonly #before: PreparationRecord;
  readonly #imported: readonly ImportedItem[];
  readonly #steps: StepResult[] = [];
  readonly #decided = new Map<string, GroupDecision>();
  #looked: StepResult | null = null;

  private constructor(path: string, imported: readonly ImportedItem[], before: PreparationRecord) {
    this.#path = path;
    this.#imported = imported;
    this.#before = before;
  }

  /** Reads the file whole, and the record beside it. Fails as `readFiles` and `recordOf` do. */
  static async open({ path, options, skipProblems }: OpenRequest): Promise<Result<OpenPreparation>> {
    const before = await recordOf([path]);
    if (!before.ok) return before;
    const read = await readFiles([path], options, skipProblems);
    if (!read.ok) return read;
    const { items, sources } = read.data;
    const record = before.data ?? { form: 1, sources, items: items.length, steps: [] };
    return success(new OpenPreparation(path, items, record));
  }

  overview(): Preparation {
    const items = this.#items();
    const strata = tally(items, ({ item }) => item.stratum);
    return {
      items: items.length,
      timed: items.filter(({ time }) => time !== undefined).length,
      strata: strata.slice(0, mostStrata).map(([stratum, count]) => ({ stratum, items: count })),
      columns: columnsOf(items.slice(0, columnRecords).map(({ fields }) => fields)).slice(0, mostColumns),
      steps: this.#steps.map(({ record }) => record),
      looked: this.#looked?.record ?? null,
    };
  }

  /** A look that fails leaves nothing that is looked at. */
  look(settings: StepSettings): Result<Preparation> {
    this.#forget();
    const result = workOut(this.#items(), settings);
    if (!result.ok) return result;
    this.#looked = result.data;
    return success(this.overview());
  }

  decide(group: string, decision: GroupDecision): Result<Preparation> {
    const looked = this.#lookedAt();
    if (!looked.ok) return looked;
    const { settings, nearGroups } = looked.data;
    if (settings.step !== 'near_duplicates' || nearGroups === undefined) return nothingLookedAt();
    this.#decided.set(group, decision);
    this.#looked = decideNear(this.#items(), settings, nearGroups, this.#decided);
    return success(this.overview());
  }

  take(): Result<Preparation> {
    const looked = this.#lookedAt();
    if (!looked.ok) return looked;
    if (looked.data.items.length === 0)
      return failure('items_none', 'The step would leave no item.', { next: 'Change its settings.' });
    const { settings, items, record } = looked.data;
    this.#steps.push({ settings, items, record });
    this.#forget();
    return success(this.overview());
  }

  undo(): Preparation {
    this.#steps.pop();
    this.#forget();
    return this.overview();
  }

  hits(choice: HitChoice, page: PageRequest): Result<Page<ScrubHit>> {
    return this.#looked?.hits === undefined
      ? nothingLookedAt()
      : success(this.#looked.hits.page(choice, page));
  }

  groups(page: PageRequest): Result<Page<DuplicateGroup>> {
    const { exactGroups, nearGroups, settings } = this.#looked ?? {};
    const all = exactGroups ?? nearGroups;
    if (all === undefined || settings === undefined) return nothingLookedAt();
    const { rows, total, offset } = pageOfList<{ ids: readonly string[]; similarity: number | null }>(
      exactGroups === undefined
        ? (nearGroups ?? []).map(({ ids, pairs }) => ({
            ids,
            similarity: Math.min(...pairs.map((pair) => pair.similarity)),
          }))
        : exactGroups.map(({ ids }) => ({ ids, similarity: null })),
      page,
    );
    const wanted = new Set(rows.flatMap(({ ids }) => ids));
    const items = new Map(
      this.#items().flatMap(({ item }) => (wanted.has(item.id) ? [[item.id, item] as const] : [])),
    );
    const usual = settings.step === 'near_duplicates' ? settings.decision : 'keep_first';
    return success({
      rows: rows.map(({ ids, similarity }) => {
        const [group = ''] = ids;
        const members = ids.flatMap((id) => items.get(id) ?? []);
        return {
          group,
          items: ids.length,
          members: members.slice(0, shownMembers).map(({ id, stratum, check, messages }) => ({
            id,
            stratum,
            check: check.kind,
            preview: asked(messages),
          })),
          disagree: new Set(members.map(({ check }) => JSON.stringify(check))).size > 1,
          similarity,
          decision: this.#decided.get(group) ?? usual,
        };
      }),
      total,
      offset,
    });
  }

  histogram(): ImportHistogram {
    const { weeks, untimed } = timeHistogram(this.#items());
    const sampled =
      this.#looked?.settings.step === 'sample' ? timeHistogram(this.#looked.items).weeks : undefined;
    const after = new Map(sampled?.map(({ week, days }) => [week, days]));
    return {
      weeks: weeks.map(({ week, days }) => ({
        week,
        before: days,
        after: sampled === undefined ? null : (after.get(week) ?? [0, 0, 0, 0, 0, 0, 0]),
      })),
      untimed,
    };
  }

  strata(request: StrataRequest): Result<Page<StratumAnswer>> {
    const of = request.looked ? (this.#looked?.items ?? this.#items()) : this.#items();
    const split = splitImported(of, request);
    if (!split.ok) return split;
    const answers = enoughItems(split.data.items, {
      split: 'held_out',
      margin: request.margin,
      discordance: request.discordance,
    });
    const totals = new Map(tally(of, ({ item }) => item.stratum));
    const rows = answers.map(({ stratum, items: heldOut, needed, enough, detects }) => ({
      stratum,
      items: totals.get(stratum) ?? 0,
      heldOut,
      needed,
      enough,
      detects,
    }));
    return success(pageOfList(rows, request.page));
  }

  /** The items as they are sorted by hand, before that is a step. */
  sorting(given: ReadonlyMap<string, Given>): Sorting {
    const items = this.#items().map(unsorted);
    return sortingOf({ title: basename(this.#path), items, given, heldOut: 0 });
  }

  sortedItems(given: ReadonlyMap<string, Given>, page: PageRequest): Page<SortedItem> {
    const { rows, total, offset } = pageOfList(this.#items(), page);
    return { rows: rows.map((one) => sortedItem(unsorted(one), given)), total, offset };
  }

  /** The items as they are to be frozen, and what was done to them. */
  finish(choices: SplitChoices): Result<FinishedItems> {
    const split = splitImported(this.#items(), choices);
    if (!split.ok) return split;
    return success({
      items: split.data.items,
      split: split.data.record,
      record: {
        ...this.#before,
        steps: [...this.#before.steps, ...this.#steps.map(({ record }) => record)],
      },
      taken: this.#steps.length,
    });
  }

  #items(): readonly ImportedItem[] {
    return this.#steps.at(-1)?.items ?? this.#imported;
  }

  #lookedAt(): Result<StepResult> {
    return this.#looked === null ? nothingLookedAt() : success(this.#looked);
  }

  #forget(): void {
    this.#looked = null;
    this.#decided.clear();
  }
}

function unsorted({ item: { id, messages, check, stratum, band } }: ImportedItem): UnsortedItem {
  return { item: id, id, messages, check: check.kind, stratum, band: band ?? null };
}

function nothingLookedAt(): Result<never> {
  return failure('usage', 'No such step is being looked at.', { next: 'Look at the step first.' });
}
