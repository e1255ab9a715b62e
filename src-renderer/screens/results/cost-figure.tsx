import { useMemo } from 'react';
import type { ComparisonResults, CostRow } from '../../../src-main/contract/calls/results.ts';
import type { CostKind } from '../../../src-main/contract/presentation/findings.ts';
import { changeTitle, costWords } from '../../../src-main/contract/presentation/findings.ts';
import { intervalHead } from '../../../src-main/contract/presentation/look-words.ts';
import {
  absent,
  formatBytes,
  formatCount,
  formatDuration,
  formatPoints,
  formatPointsInterval,
  formatRate,
} from '../../../src-main/contract/presentation/numbers.ts';
import { listWords } from '../../../src-main/contract/presentation/words.ts';
import { verdictMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import { ScatterChart } from '../../charts/scatter-chart.tsx';
import { Segmented } from '../../components/segmented.tsx';
import type { Column } from '../../components/table.tsx';
import { TableCaption } from '../../components/table.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { costView, drawableCosts, marginOf, measureOfResults, noiseOf } from './results-view.ts';
import { peekWords } from './results-words.ts';
import { WideTable } from './wide-table.tsx';

const labels: Readonly<Record<CostKind, string>> = {
  fileSize: 'File size',
  memory: 'Memory',
  tokensPerSecond: 'Tokens/s',
  seconds: 'Time',
};

interface CostProps {
  readonly results: ComparisonResults;
  readonly costs: readonly CostRow[];
}

/** Cost against quality, for a cost that can be chosen. */
export function CostFigure({
  results,
  costs,
  wanted,
  onChoose,
}: CostProps & {
  /** From the address. */
  readonly wanted: string | undefined;
  readonly onChoose: (kind: CostKind) => void;
}) {
  const kinds = drawableCosts(results, costs);
  const kind = kinds.find((one) => one === wanted) ?? kinds[0] ?? null;
  const view = useMemo(() => (kind === null ? null : costView(results, costs, kind)), [results, costs, kind]);
  const measure = measureOfResults(results);
  const interval = intervalHead(results.candidates.map(({ overall }) => overall?.interval ?? null));
  if (kind === null || view === null) {
    return (
      <figure>
        <div className="table-caption">
          <h2>Cost against quality</h2>
        </div>
        <p className="muted">Nothing to draw: no candidate has both a cost and a change.</p>
      </figure>
    );
  }
  return (
    <figure>
      <div className="table-caption">
        <div className="grow">
          <h2>
            {view.title}
            {results.peeked ? `. ${peekWords}` : ''}
          </h2>
          <p>
            {changeTitle(measure)}, points, {interval.toLowerCase()}, against {costWords[kind].word}.
            {view.leftOut.length === 0 ? '' : ` Not drawn, for want of a number: ${listWords(view.leftOut)}.`}
          </p>
        </div>
        {kinds.length < 2 ? null : (
          <Segmented
            label="Cost"
            value={kind}
            options={kinds.map((value) => ({ value, label: labels[value] }))}
            onChange={onChoose}
          />
        )}
      </div>
      <ScatterChart
        points={view.points}
        margin={marginOf(results)}
        halfWidth={noiseOf(results)?.halfWidth ?? null}
        costWord={view.words}
        finding={`${results.peeked ? `${peekWords}. ` : ''}${view.title}. The numbers are in the table “What each candidate took”.`}
      />
    </figure>
  );
}

interface TakenRow {
  readonly cost: CostRow;
  readonly overall: ComparisonResults['candidates'][number]['overall'];
}

const number = (
  key: string,
  head: string,
  text: (row: TakenRow) => string,
  soft = false,
): Column<TakenRow> => ({
  key,
  head,
  numeric: true,
  text,
  draw: (row) => {
    const shown = text(row);
    return shown === absent || soft ? <span className={soft ? 'soft' : 'muted'}>{shown}</span> : shown;
  },
});

const columnsOf = (interval: string): readonly Column<TakenRow>[] => [
  { key: 'candidate', head: 'Candidate', text: ({ cost }) => cost.candidate },
  number('file', 'File', ({ cost }) => formatBytes(cost.fileSize)),
  number('memory', 'Memory', ({ cost }) => formatBytes(cost.memory)),
  number('rate', 'Tokens/s', ({ cost }) => formatRate(cost.tokensPerSecond)),
  number('time', 'Time', ({ cost }) => formatDuration(cost.seconds)),
  number('prompt', 'Prompt tokens', ({ cost }) => formatCount(cost.promptTokens)),
  number('generated', 'Generated tokens', ({ cost }) => formatCount(cost.generatedTokens)),
  number('change', 'Change', ({ overall }) => formatPoints(overall?.delta ?? null)),
  number('interval', interval, ({ overall }) => formatPointsInterval(overall?.interval ?? null), true),
  {
    key: 'verdict',
    head: 'Verdict',
    text: ({ cost, overall }) =>
      cost.isBaseline ? 'baseline' : verdictMark(overall === null ? 'not comparable' : overall.verdict).word,
    draw: ({ cost, overall }) =>
      cost.isBaseline ? (
        <span className="muted">baseline</span>
      ) : (
        <Verdict verdict={overall === null ? 'not comparable' : overall.verdict} />
      ),
  },
  {
    key: 'plan',
    head: 'Plan',
    text: ({ cost, overall }) => (cost.isBaseline ? '' : (overall?.plan ?? absent)),
  },
];

/** The table behind the chart. */
export function CostTable({ results, costs }: CostProps) {
  const rows = costs.map((cost) => ({
    cost,
    overall: results.candidates.find(({ candidate }) => candidate === cost.candidate)?.overall ?? null,
  }));
  const columns = columnsOf(intervalHead(results.candidates.map(({ overall }) => overall?.interval ?? null)));
  const title = `What each candidate took${results.peeked ? `. ${peekWords}` : ''}`;
  return (
    <section className="costs">
      <TableCaption title={title} columns={columns} rows={rows}>
        Of its first run. Time is wall time, loading included.
      </TableCaption>
      <WideTable label={title} columns={columns} rows={rows} rowKey={({ cost }) => cost.candidate} dense />
    </section>
  );
}
