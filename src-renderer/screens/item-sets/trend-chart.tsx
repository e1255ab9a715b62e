import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatDay } from '../../../src-main/contract/presentation/numbers.ts';
import { trendGeometry, type TrendStrip } from '../../../src-main/contract/presentation/trend-geometry.ts';
import type { TrendGroup } from '../../../src-main/contract/trend.ts';
import './trend-chart.css';

/** Of one strip, px. */
const height = 96;

/** A strip for each model under one time axis. The table below has the numbers. */
export function TrendChart({ group, name }: { readonly group: TrendGroup; readonly name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
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
  const geometry = useMemo(() => trendGeometry(group, width, height), [group, width]);
  const models = group.series.map(({ model }) => model).join(', ');
  return (
    <figure className="trend-chart">
      <div
        className="trend-frame"
        ref={frame}
        role="img"
        aria-label={`${name}: scores over time of ${models}`}
      >
        {geometry === null ? (
          <p className="muted">Nothing to draw: no comparison has a score.</p>
        ) : (
          <>
            <svg width={width} height={18} aria-hidden="true">
              {geometry.marks.map(({ x, label }) => (
                <text key={label} className="mark-number" x={x} y={13} textAnchor="middle">
                  {label}
                </text>
              ))}
            </svg>
            {geometry.strips.map((strip) => (
              <div key={strip.model} className="trend-strip">
                <span className="trend-model cut">{strip.model}</span>
                <svg width={width} height={height} aria-hidden="true">
                  {geometry.ticks.map(({ y, label }) => (
                    <g key={label}>
                      <line className="grid" x1={0} x2={width} y1={y} y2={y} />
                      <text x={width - 2} y={y - 3} textAnchor="end">
                        {label}
                      </text>
                    </g>
                  ))}
                  {geometry.marks.map(({ x, label }) => (
                    <line key={label} className="mark" x1={x} x2={x} y1={0} y2={height} />
                  ))}
                  <Strip strip={strip} />
                </svg>
              </div>
            ))}
            <svg width={width} height={18} aria-hidden="true">
              {geometry.dates.map(({ x, label, anchor }) => (
                <text key={label} x={x} y={13} textAnchor={anchor}>
                  {label}
                </text>
              ))}
            </svg>
          </>
        )}
      </div>
      {geometry === null || geometry.keys.length === 0 ? null : (
        <figcaption>
          {geometry.keys.map(({ number, mark }) => (
            <span key={number}>
              <b>{number}</b> {formatDay(mark.at)}: {mark.text}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

function Strip({ strip }: { readonly strip: TrendStrip }) {
  return (
    <>
      {strip.lines.map((line, index) => (
        <polyline key={index} className="joined" points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />
      ))}
      {strip.points.map(({ x, y, whisker, newest, point }) => (
        <g key={`${point.comparison} ${point.candidate} ${point.version}`}>
          {whisker === null ? null : (
            <line className="whisker" x1={x} x2={x} y1={whisker.from} y2={whisker.to} />
          )}
          <circle className={newest ? 'newest' : 'older'} cx={x} cy={y} r={4} />
        </g>
      ))}
    </>
  );
}
