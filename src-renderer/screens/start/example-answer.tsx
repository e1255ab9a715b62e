import type { Verdict as VerdictWord } from '../../../src-main/contract/comparison.ts';
import { positionOn, tickLabel } from '../../../src-main/contract/presentation/axis.ts';
import { verdictMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import { Verdict } from '../../components/verdict.tsx';
import '../../charts/plot-furniture.css';

interface ExampleRow {
  readonly name: string;
  readonly verdict: VerdictWord;
  /** Points. */
  readonly lo: number;
  readonly delta: number;
  readonly hi: number;
}

const rows: readonly ExampleRow[] = [
  { name: 'Q8_0', verdict: 'within the guard rail', lo: -0.7, delta: -0.1, hi: 0.5 },
  { name: 'Q4_K_M', verdict: 'cannot tell yet', lo: -2.7, delta: -1.3, hi: 0.1 },
  { name: 'Q2_K', verdict: 'worse', lo: -5.6, delta: -4.4, hi: -3.2 },
];
const axis = { lo: -6, hi: 3 };
const halfWidth = 0.5;
const margin = 2;
/** rem: the rows begin under the labels, and are as high as those of the lists beside them. */
const top = 1.25;
const rowHeight = 1.75;
const bottom = top + rows.length * rowHeight;
const rem = (value: number) => `${value}rem`;

const at = (points: number) => `${(positionOn(axis, points) * 100).toFixed(2)}%`;

/** What an answer looks like, with made-up numbers. */
export function ExampleAnswer() {
  return (
    <figure className="example" aria-label="What an answer looks like">
      <ul>
        {rows.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <svg
        className="plot"
        role="img"
        aria-label="Example: Q8_0 is within the guard rail, for Q4_K_M it cannot be told yet, Q2_K is worse"
      >
        <rect className="beyond" y={rem(top)} width={at(-margin)} height={rem(bottom - top)} />
        <rect
          className="band"
          x={at(-halfWidth)}
          y={rem(top)}
          width={`${(((2 * halfWidth) / (axis.hi - axis.lo)) * 100).toFixed(2)}%`}
          height={rem(bottom - top)}
        />
        {[-halfWidth, halfWidth].map((edge) => (
          <line key={edge} className="band-edge" x1={at(edge)} x2={at(edge)} y1={rem(top)} y2={rem(bottom)} />
        ))}
        <line className="zero" x1={at(0)} x2={at(0)} y1={rem(top)} y2={rem(bottom)} />
        <line className="guard" x1={at(-margin)} x2={at(-margin)} y1={rem(top - 0.25)} y2={rem(bottom)} />
        <text className="ink end" x={at(-margin - 0.06)} y={rem(0.75)}>
          guard rail: the drop you accept
        </text>
        <text className="soft-text" x={at(-halfWidth)} y={rem(0.75)}>
          noise floor: BF16 against itself
        </text>
        {rows.map((row, index) => (
          <ExampleMark key={row.name} row={row} y={top + (index + 0.5) * rowHeight} />
        ))}
        {[-6, -4, -2, 0, 2].map((tick) => (
          <text
            key={tick}
            className={tick === axis.lo ? undefined : 'middle'}
            x={at(tick)}
            y={rem(bottom + 1)}
          >
            {tickLabel(tick)}
          </text>
        ))}
        <text className="end" x="100%" y={rem(bottom + 1)}>
          points
        </text>
      </svg>
      <ul>
        {rows.map(({ name, verdict }) => (
          <li key={name}>
            <Verdict verdict={verdict} />
          </li>
        ))}
      </ul>
    </figure>
  );
}

function ExampleMark({ row, y }: { readonly row: ExampleRow; readonly y: number }) {
  const mark = verdictMark(row.verdict);
  return (
    <g className={`mark-${mark.key}`}>
      <line className="whisker" x1={at(row.lo)} x2={at(row.hi)} y1={rem(y)} y2={rem(y)} />
      {[row.lo, row.hi].map((end) => (
        <line key={end} className="whisker" x1={at(end)} x2={at(end)} y1={rem(y - 0.25)} y2={rem(y + 0.25)} />
      ))}
      <svg x={at(row.delta)} y={rem(y)} overflow="visible">
        <path className={`marker${mark.filled ? '' : ' hollow'}`} d={mark.marker} />
      </svg>
    </g>
  );
}
