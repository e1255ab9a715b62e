/** What the item sets' screen says. Pure. */
import type { ItemDetail, TriedItem } from '../../../src-main/contract/calls/items.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Failure, Place } from '../../../src-main/contract/result.ts';
import type { SetReference } from '../../stores/item-sets-store.ts';

const items = (count: number) => `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`;

/** Why held-out items stand in no list. */
export const whyHidden =
  'Held-out items are counted and never shown: whoever has looked at them while choosing a model or a setting can no longer decide by them. Only a registered comparison reads them, and each reading is logged.';

export function readingsWords(readings: number): string {
  if (readings === 0) return 'never read';
  return `read ${formatCount(readings)} ${readings === 1 ? 'time' : 'times'}, by registered comparisons`;
}

export interface VersionDifference {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly same: number;
}

/** How a version differs from the one before. */
export function differenceWords(
  before: number,
  { added, removed, changed, same }: VersionDifference,
): string {
  if (added + removed + changed === 0)
    return `The same ${items(same)} as version ${before}, in another order.`;
  return `${items(added)} added, ${formatCount(removed)} removed, ${formatCount(changed)} changed, ${formatCount(same)} as in version ${before}.`;
}

/** "line 88", "row 3", or nothing. */
export function placeWords(where: Place | undefined): string {
  if (where?.line !== undefined) return `line ${formatCount(where.line)}`;
  return where?.row === undefined ? '' : `row ${formatCount(where.row)}`;
}

/** The sentence of a failure without the place, which stands in a column of its own. */
export function problemWords({ message, where }: Failure): string {
  const { file, line, row } = where ?? {};
  const place = line === undefined ? `row ${row ?? ''}` : `line ${line}`;
  const prefix = `${file ?? ''}, ${place}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** What a check goes by: its fields, each with its value in words. */
export function checkRows(check: ItemDetail['check']): readonly (readonly [string, string])[] {
  return Object.entries(check)
    .filter(([field, value]) => field !== 'kind' && value !== undefined)
    .map(([field, value]) => [
      field.replaceAll('_', ' '),
      typeof value === 'string' ? value : JSON.stringify(value, null, 1),
    ]);
}

type Tried = Pick<TriedItem, 'tried' | 'score' | 'fault'> & Partial<Pick<TriedItem, 'check'>>;

/** The right answer itself does not get full marks: the mapping, the answer or the check is wrong. */
export function isWrong({ score, fault }: Tried): boolean {
  return fault !== null || (score !== null && score.value !== 1);
}

/** What an item's own scorer says to the right answer itself. */
export function triedWords({ tried, score, fault, check }: Tried): string {
  if (fault !== null) return `No answer can be scored: ${fault.message}`;
  if (check?.kind === 'choice' && check.by === 'logprob')
    return 'The model weighs every option: there is no answer to try.';
  if (tried === null) return 'There is no right answer to try the check with.';
  if (score === null) return 'The check runs in a process of its own and is not tried here.';
  if (score.value === 1) return 'The right answer itself scores 1.';
  const said = score.value === null ? `is ${score.outcome}` : `scores ${String(score.value)}`;
  return `The right answer itself ${said}: ${score.reason}. Look at the mapping again.`;
}

/** The file that a version is written to, in a folder as the app's machine writes it. */
export function exportPath(folder: string, { name, version }: SetReference, format: string): string {
  const between = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  const safe = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  const base = folder.endsWith(between) ? folder : `${folder}${between}`;
  return `${base}${safe}-${version}-dev.${format}`;
}

/** A set's name from the file's: without its endings. */
export function nameFromFile(fileName: string): string {
  return fileName.replace(/\.gz$/i, '').replace(/\.[^.]+$/, '');
}

/** How many of these records refuse an import; those without an answer, or that cannot be marked, never do. */
export function brokenRecords(problems: readonly Failure[]): number {
  return problems.filter(({ code }) => code !== 'item_unanswered' && code !== 'item_unsupported').length;
}
