import type { Column } from '../../components/table.tsx';
import { Table } from '../../components/table.tsx';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { TimeBar } from './prepare-words.ts';
import { barPlaces } from './time-chart-geometry.ts';

const height = 72;

/** Items by week or weekday: what is there as outlines, the sample filled. The table has the numbers. */
export function TimeChart({
  title,
  finding,
  bars,
}: {
  readonly title: string;
  /** Read out in place of the picture. */
  readonly finding: string;
  readonly bars: readonly TimeBar[];
}) {
  const sampled = bars.some(({ after }) => after !== null);
  const { places, width, most, labels } = barPlaces(bars, height);
  const columns: readonly Column<TimeBar>[] = [
    { key: 'label', head: title, text: ({ label }) => label },
    { key: 'before', head: 'Items', numeric: true, text: ({ before }) => formatCount(before) },
    ...(sampled
      ? [
          {
            key: 'after',
            head: 'Sample',
            numeric: true,
            text: ({ after }: TimeBar) => formatCount(after ?? 0),
          },
        ]
      : []),
  ];
  return (
    <figure className="time-chart">
      <figcaption>
        {title}: {sampled ? 'items outlined, the sample filled' : 'items'}
      </figcaption>
      <svg
        viewBox={`-30 -8 ${width + 36} ${height + 28}`}
        width={width + 36}
        height={height + 28}
        role="img"
        aria-label={finding}
      >
        <text x={-6} y={3} textAnchor="end">
          {formatCount(most)}
        </text>
        <text x={-6} y={height + 3} textAnchor="end">
          0
        </text>
        <line className="base" x1={0} x2={width} y1={height} y2={height} />
        {places.map(({ x, bar, beforeHeight, afterHeight }) => (
          <g key={bar.label}>
            <rect
              className={sampled ? 'there' : 'only'}
              x={x}
              width={10}
              y={height - beforeHeight}
              height={beforeHeight}
            />
            {afterHeight === null ? null : (
              <rect className="drawn" x={x} width={10} y={height - afterHeight} height={afterHeight} />
            )}
          </g>
        ))}
        {labels.map(({ x, text }) => (
          <text key={text} x={x} y={height + 15} textAnchor="middle">
            {text}
          </text>
        ))}
      </svg>
      <details>
        <summary>{title} as a table</summary>
        <Table label={`${title}, items`} columns={columns} rows={bars} rowKey={({ label }) => label} dense />
      </details>
    </figure>
  );
}
