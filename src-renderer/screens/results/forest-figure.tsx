import { useMemo, useRef, useState } from 'react';
import type { CandidateResult, ComparisonResults } from '../../../src-main/contract/calls/results.ts';
import { changeTitle } from '../../../src-main/contract/presentation/findings.ts';
import type { ForestRow } from '../../../src-main/contract/presentation/forest-rows.ts';
import { intervalHead } from '../../../src-main/contract/presentation/look-words.ts';
import {
  absent,
  formatCount,
  formatHalfWidth,
  formatPoints,
  formatPointsInterval,
} from '../../../src-main/contract/presentation/numbers.ts';
import { rerunMark, verdictMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { ForestTable } from '../../charts/forest-table.tsx';
import { Button } from '../../components/button.tsx';
import { CopyTable } from '../../components/copy-table.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { focusRow } from '../../components/roving.ts';
import type { TextTable } from '../../components/table-text.ts';
import type { Strata } from './results-view.ts';
import { awaitedRows, forestFinding, forestView, measureOfResults } from './results-view.ts';
import { peekWords } from './results-words.ts';

interface ForestFigureProps {
  readonly results: ComparisonResults;
  readonly chosen: CandidateResult | null;
  readonly strata: Strata;
  readonly error: Failure | null;
  readonly differing: ReadonlySet<string>;
  readonly showAll: boolean;
  readonly onShowAll: (showAll: boolean) => void;
  readonly onSelect: (candidate: string) => void;
  readonly onOpen: (candidate: string) => void;
}

const head = [
  'Candidate, stratum',
  'Change, points',
  '95 % interval',
  'n',
  'Lost',
  'Gained',
  'Guard rail',
  'Noise floor',
  'Verdict',
  'Plan',
];
const numeric = new Set([1, 2, 3, 4, 5, 6, 7]);

/** The plot's table as text: what stands in a row, and the guard rail and the noise floor that are drawn there. */
function forestText(rows: readonly ForestRow[], chosen: string, peeked: boolean): TextTable {
  const [first = '', change = '', , ...rest] = head;
  const interval = intervalHead(rows.map((row) => row.interval));
  return [
    [peeked ? `${first} (${peekWords.toLowerCase()})` : first, change, interval, ...rest],
    ...rows.map((row) => [
      row.kind === 'stratum' ? `${chosen}: ${row.name}` : row.name,
      formatPoints(row.delta),
      formatPointsInterval(row.interval),
      formatCount(row.n),
      formatCount(row.losses),
      formatCount(row.gains),
      row.margin === null ? absent : formatPoints(-row.margin),
      formatHalfWidth(row.halfWidth),
      row.kind === 'rerun' ? rerunMark.word : verdictMark(row.verdict).word,
      row.plan ?? absent,
    ]),
  ];
}

/** The forest plot: every candidate and the rerun, then the strata of the chosen one, the worst first. */
export function ForestFigure(props: ForestFigureProps) {
  const { results, chosen, strata, error, differing, showAll, onShowAll, onSelect, onOpen } = props;
  const store = useStores().results;
  const figure = useRef<HTMLElement>(null);
  const view = useMemo(
    () => forestView(results, strata, chosen, showAll),
    [results, strata, chosen, showAll],
  );
  const measure = measureOfResults(results);
  const rows = view.sections.flatMap((section) => section.rows);
  const names = results.candidates.map(({ candidate }) => candidate);
  const move = (step: 1 | -1) => () => {
    const at = names.indexOf(chosen?.candidate ?? '') + step;
    // The row takes the focus, so that it comes into sight and is read out.
    if (at >= 0 && at < names.length) focusRow(figure.current, at);
  };
  useKeys('Results', [
    { keys: 'ArrowUp', label: 'The candidate above or below', yields: true, run: move(-1) },
    { keys: 'ArrowDown', label: 'The candidate above or below', yields: true, run: move(1) },
  ]);
  const awaited = chosen === null || strata.has(chosen.candidate) || error !== null ? 0 : awaitedRows(chosen);
  const title = `${changeTitle(measure)}, each candidate and stratum${results.peeked ? `. ${peekWords}` : ''}`;
  return (
    <figure ref={figure} aria-label={title}>
      {results.peeked ? <p className="small muted">{peekWords}.</p> : null}
      <ForestTable
        sections={view.sections}
        measure={measure}
        baseline={results.baseline}
        estimates={view.estimates}
        finding={(results.peeked ? `${peekWords}. ` : '') + forestFinding(rows)}
        selected={chosen?.candidate ?? null}
        onSelect={onSelect}
        onOpen={onOpen}
        tags={(row) => (row.kind === 'candidate' && differing.has(row.name) ? ['settings differ'] : [])}
      />
      {awaited === 0 ? null : <Awaited rows={awaited} />}
      {error === null || chosen === null ? null : (
        <FailureNotice
          failure={error}
          actions={<Button onClick={() => void store.strata.ensure([chosen.candidate])}>Try again</Button>}
        />
      )}
      <div className="figure-foot">
        {view.hidden > 0 ? (
          <Button
            small
            onClick={() => {
              onShowAll(true);
            }}
          >
            Show all {formatCount(view.hidden + (view.sections[1]?.rows.length ?? 0))}
          </Button>
        ) : showAll && (chosen?.strata ?? 0) > 12 ? (
          <Button
            small
            onClick={() => {
              onShowAll(false);
            }}
          >
            Show the 12 worst
          </Button>
        ) : null}
        {view.beyond > 0 && showAll ? (
          <span className="muted">And {formatCount(view.beyond)} more in the report, as CSV.</span>
        ) : null}
        <span className="grow" />
        <CopyTable
          table={() => forestText(rows, chosen?.candidate ?? '', results.peeked)}
          numeric={numeric}
          title={title}
        />
      </div>
    </figure>
  );
}

/** Keeps the place of strata that are on their way. */
function Awaited({ rows }: { readonly rows: number }) {
  return (
    <div className="awaited" aria-hidden="true">
      {Array.from({ length: rows + 1 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** Which strata the plot shows; the tables follow it. */
export function useShowAll(): readonly [boolean, (showAll: boolean) => void] {
  return useState(false);
}
