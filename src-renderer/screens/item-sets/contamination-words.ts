/** What a search for contamination found, in words. Pure. */
import type { Contamination, Overlap } from '../../../src-main/contract/calls/contamination.ts';
import { formatCount, formatPercent } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleLine } from '../../../src-main/contract/presentation/visible-text.ts';

type Place = Pick<Overlap['passages'][number], 'file' | 'line' | 'row'>;

/** "books/one.txt, line 12" */
export function textPlace({ file, line, row }: Place): string {
  const place =
    line !== null ? `, line ${formatCount(line)}` : row !== null ? `, row ${formatCount(row)}` : '';
  return `${visibleLine(file)}${place}`;
}

/** "2 of 28 dev items (7.1 %) have more than 50 % of their words in common runs of 13 words." */
export function foundWords({ checked, contaminated, share, threshold, runWords }: Contamination): string {
  const over = `more than ${formatPercent(threshold)} % of their words in runs of ${formatCount(runWords)} words that stand in the texts`;
  if (share === null)
    return `No dev item has as many as ${formatCount(runWords)} words: none can be looked for.`;
  return `${formatCount(contaminated)} of ${formatCount(checked)} dev items (${formatPercent(share)} %) have ${over}.`;
}

/** What stands beside it: items with any run, items that are too short, files. */
export function besideWords({ overlapping, tooShort, runWords, files }: Contamination): string {
  return [
    `${formatCount(overlapping)} ${overlapping === 1 ? 'has' : 'have'} any such run.`,
    ...(tooShort === 0
      ? []
      : [
          `${formatCount(tooShort)} have fewer than ${formatCount(runWords)} words and cannot be found this way.`,
        ]),
    `${formatCount(files.total)} ${files.total === 1 ? 'file was' : 'files were'} read.`,
  ].join(' ');
}

export function canaryWords({ canaries }: Contamination): string {
  if (canaries.length === 0) return 'The canary of the set stands in none of them.';
  return 'The canary of the set stands in the texts: whatever was trained on them has seen an export of the set.';
}

export function heldOutWords(heldOut: number): string {
  return heldOut === 0
    ? ''
    : `The ${formatCount(heldOut)} held-out items are not looked for here: only a registered comparison reads them. Whoever has the file that the set was made from can look for all of its items with “noisefloor items contamination FILE”.`;
}

/** "3 files or records could not be read"; of many the first hundred are kept. */
export function unreadWords(unread: number): string {
  if (unread === 1) return 'One file or record could not be read';
  const which = unread >= 100 ? 'The first 100' : formatCount(unread);
  return `${which} files or records could not be read`;
}
