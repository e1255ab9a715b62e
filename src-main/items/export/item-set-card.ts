/** The card of an exported version: what is in it, where it came from, and what was done to it. */
import type { Item, ItemSetVersion } from '../../contract/item.ts';
import type { StepRecord } from '../../contract/preparation.ts';
import { formatCount, formatPercent } from '../../contract/presentation/numbers.ts';
import { stepSentence, stepTitles } from '../../contract/presentation/preparation-words.ts';
import type { PreparationRecord } from '../preparation-record.ts';
import { incompleteness } from '../scrub/rule-table.ts';

/** A search for the version's dev items in texts. */
export interface SearchedTexts {
  readonly at: string;
  readonly files: number;
  readonly checked: number;
  readonly contaminated: number;
  readonly runWords: number;
  readonly threshold: number;
}

export interface CardInput {
  readonly version: ItemSetVersion;
  /** Of the whole version, held-out items counted and not read. */
  readonly strata: readonly { readonly stratum: string; readonly dev: number; readonly heldOut: number }[];
  readonly checks: readonly { readonly kind: string; readonly items: number }[];
  /** The items that are in the file. */
  readonly items: readonly Item[];
  /** Null: the version was frozen as its file was. */
  readonly preparation: PreparationRecord | null;
  /** Null: nobody searched. */
  readonly contamination: SearchedTexts | null;
  readonly exportedAt: string;
}

export interface ItemSetCard {
  readonly name: string;
  readonly version: number;
  /** sha256 over the canonical JSON of every item of the version. */
  readonly hash: string;
  readonly canary: string;
  readonly frozenAt: string;
  readonly exportedAt: string;
  readonly counts: ItemSetVersion['counts'];
  readonly strata: CardInput['strata'];
  readonly checks: CardInput['checks'];
  /** Of the items in the file; a cluster that an item does not have is its own. */
  readonly file: {
    readonly items: number;
    readonly clusters: number;
    readonly bands: readonly { readonly band: string; readonly items: number }[];
    readonly sources: readonly { readonly source: string; readonly items: number }[];
  };
  readonly preparation: PreparationRecord | null;
  readonly contamination: SearchedTexts | null;
}

export function itemSetCard(input: CardInput): ItemSetCard {
  const { version, items } = input;
  return {
    name: version.name,
    version: version.version,
    hash: version.hash,
    canary: version.canary,
    frozenAt: version.frozenAt,
    exportedAt: input.exportedAt,
    counts: version.counts,
    strata: input.strata,
    checks: input.checks,
    file: {
      items: items.length,
      clusters: new Set(
        items.map(({ id, cluster }) => (cluster === undefined ? `item/${id}` : `cluster/${cluster}`)),
      ).size,
      bands: counted(items, ({ band }) => band).map(([band, count]) => ({ band, items: count })),
      sources: counted(items, ({ source }) => source).map(([source, count]) => ({ source, items: count })),
    },
    preparation: input.preparation,
    contamination: input.contamination,
  };
}

/** The most frequent first. */
function counted(items: readonly Item[], key: (item: Item) => string | undefined): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const name = key(item);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1]);
}

/** The card for people, as Markdown. */
export function cardMarkdown(card: ItemSetCard): string {
  const { counts, file } = card;
  const parts = [
    `# ${line(card.name)}, version ${card.version}`,
    `${formatCount(counts.items)} items: ${formatCount(counts.dev)} dev and ${formatCount(counts.heldOut)} held out. Frozen ${card.frozenAt}, exported ${card.exportedAt}.`,
    fileText(card),
    `Hash of the version (sha256 over the canonical JSON of every item): \`${card.hash}\``,
    table(
      'Strata',
      ['stratum', 'dev', 'held out'],
      card.strata.map(({ stratum, dev, heldOut }) => [stratum, dev, heldOut]),
    ),
    table(
      'Checks',
      ['kind', 'items'],
      card.checks.map(({ kind, items }) => [kind, items]),
    ),
    table(
      'Bands of the items in the file',
      ['band', 'items'],
      file.bands.map(({ band, items }) => [band, items]),
    ),
    sourcesText(card),
    preparationText(card),
    contaminationText(card),
    `## Canary\n\n${line(card.canary)}\n\nIt stands in every row of the file. Where it turns up, the set was seen.`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function fileText({ counts, file }: ItemSetCard): string {
  const clusters = `in ${formatCount(file.clusters)} clusters (an item without one counts as its own)`;
  const has = `The file beside this card has the ${formatCount(file.items)} dev items, ${clusters}.`;
  return counts.heldOut === 0
    ? has
    : `${has} The held-out ones are not in it: only a registered plan reads them.`;
}

function sourcesText({ preparation, file }: ItemSetCard): string {
  const files = (preparation?.sources ?? []).map((source) => [source.file, source.read, source.leftOut]);
  const named = file.sources.map(({ source, items }) => [source, items]);
  if (files.length === 0 && named.length === 0) return '## Sources\n\nNot recorded.';
  const parts = [
    ...(files.length === 0 ? [] : [rowsText(['file', 'records read', 'left out'], files)]),
    ...(named.length === 0
      ? []
      : [`As the items in the file name them:\n\n${rowsText(['source', 'items'], named)}`]),
  ];
  return `## Sources\n\n${parts.join('\n\n')}`;
}

/** Every step as it was taken, and in words which usual ones were not. */
function preparationText({ preparation }: ItemSetCard): string {
  if (preparation === null)
    return '## Preparation\n\nNot recorded: the version was frozen as its file was. Whether it was scrubbed or duplicates were looked for is not known here.';
  const steps = preparation.steps.map((step, index) => stepText(step, index + 1));
  const taken = new Set(preparation.steps.map(({ step }) => step));
  const lacking = (['scrub', 'exact_duplicates', 'near_duplicates'] as const).filter(
    (step) => !taken.has(step),
  );
  const without =
    lacking.length === 0
      ? []
      : [`Not done: ${lacking.map((step) => stepTitles[step].toLowerCase()).join(', ')}.`];
  return ['## Preparation', `From ${formatCount(preparation.items)} items.`, ...steps, ...without].join(
    '\n\n',
  );
}

function stepText(record: StepRecord, number: number): string {
  const sentence = `${number}. **${stepTitles[record.step]}.** ${line(stepSentence(record))}`;
  if (record.step !== 'scrub') return sentence;
  const rows = Object.entries(record.byRule).map(([rule, hits]) => [rule, hits]);
  const kept = Object.entries(record.kept ?? {}).map(([place, hits]) => [place, hits]);
  return [
    sentence,
    ...(rows.length === 0 ? [] : [rowsText(['rule', 'replaced'], rows)]),
    ...(kept.length === 0 ? [] : [rowsText(['place', 'found and kept'], kept)]),
    incompleteness,
  ].join('\n\n');
}

function contaminationText({ contamination }: ItemSetCard): string {
  if (contamination === null) return '## Contamination\n\nNot searched for.';
  const { checked, contaminated, runWords, threshold, files, at } = contamination;
  return `## Contamination\n\n${formatCount(contaminated)} of ${formatCount(checked)} dev items that could be looked for have more than ${formatPercent(threshold)} % of their words in runs of ${runWords} words that stand in the ${formatCount(files)} files that were searched (${at}).`;
}

function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return rows.length === 0 ? '' : `## ${title}\n\n${rowsText(head, rows)}`;
}

function rowsText(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map(
      (cells) =>
        `| ${cells.map((cell) => (typeof cell === 'number' ? formatCount(cell) : line(cell))).join(' | ')} |`,
    )
    .join('\n');
}

/** Text of a person on one line, with nothing that Markdown would take for its own. */
function line(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[|\\`*_<>[\]#]/g, (character) => `\\${character}`);
}
