import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { FailureNotice } from '../../components/notice.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import type { ImportProblems as Problems } from '../../stores/import-store.ts';
import { placeWords, problemWords } from './item-sets-words.ts';

const columns: readonly Column<Failure>[] = [
  { key: 'place', head: 'Where', text: ({ where }) => placeWords(where), width: '6rem' },
  { key: 'what', head: 'What is wrong', text: problemWords },
  { key: 'next', head: 'Next step', text: ({ next }) => next ?? '' },
];

/** Every record of the file that makes no item. */
export function ImportProblems({
  problems,
  error,
  waiting,
}: {
  readonly problems: Problems | null;
  readonly error: Failure | null;
  /** There is a way of reading the file, so that an answer will come. */
  readonly waiting: boolean;
}) {
  if (error !== null) return <FailureNotice failure={error} />;
  if (problems === null)
    return (
      <p className="muted" role="status">
        {waiting ? 'Reading the whole file for records that make no item' : ''}
      </p>
    );
  const found = `${formatCount(problems.good)} items from ${formatCount(problems.read)} records`;
  if (problems.problems === 0)
    return (
      <section aria-labelledby="import-problems">
        <h2 id="import-problems">Problems</h2>
        <p>None: {found}.</p>
      </section>
    );
  const others = problems.problems - problems.rows.length;
  return (
    <section className="import-problems">
      <TableCaption title="Problems" columns={columns} rows={problems.rows}>
        {found}; {formatCount(problems.problems)} make none.
      </TableCaption>
      <Table
        label="Records that make no item"
        columns={columns}
        rows={problems.rows}
        rowKey={(row) => `${row.where?.line ?? row.where?.row ?? ''} ${row.where?.item ?? ''} ${row.message}`}
      />
      {others > 0 ? <p className="muted">And {formatCount(others)} more.</p> : null}
    </section>
  );
}
