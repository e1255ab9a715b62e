import type { Sizing } from '../../../src-main/contract/calls/plans.ts';
import { formatCount, formatPointsSize } from '../../../src-main/contract/presentation/numbers.ts';
import { curveGeometry } from './curve-geometry.ts';

const width = 240;
const height = 112;

/** The numbers that it pictures stand in words above it. */
export function SizingCurve({ sizing, margin }: { readonly sizing: Sizing; readonly margin: number | null }) {
  const curve = curveGeometry(sizing, margin, width, height);
  if (curve === null) return null;
  const name =
    sizing.needed === null
      ? 'Smallest drop that so many items detect'
      : `${formatCount(sizing.there)} items detect ${formatPointsSize(sizing.detects)} points; ${formatCount(sizing.needed)} are needed`;
  return (
    <figure className="sizing-curve">
      <figcaption>Smallest drop you can detect, points</figcaption>
      <svg viewBox={`-22 -6 ${width + 34} ${height + 26}`} role="img" aria-label={name}>
        {curve.yTicks.map(({ y, points }) => (
          <g key={points}>
            <line className="grid" x1={0} x2={width} y1={y} y2={y} />
            <text x={-6} y={y + 3} textAnchor="end">
              {points}
            </text>
          </g>
        ))}
        {curve.xTicks.map(({ x, items }) => (
          <text key={items} x={x} y={height + 14} textAnchor="middle">
            {formatCount(items)}
          </text>
        ))}
        {curve.guardY === null ? null : (
          <line className="guard" x1={0} x2={width} y1={curve.guardY} y2={curve.guardY} />
        )}
        <clipPath id="sizing-curve-clip">
          <rect x={0} y={-4} width={width} height={height + 4} />
        </clipPath>
        <path className="curve" d={curve.path} clipPath="url(#sizing-curve-clip)" />
        {curve.there === null ? null : (
          <g>
            <line className="drop" x1={curve.there.x} x2={curve.there.x} y1={curve.there.y} y2={height} />
            <circle className="there" cx={curve.there.x} cy={curve.there.y} r={4} />
          </g>
        )}
        {curve.needed === null ? null : (
          <g>
            <line className="drop" x1={curve.needed.x} x2={curve.needed.x} y1={curve.needed.y} y2={height} />
            <circle className="needed" cx={curve.needed.x} cy={curve.needed.y} r={4} />
          </g>
        )}
        {curve.beyond ? (
          <text x={width} y={(curve.guardY ?? height) - 6} textAnchor="end">
            {formatCount(sizing.needed)} needed →
          </text>
        ) : null}
      </svg>
    </figure>
  );
}
