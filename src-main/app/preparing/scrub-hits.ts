/**
 * The hits of a scrubbing, page by page. Of each hit only its item's place and its rule's are kept; what a page shows is
 * found again in the items that it needs.
 */
import type { ScrubHit } from '../../contract/calls/preparing.ts';
import type { PageRequest } from '../../contract/calls/shapes.ts';
import type { ImportedItem } from '../../items/import/import-file.ts';
import type { ScrubRule } from '../../items/scrub/rule.ts';
import { scrubImported, type ItemHit } from '../../items/scrub/scrub-items.ts';

/** Characters of the text around a hit, on either side. */
const around = 60;

/** In place of a rule: the hit is not replaced. */
const stays = -2;

export interface HitChoice {
  /** Only those that this rule replaces. */
  readonly rule?: string;
  /** Only those that stay. */
  readonly kept?: true;
}

export class ScrubHits {
  private readonly items: readonly ImportedItem[];
  private readonly rules: readonly ScrubRule[];
  /** Of each hit in turn: the place of its item, and of its rule (`stays` for one that is kept). */
  private readonly itemOf: number[] = [];
  private readonly ruleOf: number[] = [];

  /** @param items as they are before the scrubbing */
  constructor(items: readonly ImportedItem[], rules: readonly ScrubRule[]) {
    this.items = items;
    this.rules = rules;
  }

  add(item: number, hits: readonly ItemHit[]): void {
    for (const { rule, keptIn } of hits) {
      this.itemOf.push(item);
      this.ruleOf.push(keptIn === null ? this.rules.findIndex(({ name }) => name === rule) : stays);
    }
  }

  page({ rule, kept }: HitChoice, { offset, limit }: PageRequest) {
    const ofRule = rule === undefined ? null : this.rules.findIndex(({ name }) => name === rule);
    const wanted = kept === true ? stays : ofRule;
    const places = [...this.ruleOf.keys()].filter((hit) => wanted === null || this.ruleOf[hit] === wanted);
    const found = new Map<number, readonly ScrubHit[]>();
    const rows = places.slice(offset, offset + limit).flatMap((hit) => {
      const index = this.itemOf[hit] ?? 0;
      const imported = this.items[index];
      if (imported === undefined) return [];
      const all = found.get(index) ?? shownHits(scrubImported(imported, this.rules).hits);
      found.set(index, all);
      const row = all[hit - this.firstOf(hit)];
      return row === undefined ? [] : [row];
    });
    return { rows, total: places.length, offset };
  }

  /** The first hit of the same item: hits of an item follow one another. */
  private firstOf(hit: number): number {
    let first = hit;
    while (first > 0 && this.itemOf[first - 1] === this.itemOf[hit]) first -= 1;
    return first;
  }
}

/** Every hit of one item, each with its text before and, where it is replaced, after. */
export function shownHits(hits: readonly ItemHit[]): readonly ScrubHit[] {
  return [...Map.groupBy(hits, ({ field, text }) => `${field}\u0000${text}`).values()].flatMap((inField) => {
    const [first] = inField;
    if (first === undefined) return [];
    const pieces = first.keptIn === null ? afterPieces(first.text, inField) : null;
    return inField.map((hit, index) => ({
      item: hit.itemId,
      rule: hit.rule,
      field: hit.field,
      before: {
        lead: tailOf(hit.text.slice(0, hit.start)),
        found: hit.value,
        tail: headOf(hit.text.slice(hit.end)),
      },
      after:
        pieces === null
          ? null
          : {
              lead: tailOf(pieces.slice(0, 2 * index + 1).join('')),
              placeholder: hit.placeholder,
              tail: headOf(pieces.slice(2 * index + 2).join('')),
            },
    }));
  });
}

/** The scrubbed text in pieces: what stands before, between and after the placeholders, and they between these. */
function afterPieces(text: string, hits: readonly ItemHit[]): string[] {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, placeholder } of hits) {
    pieces.push(text.slice(copied, start), placeholder);
    copied = end;
  }
  return [...pieces, text.slice(copied)];
}

function tailOf(text: string): string {
  return text.length > around ? `…${text.slice(-around).toWellFormed()}` : text;
}

function headOf(text: string): string {
  return text.length > around ? `${text.slice(0, around).toWellFormed()}…` : text;
}
