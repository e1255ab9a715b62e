import type { ReactNode } from 'react';

/** Text in a plot. `x` is a fraction of the width of the nearest positioned element; `y`, in px, from its upper edge. */
export function PlotLabel({
  x,
  y,
  anchor,
  tone = 'faint',
  children,
}: {
  readonly x: number;
  readonly y?: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly tone?: 'faint' | 'soft' | 'ink';
  readonly children: ReactNode;
}) {
  const place = y === undefined ? { left: `${x * 100}%` } : { left: `${x * 100}%`, top: `${y}px` };
  return (
    <span className={`plot-label ${anchor} ${tone === 'faint' ? '' : tone}`} style={place}>
      {children}
    </span>
  );
}
