import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ScatterPoint } from '../../src-main/contract/presentation/scatter-geometry.ts';
import { scatterGeometry } from '../../src-main/contract/presentation/scatter-geometry.ts';
import { PlotCanvas } from './plot-canvas.tsx';
import { PlotLabel } from './plot-label.tsx';
import { scatterShapes } from './shapes.ts';
import './scatter-chart.css';

const height = 240;

/** Cost against quality. The numbers belong in a table beside it; `finding` is what those who listen get. */
export function ScatterChart({
  points,
  margin,
  halfWidth,
  costWord,
  finding,
}: {
  readonly points: readonly ScatterPoint[];
  readonly margin: number | null;
  readonly halfWidth: number | null;
  /** "file size, GB": the scale is added. */
  readonly costWord: string;
  readonly finding: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setWidth(Math.max(160, Math.floor(element.clientWidth)));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  const geometry = useMemo(
    () => scatterGeometry({ points, margin, halfWidth, width, height }),
    [points, margin, halfWidth, width],
  );
  const shapes = useMemo(() => (geometry === null ? [] : scatterShapes(geometry, height)), [geometry]);
  if (geometry === null)
    return <p className="muted">Nothing to draw: no candidate has both a cost and a change.</p>;
  const labels = [geometry.guardLabel, geometry.noiseLabel].filter((label) => label !== null);
  return (
    <div className="scatter" role="img" aria-label={finding}>
      <div className="quality">
        {geometry.qualityTicks.map(({ y, label }) => (
          <span key={label} style={{ top: y }}>
            {label}
          </span>
        ))}
      </div>
      <div className="field-of-points" ref={frame} style={{ height }}>
        <PlotCanvas shapes={shapes} />
        {labels.map((label) => (
          <PlotLabel key={label.text} x={label.x} y={label.y} anchor={label.anchor} tone="soft">
            {label.text}
          </PlotLabel>
        ))}
        {geometry.points.map(({ point, label }) =>
          label === null ? null : (
            <PlotLabel key={point.name} x={label.x} y={label.y} anchor={label.anchor} tone="ink">
              {label.text}
            </PlotLabel>
          ),
        )}
      </div>
      <div className="cost">
        {geometry.cost.ticks.map(({ x, label }) => (
          <PlotLabel key={label} x={x} anchor="middle">
            {label}
          </PlotLabel>
        ))}
        <span className="what">
          {costWord}
          {geometry.cost.scale === 'log' ? ' (log scale)' : ''}
        </span>
      </div>
    </div>
  );
}
