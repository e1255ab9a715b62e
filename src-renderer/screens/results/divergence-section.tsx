import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Divergence } from '../../../src-main/contract/calls/divergence.ts';
import type {
  CandidateDivergence,
  DivergenceReport,
  PartingKind,
  StratumDivergence,
} from '../../../src-main/contract/divergence.ts';
import {
  divergenceCells,
  divergenceColumns,
  divergenceNotes,
  divergenceUnits,
  floorWords,
  flipsWords,
  measuringWords,
  partingCells,
  partingColumns,
  stratumCells,
  stratumColumns,
} from '../../../src-main/contract/presentation/divergence-words.ts';
import { useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { localTime } from '../../components/local-time.ts';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Column } from '../../components/table.tsx';
import { TableCaption } from '../../components/table.tsx';
import { WideTable } from './wide-table.tsx';

/** How far candidates are from the baseline along its own answers, and where answers part; measured when asked for. */
export function DivergenceSection({
  comparison,
  chosen,
}: {
  readonly comparison: string;
  /** The candidate whose strata are shown. */
  readonly chosen: string | null;
}) {
  const { divergence } = useStores().results;
  const { work, error, busy } = useStore(divergence.store);
  useEffect(() => {
    void divergence.look(comparison);
    return divergence.leave;
  }, [divergence, comparison]);
  if (work?.comparison !== comparison) return error === null ? null : <FailureNotice failure={error} />;
  const { measuring, report, refusal } = work;
  const running = measuring?.state === 'running';
  return (
    <section className="divergence" aria-labelledby="divergence-of-candidates">
      <div className="table-caption">
        <div className="grow">
          <h2 id="divergence-of-candidates">Divergence from the baseline</h2>
          <p>
            {refusal === null
              ? 'Each candidate is fed the baseline’s own answers, token by token, and the two distributions are compared.'
              : `Not measurable: ${refusal.message} ${refusal.next ?? ''}`}
          </p>
        </div>
        {running ? (
          <Button disabled={busy} onClick={() => void divergence.stop()}>
            Stop
          </Button>
        ) : refusal === null ? (
          <Button disabled={busy} onClick={() => void divergence.start(comparison)}>
            {startWords(work)}
          </Button>
        ) : null}
      </div>
      {running ? <Measuring measuring={measuring} /> : null}
      {error === null ? null : <FailureNotice failure={error} />}
      {measuring?.problem == null ? null : <FailureNotice failure={measuring.problem} />}
      {measuring?.state === 'stopped' ? (
        <p className="small soft">Stopped. What was measured is kept, and measuring goes on from there.</p>
      ) : null}
      {report === null ? null : <Findings work={work} report={report} chosen={chosen} />}
    </section>
  );
}

function startWords({ measuring, report, whole }: Divergence): string {
  if (whole) return 'Measure again';
  return measuring === null && report === null ? 'Measure divergence' : 'Go on measuring';
}

function Measuring({ measuring }: { readonly measuring: NonNullable<Divergence['measuring']> }) {
  const { at } = measuring;
  return (
    <div className="divergence-measuring">
      <p role="status">{measuringWords(at?.candidate ?? null)}</p>
      <Meter
        label={at === null ? 'Loading' : `Items of ${at.candidate} measured`}
        done={at?.done ?? 0}
        total={at?.of ?? 1}
      />
    </div>
  );
}

/** The first cell heads the row; the others are numbers. */
function columnsOf<Row>(heads: readonly string[], cells: (row: Row) => readonly string[]): Column<Row>[] {
  return heads.map((head, index) => ({
    key: `${index} ${head}`,
    head,
    numeric: index > 0,
    text: (row) => cells(row)[index] ?? '',
  }));
}

const measuredColumns = columnsOf<CandidateDivergence>(divergenceColumns, divergenceCells);
const strataColumns = columnsOf<StratumDivergence>(stratumColumns, stratumCells);
const partedColumns = columnsOf<CandidateDivergence>(partingColumns, partingCells);

function Findings({
  work,
  report,
  chosen,
}: {
  readonly work: Divergence;
  readonly report: DivergenceReport;
  readonly chosen: string | null;
}) {
  const { candidates, baseline, rerun, measuredAt } = report;
  const one = candidates.find(({ candidate }) => candidate === chosen);
  const flips = work.flips.find(({ candidate }) => candidate === chosen);
  const key = ({ candidate }: CandidateDivergence) => candidate;
  return (
    <>
      <TableCaption title="How far the distributions are apart" columns={measuredColumns} rows={candidates}>
        {divergenceUnits(baseline)}
      </TableCaption>
      <WideTable
        label="Divergence by candidate"
        columns={measuredColumns}
        rows={candidates}
        rowKey={key}
        dense
      />
      {one === undefined || one.strata.length === 0 ? null : (
        <details>
          <summary>{one.candidate}, by stratum</summary>
          <WideTable
            label={`Divergence of ${one.candidate} by stratum`}
            columns={strataColumns}
            rows={one.strata}
            rowKey={({ stratum }) => stratum}
            dense
          />
        </details>
      )}
      <TableCaption title="Where greedy answers part" columns={partedColumns} rows={candidates}>
        {floorWords(rerun, baseline)}
      </TableCaption>
      <WideTable label="Partings by candidate" columns={partedColumns} rows={candidates} rowKey={key} dense />
      {flips === undefined ? null : (
        <p>
          {flipsWords(flips)} {readLink(work.comparison, flips.candidate, 'damage', 'Read those by damage')}
        </p>
      )}
      {divergenceNotes(report).map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className="small muted">Measured {localTime(measuredAt, new Date())}</p>
    </>
  );
}

function readLink(comparison: string, candidate: string, parting: PartingKind, words: string) {
  return (
    <Link className="link" to={comparisonRoute(comparison, 'read', { candidate, show: 'all', parting })}>
      {words}
    </Link>
  );
}
