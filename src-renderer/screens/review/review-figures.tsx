import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import {
  judgePairCells,
  judgePairHeads,
  judgeReviewLead,
  judgeReviewRemarks,
  judgeReviewTitle,
} from '../../../src-main/contract/presentation/judge-review-words.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import {
  agreementWords,
  eloCells,
  eloHeads,
  firstShownWords,
  pairCells,
  pairHeads,
  pairMethod,
  partName,
  raterCells,
  raterHeads,
  reviewLead,
  reviewReasons,
  reviewTitle,
  strengthCells,
  strengthHeads,
  strengthMethod,
} from '../../../src-main/contract/presentation/review-words.ts';
import type { JudgeReview } from '../../../src-main/contract/judge-review.ts';
import type { ReviewFigures } from '../../../src-main/contract/review.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import { Toggle } from '../../components/toggle.tsx';

/** What people chose so far. It stays folded until it is asked for: who has seen it chooses otherwise. */
export function ReviewFiguresView({ comparison }: { readonly comparison: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="review-figures"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        What was preferred so far <span className="muted">(look after you have rated)</span>
      </summary>
      {open ? <OpenFigures comparison={comparison} /> : null}
    </details>
  );
}

function OpenFigures({ comparison }: { readonly comparison: string }) {
  const { review } = useStores();
  const { data, error, input } = useStore(review.figures.store);
  useEffect(() => {
    void review.openFigures(comparison);
  }, [review, comparison]);
  if (error !== null) return <FailureNotice failure={error} />;
  if (input?.comparison !== comparison || data === null) return <p className="muted">Working them out</p>;
  return (
    <>
      {data.figures === null ? (
        <p>Nobody has rated yet.</p>
      ) : (
        <>
          <Figures figures={data.figures} />
          <ExportRatings comparison={comparison} />
        </>
      )}
      {data.judge === null ? null : <JudgeChoices review={data.judge} />}
    </>
  );
}

interface Cells {
  readonly key: string;
  readonly cells: readonly string[];
}

/** Columns of rows that are cells already; the first `words` of them are words, the rest numbers. */
function columnsOf(heads: readonly string[], words: number): readonly Column<Cells>[] {
  return heads.map((head, index) => ({
    key: head,
    head,
    ...(index < words ? {} : { numeric: true }),
    text: ({ cells }) => cells[index] ?? '',
  }));
}

function Figures({ figures }: { readonly figures: ReviewFigures }) {
  const [elo, setElo] = useState(false);
  const { reference, overall, strata } = figures;
  const strengths = columnsOf(['Part', ...strengthHeads(reference), ...(elo ? eloHeads : [])], 2);
  const rows = [overall, ...strata].flatMap((part) =>
    part.strengths.map((row) => ({
      key: JSON.stringify([part.stratum, row.candidate]),
      cells: [partName(part), ...strengthCells(row, reference), ...(elo ? eloCells(row) : [])],
    })),
  );
  const pairs = columnsOf(pairHeads, 1);
  const pairRows = figures.pairs.map((pair) => ({
    key: JSON.stringify([pair.one, pair.other]),
    cells: pairCells(pair),
  }));
  const raters = columnsOf(raterHeads, 1);
  const raterRows = figures.raters.map((rater) => ({ key: rater.rater, cells: raterCells(rater) }));
  const first = firstShownWords(figures);
  return (
    <>
      <TableCaption title={reviewTitle(figures)} columns={strengths} rows={rows}>
        {reviewLead(figures)} {strengthMethod(figures)}
      </TableCaption>
      <Toggle pressed={elo} onToggle={setElo}>
        Elo
      </Toggle>
      <Wide label="Strengths of the candidates" columns={strengths} rows={rows} />
      {reviewReasons(figures).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <TableCaption title="Two by two, as they were chosen" columns={pairs} rows={pairRows}>
        {pairMethod}
      </TableCaption>
      <Wide label="Pairs of candidates" columns={pairs} rows={pairRows} />
      <TableCaption title="The people" columns={raters} rows={raterRows}>
        {agreementWords(figures)} {first}
      </TableCaption>
      <Wide label="People who chose" columns={raters} rows={raterRows} />
    </>
  );
}

/** A rater of its own kind: it stands below the people and in none of their numbers. */
function JudgeChoices({ review }: { readonly review: JudgeReview }) {
  const columns = columnsOf(judgePairHeads, 1);
  const rows = review.pairs.map((pair) => ({
    key: JSON.stringify([pair.one, pair.other]),
    cells: judgePairCells(pair),
  }));
  return (
    <>
      <TableCaption title={judgeReviewTitle} columns={columns} rows={rows}>
        {judgeReviewLead(review)}
      </TableCaption>
      <Wide label="What the judge chose" columns={columns} rows={rows} />
      {judgeReviewRemarks(review).map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </>
  );
}

function Wide({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  readonly columns: readonly Column<Cells>[];
  readonly rows: readonly Cells[];
}) {
  return (
    <div className="wide-table" tabIndex={0} role="region" aria-label={label}>
      <Table label={label} columns={columns} rows={rows} rowKey={({ key }) => key} dense />
    </div>
  );
}

/** Every choice as a file, for other programs. */
function ExportRatings({ comparison }: { readonly comparison: string }) {
  const { review } = useStores();
  const [choosing, setChoosing] = useState<'csv' | 'jsonl' | null>(null);
  const [written, setWritten] = useState<CallOutput<'review.export_ratings'> | null>(null);
  const [problem, setProblem] = useState<Failure | null>(null);
  const write = async (format: 'csv' | 'jsonl', folder: string) => {
    const answer = await review.exportRatings(comparison, format, folder);
    setWritten(answer.ok ? answer.data : null);
    setProblem(answer.ok ? null : answer.error);
  };
  return (
    <div className="export-ratings">
      <div className="row-of-controls">
        <Button
          onClick={() => {
            setChoosing('csv');
          }}
        >
          Export as CSV…
        </Button>
        <Button
          onClick={() => {
            setChoosing('jsonl');
          }}
        >
          Export as JSONL…
        </Button>
      </div>
      {problem === null ? null : <FailureNotice failure={problem} />}
      {written === null ? null : (
        <Notice title={`${formatCount(written.ratings)} choices were written.`}>
          <p>
            <code>{written.path}</code>
          </p>
        </Notice>
      )}
      {choosing === null ? null : (
        <PathChooser
          title="Choose a folder for the choices"
          show="folders"
          action="Export here"
          onChoose={(folder) => void write(choosing, folder)}
          onClose={() => {
            setChoosing(null);
          }}
        />
      )}
    </div>
  );
}
