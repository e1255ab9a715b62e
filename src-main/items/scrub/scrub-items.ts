/**
 * Scrubbing items: prompt, answers and everything that was imported beside them, with one numbering an item, so that
 * an answer which repeats an address of the prompt stays the right answer. What names something (id, cluster, stratum)
 * or tells a scorer what to do is kept, and what the rules find there is reported as kept.
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
  /** It stays as it is: null where it is replaced, else the part of the item that it stays in, such as `id`. */
  readonly keptIn: string | null;
}

export interface Scrubbed<T> {
  readonly data: T;
  readonly hits: readonly ItemHit[];
}

/** Fields of checks with words of the program's own, in which nothing of a person can stand. */
const ownWords = new Set(['kind', 'by', 'flags', 'language', 'expected', 'match', 'extract']);

/** Fields of checks that are instructions to a scorer: a placeholder in them would break the check. */
const instructions = new Set(['pattern', 'entry_point', 'schema']);

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
    this.note(hits, text, field, null);
    return replaceHits(text, hits);
  }

  /** Looks, reports and replaces nothing; the numbers of placeholders do not move. */
  keep(text: string, field: string, keptIn: string): void {
    this.note(findHits(text, this.rules, new Placeholders()), text, field, keptIn);
  }

  /** Names of members are looked at as well where they end up in an item. */
  json(value: Json, field: string, names: 'replace' | 'leave'): Json {
    if (typeof value === 'string') return this.text(value, field);
    if (Array.isArray(value))
      return value.map((element, index) => this.json(element, `${field}.${index}`, names));
    if (typeof value === 'number') this.keep(String(value), field, topOf(field));
    if (value === null || typeof value !== 'object') return value;
    const members = new Map<string, Json>();
    for (const [name, member] of Object.entries(value)) {
      const own =
        names === 'leave'
          ? name
          : this.memberName(name, field, (other) => other in value || members.has(other));
      members.set(own, this.json(member, `${field}.${name}`, names));
    }
    return Object.fromEntries(members);
  }

  /** Two members must not become one: a name whose placeholder is taken stays. */
  private memberName(name: string, field: string, taken: (name: string) => boolean): string {
    const place = `${field} (name of a field)`;
    const scrubbed = replaceHits(name, findHits(name, this.rules, this.placeholders));
    if (scrubbed !== name && !taken(scrubbed)) return this.text(name, place);
    if (scrubbed !== name) this.keep(name, place, topOf(field));
    return name;
  }

  /** As `json` goes through a value, with nothing replaced. */
  keepJson(value: Json, field: string): void {
    if (typeof value === 'string' || typeof value === 'number') this.keep(String(value), field, topOf(field));
    else if (Array.isArray(value))
      for (const [index, element] of value.entries()) this.keepJson(element, `${field}.${index}`);
    else if (value !== null && typeof value === 'object')
      for (const [name, member] of Object.entries(value)) {
        this.keep(name, `${field} (name of a field)`, topOf(field));
        this.keepJson(member, `${field}.${name}`);
      }
  }

  private note(hits: readonly Hit[], text: string, field: string, keptIn: string | null): void {
    for (const hit of hits) this.hits.push({ ...hit, itemId: this.itemId, field, text, keptIn });
  }

  item(item: Item): Item {
    for (const name of ['id', 'cluster', 'stratum'] as const)
      if (item[name] !== undefined) this.keep(item[name], name, name);
    const messages = item.messages.map((message, index) => ({
      ...message,
      content: this.text(message.content, `messages.${index}.content`),
    }));
    const { band, source } = item;
    const words = {
      ...(band === undefined ? {} : { band: this.text(band, 'band') }),
      ...(source === undefined ? {} : { source: this.text(source, 'source') }),
    };
    return { ...item, ...words, messages, check: this.check(item.check) };
  }

  private check(check: Check): Check {
    const entries = Object.entries(check).map(([name, value]): [string, Json] => {
      const json = value as Json;
      // The letter of an option.
      const letter = check.kind === 'choice' && name === 'answer';
      if (ownWords.has(name) || letter) return [name, json];
      if (!instructions.has(name)) return [name, this.json(json, `check.${name}`, 'replace')];
      this.keepJson(json, `check.${name}`);
      return [name, json];
    });
    return Object.fromEntries(entries) as Check;
  }
}

/** `check.answer` of `check.answer.0.name`: no text of an item is in it. */
function topOf(field: string): string {
  return field.split('.').slice(0, 2).join('.');
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
  const fields = scrubber.json(imported.fields, 'fields', 'leave') as Fields;
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

/** Adds up hits as they are found, item by item. */
export class ScrubCounter {
  readonly #byRule: Record<string, number>;
  readonly #kept: Record<string, number> = {};
  #changed = 0;

  /** Every rule of the table is named, zeros too. */
  constructor(rules: readonly ScrubRule[]) {
    this.#byRule = Object.fromEntries(rules.map(({ name }) => [name, 0]));
  }

  /** @param hits of one item, all of them */
  add(hits: readonly ItemHit[]): void {
    if (hits.some(({ keptIn }) => keptIn === null)) this.#changed += 1;
    for (const { rule, keptIn } of hits) {
      const [counts, name] = keptIn === null ? [this.#byRule, rule] : [this.#kept, keptIn];
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }

  /** Hits that are replaced by rule, hits that are kept by the part of the item, items in which anything is replaced. */
  counts() {
    return { byRule: { ...this.#byRule }, kept: { ...this.#kept }, changed: this.#changed };
  }
}
