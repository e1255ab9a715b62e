/** Imports that are being looked at: a file, how it is read, and what would come of it. Nothing is kept before freezing. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ImportPreview } from '../contract/calls/items.ts';
import type { Item } from '../contract/item.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import { mappedFields, type FieldMapping } from '../items/import/field-mapping.ts';
import { planImport, type ImportOptions } from '../items/import/import-file.ts';
import { collectImport } from '../items/import/import-report.ts';
import { previewImport } from '../items/import/preview.ts';
import { shapes } from '../items/import/recognise.ts';
import { splitItems } from '../items/sampling/split-items.ts';
import { itemView } from './item-view.ts';

interface OpenImport {
  readonly path: string;
  options: ImportOptions;
}

interface Choices {
  /** A shape by its name. */
  readonly shape?: string;
  /** Item field -> column. In place of a shape. */
  readonly mapping?: Readonly<Record<string, string>>;
}

interface FreezeChoices {
  readonly heldOut: number;
  readonly seed: number;
  readonly skipProblems: boolean;
}

const shownItems = 10;

export class Imports {
  readonly #open = new Map<string, OpenImport>();

  async open(path: string): Promise<Result<ImportPreview>> {
    const importing = randomUUID();
    const preview = await this.#preview(importing, { path, options: {} });
    if (preview.ok) this.#open.set(importing, { path, options: {} });
    return preview;
  }

  async change(importing: string, { shape, mapping }: Choices): Promise<Result<ImportPreview>> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    const fields = mapping === undefined ? success(undefined) : mappingOf(mapping);
    if (!fields.ok) return fields;
    const options: ImportOptions =
      fields.data === undefined ? (shape === undefined ? {} : { shape }) : { mapping: fields.data };
    const preview = await this.#preview(importing, { path: known.data.path, options });
    if (preview.ok) known.data.options = options;
    return preview;
  }

  /** Every record that makes no item. Reads the whole file. */
  async problems(importing: string): Promise<Result<readonly Failure[]>> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    const plan = await planImport(known.data.path, known.data.options);
    if (!plan.ok) return plan;
    const collected = await collectImport(plan.data, 'skip');
    return collected.ok ? success(collected.data.report.failures) : success([collected.error]);
  }

  /** The whole file as items, those without a split of their own split by stratum and cluster. */
  async items(importing: string, choices: FreezeChoices): Promise<Result<readonly Item[]>> {
    const known = this.#known(importing);
    if (!known.ok) return known;
    const plan = await planImport(known.data.path, known.data.options);
    if (!plan.ok) return plan;
    const collected = await collectImport(plan.data, choices.skipProblems ? 'skip' : 'refuse');
    if (!collected.ok) return collected;
    const given = new Set(
      collected.data.items.filter(({ splitGiven }) => splitGiven).map(({ item }) => item.id),
    );
    const split = splitItems(
      collected.data.items.map(({ item }) => item),
      choices.heldOut,
      choices.seed,
      (item) => given.has(item.id),
    );
    return split.ok ? success(split.data.items) : split;
  }

  close(importing: string): void {
    this.#open.delete(importing);
  }

  #known(importing: string): Result<OpenImport> {
    const known = this.#open.get(importing);
    if (known) return success(known);
    return failure('file_not_found', 'That import is not open any more.', {
      next: 'Choose the file again.',
    });
  }

  async #preview(importing: string, { path, options }: OpenImport): Promise<Result<ImportPreview>> {
    const preview = await previewImport(path, options, shownItems);
    if (!preview.ok) return preview;
    const { recognised, columns, items, failures } = preview.data;
    return success({
      importing,
      fileName: basename(path),
      format: options.shape ?? recognised?.shape ?? null,
      formats: shapes.map(({ name }) => name),
      fields: [...columns].slice(0, 1000),
      mapping: columnsOf(options.mapping),
      read: items.length + failures.length,
      complete: false,
      good: items.length,
      problems: failures.length + items.filter(({ fault }) => fault !== null).length,
      first: items.map(({ imported }) => itemView(imported.item)),
    });
  }
}

/** The mapping as the screens write it: only the fields that are mapped are there. */
function columnsOf(mapping: FieldMapping | undefined): Record<string, string> {
  return { ...mapping } as Record<string, string>;
}

function mappingOf(mapping: Readonly<Record<string, string>>): Result<FieldMapping> {
  const known: readonly string[] = mappedFields;
  for (const field of Object.keys(mapping))
    if (!known.includes(field))
      return failure('usage', `${field} is not a field of an item.`, {
        next: `Map any of ${mappedFields.join(', ')}.`,
        where: { field },
      });
  return success(Object.fromEntries(Object.entries(mapping).filter(([, column]) => column !== '')));
}
