/**
 * Scrubbing items: prompt, answers and everything that was imported beside them, with one numbering an item, so that
 * an answer which repeats an address of the prompt stays the right answer.
 */
import type { Check, Item, Json } from '../../contract/item.ts';
import type { ImportedItem } from '../import/import-file.ts';
import type { Fields } from '../import/source-record.ts';
import type { ScrubRule } from './rule.ts';
import { findHits, Placeholders, replaceHits, type Hit } from './scrub-text.ts';

export interface ItemHit extends Hit {
  readonly itemId: string;
  /** Dotted path of the text within the item: `messages.0.content`, `check.answer`, `reference`. */
  readonly field: string;
  /** The whole of that text as it was. */
  readonly text: string;
}

export interface Scrubbed<T> {
  readonly data: T;
  readonly hits: readonly ItemHit[];
}

/** Fields of checks that are instructions to a scorer: a placeholder in them would break the check. */
const machinery = new Set([
  'kind',
  'by',
  'flags',
  'pattern',
  'language',
  'entry_point',
  'schema',
  'expected',
  'match',
  'extract',
]);

class ItemScrubber {
  readonly hits: ItemHit[] = [];
  private readonly placeholders = new Placeholders();
  private readonly rules: readonly ScrubRule[];
  private readonly itemId: string;

  constructor(rules: readonly ScrubRule[], itemId: string) {
    this.rules = rules;
    this.itemId = itemId;
  }

  text(text: string, field: string): string {
    const hits = findHits(text, this.rules, this.placeholders);
    if (hits.length === 0) return text;
    this.hits.push(...hits.map((hit) => ({ ...hit, itemId: this.itemId, field, text })));
    return replaceHits(text, hits);
  }

  json(value: Json, field: string): Json {
    if (typeof value === 'string') return this.text(value, field);
    if (Array.isArray(value)) return value.map((element, index) => this.json(element, `${field}.${index}`));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.json(member, `${field}.${name}`)]),
    );
  }

  item(item: Item): Item {
    const messages = item.messages.map((message, index) => ({
      ...message,
      content: this.text(message.content, `messages.${index}.content`),
    }));
    const check = Object.fromEntries(
      Object.entries(item.check).map(([name, value]) => [
        name,
        machinery.has(name) ? value : this.json(value as Json, `check.${name}`),
      ]),
    ) as Check;
    return { ...item, messages, check };
  }
}

/** An item with the rules' hits replaced, and the hits with their places in the item as it was. */
export function scrubItem(item: Item, rules: readonly ScrubRule[]): Scrubbed<Item> {
  const scrubber = new ItemScrubber(rules, item.id);
  const data = scrubber.item(item);
  return { data, hits: scrubber.hits };
}

/** The same for an imported item: its reference, its stored outputs and its source fields as well. */
export function scrubImported(imported: ImportedItem, rules: readonly ScrubRule[]): Scrubbed<ImportedItem> {
  const scrubber = new ItemScrubber(rules, imported.item.id);
  const item = scrubber.item(imported.item);
  const { reference } = imported;
  const outputs = imported.outputs.map((output, index) => ({
    ...output,
    text: scrubber.text(output.text, `outputs.${index}.text`),
    ...(output.error === undefined ? {} : { error: scrubber.text(output.error, `outputs.${index}.error`) }),
  }));
  const referenceText = reference === undefined ? undefined : scrubber.text(reference, 'reference');
  const shown = [...scrubber.hits];
  // The source's own fields repeat the texts above; their hits are replaced and not counted a second time.
  const fields = scrubber.json(imported.fields, 'fields') as Fields;
  return {
    data: {
      ...imported,
      item,
      outputs,
      fields,
      ...(referenceText === undefined ? {} : { reference: referenceText }),
    },
    hits: shown,
  };
}

export interface ScrubCounts {
  /** Items in which anything was found. */
  readonly items: number;
  /** Hits by rule, every rule of the table named, zeros too. */
  readonly byRule: Readonly<Record<string, number>>;
}

export function countHits(hits: readonly ItemHit[], rules: readonly ScrubRule[]): ScrubCounts {
  const byRule = Object.fromEntries(rules.map((rule) => [rule.name, 0]));
  for (const { rule } of hits) byRule[rule] = (byRule[rule] ?? 0) + 1;
  return { items: new Set(hits.map(({ itemId }) => itemId)).size, byRule };
}
