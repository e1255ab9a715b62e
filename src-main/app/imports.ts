/** Imports that are being looked at: a file, how it is read, and what would come of it. Nothing is kept before freezing. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ChoiceBy, ImportPreview } from '../contract/calls/items.ts';
import type { Preparation as PreparationView } from '../contract/calls/preparing.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { columnsOf, parseMapping, type FieldMapping } from '../items/import/field-mapping.ts';
import { readHead } from '../items/import/file-head.ts';
import type { ImportOptions } from '../items/import/import-file.ts';
import { defaultLimits } from '../items/import/open-records.ts';
import { previewImport, type PreviewItem } from '../items/import/preview.ts';
import { shapes } from '../items/import/recognise.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { AppContext } from './context.ts';
import { findProblems, type ImportProblems } from './import-items.ts';
import { itemView } from './item-view.ts';
import { Preparation } from './preparing/preparation.ts';
import { readImport, type PreparedItems, type ReadingChoices } from './read-import.ts';

interface OpenImport {
  readonly path: string;
  readonly options: ImportOptions;
  /** Found once: every page of them would read the whole file again. */
  problems?: Promise<Result<ImportProblems>>;
  preparation?: Preparation;
}

interface Choices {
  /** A shape by its name. */
  readonly shape?: string;
  /** Item field -> column. In place of a shape. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** How choices are scored; absent: by the text of the answer. */
  readonly choiceBy?: ChoiceBy;
}

/** Records that a preview looks at, and items of them that it shows. */
const previewedItems = 50;
const shownItems = 10;

const opened = new WeakMap<AppContext, Imports>();

/** The imports of an app: reading, preparing and freezing are of one and the same. */
export function importsOf(context: AppContext): Imports {
  const known = opened.get(context) ?? new Imports(context.scoring);
  opened.set(context, known);
  return known;
}

class Imports {
  readonly #scoring: Scoring;
  readonly #open = new Map<string, OpenImport>();

  constructor(scoring: Scoring) {
    this.#scoring = scoring;
  }

  async open(path: string): Promise<Result<ImportPreview>> {
    const importing = randomUUID();
    const preview = await this.#preview(importing, { path, options: {} });
    if (preview.ok) this.#open.set(importing, { path, options: {} });
    return preview;
  }

  async change(importing: string, { shape, mapping, choiceBy }: Choices): Promise<Result<ImportPreview>> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    const fields = mapping === undefined ? success(undefined) : mappingOf(mapping);
    if (!fields.ok) return fields;
    const options: ImportOptions = {
      ...(fields.data === undefined ? (shape === undefined ? {} : { shape }) : { mapping: fields.data }),
      ...(choiceBy === undefined ? {} : { choiceBy }),
    };
    const { path } = known.data;
    const preview = await this.#preview(importing, { path, options });
    if (!preview.ok) return preview;
    await this.#unprepare(importing);
    // Closed in the meantime: what was asked for is not wanted any more.
    if (this.#open.has(importing)) this.#open.set(importing, { path, options });
    return preview;
  }

  /** Every record that makes no item. Reads the whole file, once for each way of reading it. */
  async problems(importing: string): Promise<Result<ImportProblems>> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    known.data.problems ??= findProblems(known.data.path, known.data.options);
    return known.data.problems;
  }

  /** Reads the whole file for preparing it. The same again is the preparation that is open, with its steps. */
  async prepare(importing: string, skipProblems: boolean): Promise<Result<PreparationView>> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    const { path, options, preparation } = known.data;
    if (preparation?.request.skipProblems !== skipProblems) {
      await this.#unprepare(importing);
      known.data.preparation = new Preparation({ path, options, skipProblems });
    }
    const read = await known.data.preparation?.ask<'overview'>({ ask: 'overview' });
    if (read?.ok === true) return read;
    await this.#unprepare(importing);
    return read ?? unprepared();
  }

  preparation(importing: string): Result<Preparation> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    return known.data.preparation === undefined ? unprepared() : success(known.data.preparation);
  }

  /**
   * The whole file as items, those without a split of their own split by stratum and cluster: as they were prepared,
   * where they were, and else as they are in the file. Fails with `draft_stale` where that is not what was seen.
   *
   * @param prepared whether the person sees steps that were taken
   */
  async items(importing: string, choices: ReadingChoices, prepared: boolean): Promise<Result<PreparedItems>> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    const { path, options, preparation } = known.data;
    // Steps that came with the file are in what was seen either way.
    if (preparation === undefined)
      return prepared ? otherwisePrepared(prepared) : readImport([path], options, choices);
    const finished = await preparation.ask<'finish'>({ ask: 'finish', choices });
    if (!finished.ok) return finished;
    // By the answer itself: a step can be taken or undone while the freezing is asked for.
    return finished.data.taken > 0 === prepared ? finished : otherwisePrepared(prepared);
  }

  async close(importing: string): Promise<void> {
    await this.#unprepare(importing);
    this.#open.delete(importing);
  }

  /** Ends every thread. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((importing) => this.close(importing)));
  }

  async #unprepare(importing: string): Promise<void> {
    const known = this.#open.get(importing);
    const preparation = known?.preparation;
    delete known?.preparation;
    await preparation?.close();
  }

  #known(importing: string): Result<OpenImport> {
    const known = this.#open.get(importing);
    if (known) return success(known);
    return failure('file_not_found', 'That import is not open any more.', {
      next: 'Choose the file again.',
    });
  }

  async #preview(importing: string, { path, options }: OpenImport): Promise<Result<ImportPreview>> {
    const preview = await previewImport(path, this.#scoring, options, previewedItems);
    if (!preview.ok) return preview.error.code === 'shape_unknown' ? unmapped(importing, path) : preview;
    const { recognised, columns, items, failures } = preview.data;
    const faults = items.filter(({ fault }) => fault !== null).length;
    return success({
      importing,
      fileName: basename(path),
      format: options.shape ?? recognised?.shape ?? null,
      formats: shapeNames,
      fields: fieldsOf(columns),
      mapping: writtenMapping(options.mapping),
      read: items.length + failures.length,
      complete: false,
      good: items.length - faults,
      problems: failures.length + faults,
      first: items.slice(0, shownItems).map(triedView),
    });
  }
}

function unprepared(): Result<never> {
  return failure('usage', 'That import is not being prepared.', { next: 'Open the preparation again.' });
}

function otherwisePrepared(seen: boolean): Result<never> {
  return failure(
    'draft_stale',
    seen
      ? 'The steps are no longer taken with these items: nothing was frozen.'
      : 'Steps were taken with these items that are not shown: nothing was frozen.',
    { next: 'Prepare them first, look at the steps that are taken, then freeze.' },
  );
}

/** An item with what its scorer says to the right answer itself. */
function triedView({ imported, tried, score, fault }: PreviewItem) {
  return {
    ...itemView(imported.item),
    tried,
    score: score === null ? null : { outcome: score.outcome, value: score.value, reason: score.reason },
    fault,
  };
}

const shapeNames = shapes.map(({ name }) => name);

/** No known shape: the fields that there are, for the person to say which is which. */
async function unmapped(importing: string, path: string): Promise<Result<ImportPreview>> {
  const head = await readHead(path, defaultLimits);
  if (!head.ok) return head;
  const { records, failures } = head.data;
  return success({
    importing,
    fileName: basename(path),
    format: null,
    formats: shapeNames,
    fields: fieldsOf(columnsOf(records.map(({ fields }) => fields))),
    mapping: {},
    read: records.length + failures.length,
    complete: false,
    good: 0,
    problems: failures.length,
    first: [],
  });
}

/** The call has room for no more; a column beyond them can still be written by hand. */
function fieldsOf(columns: readonly string[]): string[] {
  return columns.slice(0, 1000);
}

/** The mapping as the screens write it: only the fields that are mapped are there. */
function writtenMapping(mapping: FieldMapping | undefined): Record<string, string> {
  return { ...mapping };
}

function mappingOf(mapping: Readonly<Record<string, string>>): Result<FieldMapping> {
  const pairs = Object.entries(mapping).filter(([, column]) => column.trim() !== '');
  return parseMapping(pairs.map(([field, column]) => `${field}=${column}`));
}
