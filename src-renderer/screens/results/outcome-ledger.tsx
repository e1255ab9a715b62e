import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import type { ComparisonResults } from '../../../src-main/contract/calls/results.ts';
import { ledgerTitle } from '../../../src-main/contract/presentation/findings.ts';
import type { LedgerGeometry, LedgerRun } from '../../../src-main/contract/presentation/ledger-geometry.ts';
import { ledgerGeometry } from '../../../src-main/contract/presentation/ledger-geometry.ts';
import { countAndRate } from '../../../src-main/contract/presentation/outcome-words.ts';
import type { StratumOutcomes } from '../../../src-main/contract/presentation/outcome-words.ts';
import { formatCount, formatPercent } from '../../../src-main/contract/presentation/numbers.ts';
import { runWords } from '../../../src-main/contract/presentation/part-words.ts';
import { CopyTable } from '../../components/copy-table.tsx';
import type { TextTable } from '../../components/table-text.ts';
import { TableCaption, type Column } from '../../components/table.tsx';
import { peekWords } from './results-words.ts';
import { WideTable } from './wide-table.tsx';
import './outcome-ledger.css';

type Outcomes = CallOutput<'results.read_outcomes'>;

const plainTitle = 'How outputs ended';
const meaning = 'Unparsed and truncated count as wrong; all others are missing.';

const percent = (fraction: number) => `${(fraction * 100).toFixed(2)}%`;

function ledgerText({ rows, columns }: LedgerGeometry): TextTable {
  return [
    ['Run', 'Outputs', 'Scored', 'Not scored, %', ...columns.map(({ word }) => word)],
    ...rows.map(({ run, total, scored }) => [
      run.name,
      formatCount(total),
      formatCount(scored),
      formatPercent(total === 0 ? null : (total - scored) / total),
      ...columns.map(({ outcome }) => formatCount(run.counts[outcome])),
    ]),
  ];
}

/** How the outputs of each run ended: one row a run, only what was not scored. */
export function OutcomeLedger({
  results,
  outcomes: { rows, strata, whole, left },
  chosen,
}: {
  readonly results: ComparisonResults;
  readonly outcomes: Outcomes;
  readonly chosen: string | null;
}) {
  const runs = rows.map(
    ({
      key,
      counts,
      isBaseline,
    }): LedgerRun & { readonly candidate: string; readonly isBaseline: boolean } => ({
      name: runWords(key),
      counts,
      candidate: key.candidate,
      isBaseline,
    }),
  );
  const geometry = ledgerGeometry(runs);
  const overall = geometry.rows.map(({ run, total }) => ({ name: run.name, counts: run.counts, total }));
  const first = runs.find(({ isBaseline }) => isBaseline);
  const finding =
    first === undefined
      ? plainTitle
      : ledgerTitle(
          first,
          runs.filter(({ isBaseline }) => !isBaseline),
        );
  const title = results.peeked ? `${finding}. ${peekWords}` : finding;
  const numeric = new Set(Array.from({ length: geometry.columns.length + 3 }, (_, index) => index + 1));
  return (
    <figure className="outcomes">
      <div className="table-caption">
        <div className="grow">
          <h2>{title}</h2>
          <p>
            {finding === plainTitle ? '' : `${plainTitle}. `}
            {meaning}
          </p>
        </div>
        <CopyTable table={() => ledgerText(geometry)} numeric={numeric} title={plainTitle} />
      </div>
      {geometry.allScored ? (
        <p>Every output was scored.</p>
      ) : (
        <LedgerTable
          geometry={geometry}
          chosen={new Set(runs.filter(({ candidate }) => candidate === chosen).map(({ name }) => name))}
        />
      )}
      {strata.length === 0 ? null : (
        <StrataLedger all={overall} strata={strata} columns={geometry.columns} whole={whole} left={left} />
      )}
    </figure>
  );
}

interface StratumRow {
  readonly stratum: string;
  readonly run: StratumOutcomes['runs'][number];
}

/** Every outcome's count and rate, of every run, in the strata in which not every output was scored. */
function StrataLedger({
  all,
  strata,
  columns,
  whole,
  left,
}: Pick<Outcomes, 'strata' | 'whole' | 'left'> & {
  readonly all: StratumOutcomes['runs'];
  readonly columns: LedgerGeometry['columns'];
}) {
  const title = `${plainTitle}, by stratum`;
  const rows = [{ stratum: 'Overall', runs: all }, ...strata].flatMap(({ stratum, runs }) =>
    runs.map((run): StratumRow => ({ stratum, run })),
  );
  const heads: readonly Column<StratumRow>[] = [
    { key: 'stratum', head: 'Stratum', text: ({ stratum }) => stratum },
    { key: 'run', head: 'Run', text: ({ run }) => run.name },
    { key: 'outputs', head: 'Outputs', numeric: true, text: ({ run }) => formatCount(run.total) },
    {
      key: 'scored',
      head: 'Scored',
      numeric: true,
      text: ({ run }) => countAndRate(run.counts.scored, run.total),
    },
    ...columns.map(({ outcome, word }): Column<StratumRow> => ({
      key: outcome,
      head: word,
      numeric: true,
      text: ({ run }) => countAndRate(run.counts[outcome], run.total),
    })),
  ];
  const others = [
    ...(whole === 0 ? [] : [`Every output was scored in ${formatCount(whole)} other strata.`]),
    ...(left === 0 ? [] : [`${formatCount(left)} further strata are in the reports.`]),
  ].join(' ');
  return (
    <details>
      <summary>Counts and rates, overall and by stratum</summary>
      <TableCaption title={title} columns={heads} rows={rows}>
        {others}
      </TableCaption>
      <WideTable
        label={title}
        columns={heads}
        rows={rows}
        rowKey={({ stratum, run }) => `${stratum} ${run.name}`}
        dense
      />
    </details>
  );
}

function LedgerTable({
  geometry,
  chosen,
}: {
  readonly geometry: LedgerGeometry;
  /** Names of the chosen candidate's runs. */
  readonly chosen: ReadonlySet<string>;
}) {
  const { columns, ticks, widest, rows } = geometry;
  const totals = new Set(rows.map(({ total }) => total));
  const [total] = totals;
  const outputs = totals.size === 1 && total !== undefined ? formatCount(total) : 'its outputs';
  return (
    <div className="wide-table" tabIndex={0} role="region" aria-label={plainTitle}>
      <Patterns />
      <table className="table dense ledger" aria-label={plainTitle}>
        <colgroup>
          <col className="run" />
          <col className="scored" />
          <col />
          {columns.map(({ outcome }) => (
            <col key={outcome} className="outcome" />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" className="num">
              Scored
            </th>
            <th scope="col">Not scored, % of {outputs}</th>
            {columns.map(({ outcome, word }) => (
              <th key={outcome} scope="col" className="num">
                <svg className="swatch" aria-hidden="true">
                  <rect className={`outcome-${outcome}`} width="100%" height="100%" />
                </svg>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ run, scored, total: all, bars }) => (
            <tr key={run.name} className={chosen.has(run.name) ? 'chosen' : undefined}>
              <th scope="row">
                <span className="cut" title={run.name}>
                  {run.name}
                </span>
              </th>
              <td className="num">{formatCount(scored)}</td>
              <td className="plot-cell">
                <svg
                  className="bars"
                  style={{ maxWidth: `${widest}px` }}
                  role="img"
                  aria-label={`${formatPercent(all === 0 ? null : (all - scored) / all)} % not scored`}
                >
                  {ticks.slice(1).map(({ x }) => (
                    <line key={x} className="grid" x1={percent(x)} x2={percent(x)} y2="100%" />
                  ))}
                  <line className="axis" y2="100%" />
                  {bars.map(({ outcome, from, to }) => (
                    <rect
                      key={outcome}
                      className={`outcome-${outcome}`}
                      x={percent(from)}
                      width={percent(to - from)}
                      y="27%"
                      height="46%"
                    />
                  ))}
                </svg>
              </td>
              {columns.map(({ outcome }) => (
                <td key={outcome} className={`num${run.counts[outcome] === 0 ? ' muted' : ''}`}>
                  {formatCount(run.counts[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden="true">
          <tr>
            <td colSpan={2} />
            <td className="plot-cell">
              <div className="ticks" style={{ maxWidth: `${widest}px` }}>
                {ticks.map(({ x, label }) => (
                  <span key={x} className={x === 0 ? 'first' : undefined} style={{ left: percent(x) }}>
                    {label}
                  </span>
                ))}
              </div>
            </td>
            <td colSpan={columns.length} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** What outcomes are told apart by: never by colour. */
function Patterns() {
  return (
    <svg className="patterns" aria-hidden="true">
      <defs>
        <pattern
          id="hatched"
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className="ground" width="4" height="4" />
          <rect className="ink" width="1.6" height="4" />
        </pattern>
        <pattern id="dotted" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect className="ground" width="4" height="4" />
          <circle className="ink" cx="2" cy="2" r="1" />
        </pattern>
        <pattern id="crossed" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect className="ground" width="5" height="5" />
          <path className="stroke" d="M0 0l5 5M5 0l-5 5" />
        </pattern>
      </defs>
    </svg>
  );
}
