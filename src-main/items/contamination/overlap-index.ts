/**
 * Overlap of items with texts that a model may have been trained on: runs of n words that are in both (n = 13 by
 * default, as in Brown et al., "Language Models are Few-Shot Learners", 2020, appendix C).
 */
import type { Item } from '../../contract/item.ts';
import { hash32 } from '../hash32.ts';
import { lineOf, type SourceText } from './read-texts.ts';
import { wordsOf, type Word } from './words.ts';

const defaultRunWords = 13;
const defaultThreshold = 0.5;

export interface OverlapOptions {
  /** Words a run. */
  readonly runWords: number;
  /** Share of an item's words inside common runs from which it counts as contaminated, exclusive; 0: any run does. */
  readonly threshold: number;
}

export const defaultOverlapOptions: OverlapOptions = {
  runWords: defaultRunWords,
  threshold: defaultThreshold,
};

/** A stretch of a text, with a little of what stands around it. */
export interface Excerpt {
  readonly before: string;
  readonly passage: string;
  readonly after: string;
}

/** A stretch of an item that stands in a text as well. */
export interface Passage {
  /** The file that holds it, and the line or the row where it begins there. */
  readonly file: string;
  readonly line: number | null;
  readonly row: number | null;
  readonly words: number;
  readonly inItem: Excerpt;
  readonly inText: Excerpt;
}

export interface ItemOverlap {
  readonly itemId: string;
  /** Share of the item's words that lie in common runs. */
  readonly share: number;
  readonly contaminated: boolean;
  /** The longest ones, five at most. */
  readonly passages: readonly Passage[];
}

export interface OverlapReport {
  /** Items with any common run, the most affected first. */
  readonly overlaps: readonly ItemOverlap[];
  /** Items that were looked for. */
  readonly checked: number;
  /** Items with fewer words than a run has: they cannot be found this way. */
  readonly tooShort: number;
  readonly contaminated: number;
  /** contaminated / checked; null when nothing was checked. */
  readonly share: number | null;
  readonly options: OverlapOptions;
}

const keptPassages = 5;
/** Characters around a passage. */
const aroundPassage = 100;
/** Of a passage; a whole book that is an item is cut. */
const longestPassage = 4000;

interface IndexedItem {
  readonly id: string;
  readonly text: string;
  readonly wordCount: number;
  readonly passages: Passage[];
  /** Only of items that some text has a run of: most have none, and words take much more room than their text. */
  found: { readonly words: readonly Word[]; readonly covered: Uint8Array } | null;
}

/** Words of an item that can be told apart in a number of its item and its place. */
const mostWords = 2 ** 22;

/** Holds the runs of the items; texts are passed by it once and not kept. */
export class OverlapIndex {
  /** Where each run begins: the item's number times `mostWords`, and the number of its first word. */
  private readonly runs = new Map<number, number | number[]>();
  private readonly items: IndexedItem[] = [];
  private readonly options: OverlapOptions;
  private tooShort = 0;

  constructor(items: readonly Item[], options: OverlapOptions = defaultOverlapOptions) {
    this.options = options;
    for (const item of items) this.addItem(item);
  }

  private addItem(item: Item): void {
    const text = item.messages.map(({ content }) => content).join('\n');
    const words = wordsOf(text).slice(0, mostWords);
    if (words.length < this.options.runWords) {
      this.tooShort += 1;
      return;
    }
    const first = this.items.length * mostWords;
    this.items.push({ id: item.id, text, wordCount: words.length, passages: [], found: null });
    for (const [at, key] of runKeys(words, this.options.runWords)) {
      const starts = this.runs.get(key);
      if (starts === undefined) this.runs.set(key, first + at);
      else if (typeof starts === 'number') this.runs.set(key, [starts, first + at]);
      else starts.push(first + at);
    }
  }

  /** Looks for the items' runs in a text. */
  addText(source: SourceText): void {
    const { runWords } = this.options;
    const words = wordsOf(source.text);
    /** Ends of the passages that are followed already, by item and by how far the text is ahead of it. */
    const followed = new Map<IndexedItem, Map<number, number>>();
    for (const [at, key] of runKeys(words, runWords)) {
      const starts = this.runs.get(key);
      if (starts === undefined) continue;
      for (const code of typeof starts === 'number' ? [starts] : starts) {
        const item = this.items[Math.floor(code / mostWords)];
        if (item === undefined) continue;
        const start = code % mostWords;
        const ends = followed.get(item) ?? new Map<number, number>();
        followed.set(item, ends);
        const ahead = at - start;
        if (start + runWords <= (ends.get(ahead) ?? 0)) continue;
        const own = item.found?.words ?? wordsOf(item.text).slice(0, mostWords);
        const length = commonLength(own, start, words, at);
        // Equal keys of different words are possible, if hardly ever.
        if (length < runWords) continue;
        item.found ??= { words: own, covered: new Uint8Array(item.wordCount) };
        ends.set(ahead, start + length);
        item.found.covered.fill(1, start, start + length);
        keepPassage(item, own, start, source, words, at, length);
      }
    }
  }

  report(): OverlapReport {
    const overlaps = this.items.flatMap((item): ItemOverlap[] => {
      if (item.found === null) return [];
      const share = item.found.covered.reduce((sum, one) => sum + one, 0) / item.wordCount;
      const contaminated = share > this.options.threshold;
      return [{ itemId: item.id, share, contaminated, passages: item.passages }];
    });
    const contaminated = overlaps.filter((overlap) => overlap.contaminated).length;
    return {
      overlaps: overlaps.toSorted((one, other) => other.share - one.share),
      checked: this.items.length,
      tooShort: this.tooShort,
      contaminated,
      share: this.items.length === 0 ? null : contaminated / this.items.length,
      options: this.options,
    };
  }
}

/** Keeps the longest passages. */
function keepPassage(
  item: IndexedItem,
  own: readonly Word[],
  start: number,
  source: SourceText,
  words: readonly Word[],
  at: number,
  length: number,
): void {
  const shortest = item.passages.at(-1);
  if (shortest && item.passages.length === keptPassages && shortest.words >= length) return;
  const inItem = excerpt(item.text, own, start, length);
  const { file, row } = source;
  const line = lineOf(source, words[at]?.start ?? 0);
  // Once for each place is enough: pieces of a long text overlap.
  const known = item.passages.some(
    (other) =>
      other.file === file &&
      other.line === line &&
      other.row === row &&
      other.inItem.passage === inItem.passage,
  );
  if (known) return;
  item.passages.push({
    file,
    line,
    row,
    words: length,
    inItem,
    inText: excerpt(source.text, words, at, length),
  });
  item.passages.sort((one, other) => other.words - one.words);
  item.passages.length = Math.min(item.passages.length, keptPassages);
}

function excerpt(text: string, words: readonly Word[], first: number, length: number): Excerpt {
  const start = words[first]?.start ?? 0;
  const end = words[first + length - 1]?.end ?? start;
  return {
    before: text.slice(Math.max(0, start - aroundPassage), start),
    passage: text.slice(start, Math.min(end, start + longestPassage)),
    after: text.slice(end, end + aroundPassage),
  };
}

/** The key of each run of words, with the number of its first word: a polynomial of the words' hashes, rolled on. */
function* runKeys(words: readonly Word[], length: number): Generator<readonly [number, number]> {
  const hashes = words.map(({ text }) => hash32(text));
  let leading = 1;
  for (let index = 1; index < length; index += 1) leading = Math.imul(leading, base);
  let key = 0;
  for (const [index, hash] of hashes.entries()) {
    if (index >= length) key = (key - Math.imul(hashes[index - length] ?? 0, leading)) | 0;
    key = (Math.imul(key, base) + hash) | 0;
    if (index >= length - 1) yield [index - length + 1, key];
  }
}

const base = 0x01000193;

function commonLength(one: readonly Word[], start: number, other: readonly Word[], at: number): number {
  let length = 0;
  while (one[start + length] !== undefined && one[start + length]?.text === other[at + length]?.text)
    length += 1;
  return length;
}
