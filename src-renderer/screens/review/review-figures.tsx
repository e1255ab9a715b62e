import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import {
  judgeReviewLead,
  judgeReviewRemarks,
} from '../../../src-main/contract/presentation/judge-review-words.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import {
  judgeTable,
  pairTable,
  raterTable,
  strengthTable,
  type TextRow,
  type TextTable,
} from '../../../src-main/contract/presentation/review-tables.ts';
import {
  agreementWords,
  firstShownWords,
  pairMethod,
  reviewLead,
  reviewReasons,
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

function columnsOf({ heads, words }: TextTable): readonly Column<TextRow>[] {
  return heads.map((head, index) => ({
    key: head,
    head,
    ...(index < words ? {} : { numeric: true }),
    text: ({ cells }) => cells[index] ?? '',
  }));
}

function Figures({ figures }: { readonly figures: ReviewFigures }) {
  const [elo, setElo] = useState(false);
  const [strengths, pairs, raters] = [strengthTable(figures, elo), pairTable(figures), raterTable(figures)];
  const first = firstShownWords(figures);
  return (
    <>
      <Caption table={strengths}>
        {reviewLead(figures)} {strengthMethod(figures)}
      </Caption>
      <Toggle pressed={elo} onToggle={setElo}>
        Elo
      </Toggle>
      <Wide table={strengths} />
      {reviewReasons(figures).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Caption table={pairs}>{pairMethod}</Caption>
      <Wide table={pairs} />
      <Caption table={raters}>
        {agreementWords(figures)} {first}
      </Caption>
      <Wide table={raters} />
    </>
  );
}

/** A rater of its own kind: it stands below the people and in none of their numbers. */
function JudgeChoices({ review }: { readonly review: JudgeReview }) {
  const table = judgeTable(review);
  return (
    <>
      <Caption table={table}>{judgeReviewLead(review)}</Caption>
      <Wide table={table} />
      {judgeReviewRemarks(review).map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </>
  );
}

function Caption({ table, children }: { readonly table: TextTable; readonly children: ReactNode }) {
  return (
    <TableCaption title={table.title} columns={columnsOf(table)} rows={table.rows}>
      {children}
    </TableCaption>
  );
}

function Wide({ table }: { readonly table: TextTable }) {
  return (
    <div className="wide-table" tabIndex={0} role="region" aria-label={table.name}>
      <Table
        label={table.name}
        columns={columnsOf(table)}
        rows={table.rows}
        rowKey={({ key }) => key}
        dense
      />
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
