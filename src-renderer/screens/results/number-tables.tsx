import type { CandidateResult } from '../../../src-main/contract/calls/results.ts';
import type { Comparison } from '../../../src-main/contract/comparison.ts';
import { intervalsWords } from '../../../src-main/contract/presentation/look-words.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Measure } from '../../../src-main/contract/presentation/words.ts';
import { TableCaption, type Column } from '../../components/table.tsx';
import { mainColumns, namedParts, otherColumns, testWords } from './number-columns.tsx';
import { peekWords } from './results-words.ts';
import {
  missingHeads,
  missingMeaning,
  missingNumeric,
  missingRows,
  missingTitle,
  missingCells,
  type MissingRow,
} from '../../../src-main/contract/presentation/missing-words.ts';
import { WideTable } from './wide-table.tsx';

/** Every number of the chosen candidate, as tables. */
export function NumberTables({
  result,
  comparison,
  baseline,
  measure,
  peeked,
}: {
  readonly result: CandidateResult;
  /** With the strata that are shown. */
  readonly comparison: Comparison;
  readonly baseline: string;
  readonly measure: Measure;
  readonly peeked: boolean;
}) {
  const { candidate } = result;
  const parts = namedParts(comparison);
  const title = `${candidate} against ${baseline}, all numbers${peeked ? `. ${peekWords}` : ''}`;
  const main = mainColumns(candidate, baseline, measure);
  const other = otherColumns(parts);
  const counted = missingRows(parts);
  const ways = missingColumns(candidate, baseline);
  const unit = measure === 'right' ? 'Share of items right in %' : 'Mean score in %';
  const left = result.strata - comparison.strata.length;
  return (
    <section className="numbers">
      <TableCaption title={title} columns={main} rows={parts}>
        {unit}, changes in points, {intervalsWords([comparison.interval])}.{testWords(comparison)}
        {left > 0 && comparison.strata.length > 0 ? ` ${formatCount(left)} strata are not shown.` : ''}
      </TableCaption>
      <WideTable label={title} columns={main} rows={parts} rowKey={({ name }) => name} dense />
      <details>
        <summary>What could move them: missing answers, answered only, and the other intervals</summary>
        <TableCaption
          title={`${candidate} against ${baseline}, what could move the numbers`}
          columns={other}
          rows={parts}
        >
          Bounds fill in every missing answer against the candidate, and for it. Answered only leaves out
          truncated and unparsed answers.
        </TableCaption>
        <WideTable
          label={`${title}: what could move them`}
          columns={other}
          rows={parts}
          rowKey={({ name }) => name}
          dense
        />
      </details>
      {counted.length === 0 ? null : (
        <details>
          <summary>{missingTitle}</summary>
          <TableCaption
            title={`${candidate} against ${baseline}, ${missingTitle.toLowerCase()}`}
            columns={ways}
            rows={counted}
          >
            {missingMeaning}
          </TableCaption>
          <WideTable
            label={`${title}: ${missingTitle.toLowerCase()}`}
            columns={ways}
            rows={counted}
            rowKey={({ part, counted: how }) => `${part} ${how}`}
            dense
          />
        </details>
      )}
    </section>
  );
}

function missingColumns(candidate: string, baseline: string): readonly Column<MissingRow>[] {
  return missingHeads(candidate, baseline).map((head, index) => ({
    key: String(index),
    head,
    numeric: missingNumeric.has(index),
    text: (row) => missingCells(row)[index] ?? '',
  }));
}
