import type { LatestOutput } from '../../../src-main/contract/calls/runs.ts';
import { formatCount, formatDuration } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleLine } from '../../../src-main/contract/presentation/visible-text.ts';
import type { Column } from '../../components/table.tsx';
import { Table } from '../../components/table.tsx';
import { runWords } from '../read/output-pane.tsx';

const two = (value: number): string => String(value).padStart(2, '0');

function clockWords(iso: string): string {
  const time = new Date(iso);
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** On one line, the whole of it as its title. */
function cut(text: (row: LatestOutput) => string): Pick<Column<LatestOutput>, 'text' | 'draw'> {
  return {
    text,
    draw: (row) => (
      <div className="cut" title={text(row)}>
        {text(row)}
      </div>
    ),
  };
}

const columns: readonly Column<LatestOutput>[] = [
  { key: 'time', head: 'Time', width: '4.5rem', text: ({ at }) => clockWords(at) },
  { key: 'run', head: 'Run', width: '7rem', ...cut(({ key }) => runWords(key)) },
  { key: 'stratum', head: 'Stratum', width: '8rem', ...cut(({ stratum }) => stratum) },
  { key: 'item', head: 'Item', width: '9.5rem', ...cut(({ item }) => item) },
  { key: 'finish', head: 'Finish', width: '3.5rem', text: ({ finish }) => finish },
  {
    key: 'tokens',
    head: 'Tokens',
    width: '4rem',
    numeric: true,
    text: (row) => formatCount(row.generatedTokens),
  },
  {
    key: 'took',
    head: 'Took',
    width: '4.5rem',
    numeric: true,
    text: (row) => formatDuration(row.totalMs / 1000),
  },
  {
    key: 'starts',
    head: 'Starts with',
    text: ({ preview }) => visibleLine(preview),
    draw: ({ preview }) => <code className="cut">{visibleLine(preview)}</code>,
  },
];

/** What came last. Its scores come when the run ends. */
export function LatestAnswers({ rows }: { readonly rows: readonly LatestOutput[] }) {
  if (rows.length === 0) return <p className="muted">Waiting for the first answer.</p>;
  return (
    <Table
      dense
      className="latest-answers"
      label="Latest answers"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.at} ${runWords(row.key)} ${row.item} ${row.sample}`}
    />
  );
}
