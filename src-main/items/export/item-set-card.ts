/** The card of an exported version: what is in it, where it came from, and what was done to it. */
import type { Item, Split } from '../../contract/item.ts';
import type { ScrubCounts } from '../scrub/scrub-items.ts';
import { incompleteness } from '../scrub/rule-table.ts';

export interface CardInput {
  readonly name: string;
  readonly version: number;
  /** sha256 over the canonical JSON of every item of the version. */
  readonly hash: string;
  readonly frozenAt: string;
  readonly items: readonly Item[];
  /** Of which splits the file holds items; the counts are of the file. */
  readonly splits: readonly Split[];
  readonly scrub?: ScrubCounts;
  readonly duplicates?: {
    readonly exactRemoved: number;
    readonly nearRemoved: number;
    readonly nearClustered: number;
  };
  readonly contamination?: {
    readonly checked: number;
    readonly contaminated: number;
    readonly runWords: number;
  };
  readonly canary?: string;
}

export interface ItemSetCard {
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly frozenAt: string;
  readonly splits: readonly Split[];
  readonly items: number;
  readonly clusters: number;
  readonly strata: readonly { readonly stratum: string; readonly dev: number; readonly heldOut: number }[];
  readonly bands: readonly { readonly band: string; readonly items: number }[];
  readonly sources: readonly { readonly source: string; readonly items: number }[];
  readonly checks: readonly { readonly kind: string; readonly items: number }[];
  /** Null: it was not done, or nobody wrote it down. */
  readonly scrub: (ScrubCounts & { readonly note: string }) | null;
  readonly duplicates: CardInput['duplicates'] | null;
  readonly contamination: CardInput['contamination'] | null;
  readonly canary: string | null;
}

export function itemSetCard(input: CardInput): ItemSetCard {
  const { items } = input;
  const strata = [...Map.groupBy(items, ({ stratum }) => stratum)].map(([stratum, members]) => {
    const heldOut = members.filter(({ split }) => split === 'held_out').length;
    return { stratum, dev: members.length - heldOut, heldOut };
  });
  return {
    name: input.name,
    version: input.version,
    hash: input.hash,
    frozenAt: input.frozenAt,
    splits: input.splits,
    items: items.length,
    clusters: new Set(
      items.map(({ id, cluster }) => (cluster === undefined ? `item/${id}` : `cluster/${cluster}`)),
    ).size,
    strata,
    bands: counted(items, ({ band }) => band).map(([band, count]) => ({ band, items: count })),
    sources: counted(items, ({ source }) => source).map(([source, count]) => ({ source, items: count })),
    checks: counted(items, ({ check }) => check.kind).map(([kind, count]) => ({ kind, items: count })),
    scrub: input.scrub === undefined ? null : { ...input.scrub, note: incompleteness },
    duplicates: input.duplicates ?? null,
    contamination: input.contamination ?? null,
    canary: input.canary ?? null,
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
  const parts = [
    `# ${line(card.name)}, version ${card.version}`,
    `${card.items} items in ${card.clusters} clusters (an item without one counts as its own), of the splits ${card.splits.join(' and ')}. ` +
      `Frozen ${card.frozenAt}.`,
    `Hash of the version: \`${card.hash}\``,
    section(
      'Strata',
      ['stratum', 'dev', 'held out'],
      card.strata.map(({ stratum, dev, heldOut }) => [stratum, dev, heldOut]),
    ),
    section(
      'Bands',
      ['band', 'items'],
      card.bands.map(({ band, items }) => [band, items]),
    ),
    section(
      'Sources',
      ['source', 'items'],
      card.sources.map(({ source, items }) => [source, items]),
    ),
    section(
      'Checks',
      ['kind', 'items'],
      card.checks.map(({ kind, items }) => [kind, items]),
    ),
    scrubText(card),
    duplicatesText(card),
    contaminationText(card),
    card.canary === null ? '' : `## Canary\n\n${line(card.canary)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function scrubText({ scrub }: ItemSetCard): string {
  if (scrub === null) return '## Scrubbing\n\nNot recorded.';
  const rows = Object.entries(scrub.byRule).map(([rule, hits]) => [rule, hits]);
  return `${section('Scrubbing', ['rule', 'replaced'], rows)}\n\nSomething was replaced in ${scrub.items} items. ${scrub.note}`;
}

function duplicatesText({ duplicates }: ItemSetCard): string {
  if (!duplicates) return '## Duplicates\n\nNot recorded.';
  const { exactRemoved, nearRemoved, nearClustered } = duplicates;
  return `## Duplicates\n\n${exactRemoved} exact and ${nearRemoved} near-duplicates were left out; ${nearClustered} near-duplicates were kept as members of clusters.`;
}

function contaminationText({ contamination }: ItemSetCard): string {
  if (!contamination) return '## Contamination\n\nNot checked.';
  const { checked, contaminated, runWords } = contamination;
  return `## Contamination\n\n${contaminated} of ${checked} items that could be checked share a run of ${runWords} words with the texts that were looked at.`;
}

function section(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  if (rows.length === 0) return '';
  const table = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => line(String(cell))).join(' | ')} |`,
  );
  return `## ${title}\n\n${table.join('\n')}`;
}

/** Text of a person on one line of a table, with nothing that Markdown would take for its own. */
function line(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[|\\`*_<>[\]#]/g, (character) => `\\${character}`);
}
