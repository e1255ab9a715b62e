import { Command } from 'commander';
import { contaminationOf, type ContaminationOf } from '../../app/contamination.ts';
import { formatCount, formatPercent } from '../../contract/presentation/numbers.ts';
import { visibleLine } from '../../contract/presentation/visible-text.ts';
import { answer, columns } from '../answer.ts';
import { onInterrupt } from '../interruption.ts';
import {
  dataOption,
  heldOutShare,
  jsonOption,
  positiveInteger,
  type DataOption,
  type JsonOption,
} from '../options.ts';
import { note } from '../terminal.ts';

interface ContaminationOptions extends DataOption, JsonOption {
  readonly texts: readonly string[];
  readonly n: number;
  readonly threshold: number;
}

/** Items that are printed with their passage; --json has the others. */
const shownItems = 20;
const shownCharacters = 160;
const progressInterval = 5000;

export function contaminationCommand(): Command {
  return new Command('contamination')
    .description(
      'Look for runs of the items’ words in texts: share of each item that stands there, with the passages. Of a frozen version the dev items; of a file every item in it.',
    )
    .argument('<items>', 'name@version, or a file of items')
    .requiredOption('--texts <paths...>', 'files and folders of text, JSONL, JSON, CSV or Parquet')
    .option('--n <words>', 'words a run', positiveInteger, 13)
    .option('--threshold <share>', 'share of its words above which an item counts', heldOutShare, 0.5)
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (items: string, { texts, n, threshold, ...options }: ContaminationOptions) => {
      const { signal, release } = onInterrupt();
      let told = performance.now();
      const found = await contaminationOf(options.data, items, texts, {
        options: { runWords: n, threshold },
        signal,
        progress: ({ done, total }) => {
          if (performance.now() - told < progressInterval) return;
          told = performance.now();
          note(`${formatCount(done)} of ${formatCount(total)} files read`);
        },
      });
      release();
      answer(found, options, contaminationWords);
    });
}

function contaminationWords(found: ContaminationOf): string {
  return [...summary(found), ...canaryLines(found), ...overlapLines(found), ...unreadLines(found)].join('\n');
}

function summary(found: ContaminationOf): string[] {
  const {
    items,
    version,
    heldOut,
    leftOut,
    checked,
    tooShort,
    contaminated,
    share,
    overlaps,
    options,
    files,
  } = found;
  const what = version === null ? 'items' : 'dev items';
  const lines = [
    `${items}: ${formatCount(contaminated)} of ${formatCount(checked)} ${what}${share === null ? '' : ` (${formatPercent(share)} %)`} have more than ${formatPercent(options.threshold)} % of their words in runs of ${options.runWords} words that stand in the texts; ${formatCount(overlaps.length)} have any such run. ${formatCount(files)} ${files === 1 ? 'file' : 'files'} read.`,
  ];
  if (tooShort > 0)
    lines.push(
      `${formatCount(tooShort)} ${what} have fewer than ${options.runWords} words and cannot be looked for.`,
    );
  if (leftOut > 0)
    lines.push(
      leftOut === 1
        ? '1 record made no item and was not looked for.'
        : `${formatCount(leftOut)} records made no item and were not looked for.`,
    );
  if (heldOut > 0)
    lines.push(
      `${heldOut === 1 ? 'The one held-out item was' : `The ${formatCount(heldOut)} held-out items were`} not looked for: only a registered plan reads ${heldOut === 1 ? 'it' : 'them'}. Give the file that the set was made from to look for all.`,
    );
  return lines;
}

function canaryLines({ version, canaries }: ContaminationOf): string[] {
  if (version === null) return [];
  if (canaries.length === 0) return ['The canary of the set stands in none of them.'];
  return ['The canary of the set stands in:', ...canaries.map((place) => `  ${placeWords(place)}`)];
}

function overlapLines({ overlaps }: ContaminationOf): string[] {
  if (overlaps.length === 0) return [];
  const rows = overlaps.slice(0, shownItems).map(({ itemId, share, contaminated, passages }) => {
    const [longest] = passages;
    return [
      visibleLine(itemId),
      formatPercent(share),
      contaminated ? 'yes' : 'no',
      String(longest?.words ?? ''),
      longest === undefined ? '' : placeWords(longest),
    ];
  });
  const passages = overlaps
    .slice(0, shownItems)
    .flatMap(({ itemId, passages: [longest] }) =>
      longest === undefined
        ? []
        : [
            `${visibleLine(itemId)}, ${placeWords(longest)}`,
            `  item: ${cut(longest.inItem.passage)}`,
            `  text: ${cut(longest.inText.passage)}`,
          ],
    );
  const others = overlaps.length - rows.length;
  return [
    '',
    columns([['item', 'share, %', 'over', 'longest run', 'where'], ...rows]),
    ...(others > 0 ? [`And ${formatCount(others)} more; --json has all of them.`] : []),
    '',
    ...passages,
  ];
}

function unreadLines({ unread }: ContaminationOf): string[] {
  if (unread.length === 0) return [];
  return ['', 'Could not be read:', ...unread.map(({ message }) => `  ${visibleLine(message)}`)];
}

function placeWords({ file, line, row }: { file: string; line: number | null; row: number | null }): string {
  const place = line === null ? (row === null ? '' : `, row ${row}`) : `, line ${line}`;
  return `${visibleLine(file)}${place}`;
}

function cut(text: string): string {
  const line = visibleLine(text.replace(/\s+/g, ' '));
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}
