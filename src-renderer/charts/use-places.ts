/** Where the plot cells of a table are, measured: they move with the width, the zoom and the number of rows. */
import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';
import type { RowPlace, SectionPlaces } from './shapes.ts';

export interface PlotPlaces {
  /** Of the frame that the canvas fills, relative to the table's frame; px. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly sections: readonly SectionPlaces[];
}

/** Cells carry `data-plot="{section}:heading"` or `data-plot="{section}:{row}"`. Null before the first measuring. */
export function usePlaces(frame: RefObject<HTMLElement | null>, shape: string): PlotPlaces | null {
  const [places, setPlaces] = useState<PlotPlaces | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => {
      const next = measurePlaces(element);
      setPlaces((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const cell of element.querySelectorAll('[data-plot]')) observer.observe(cell);
    return () => {
      observer.disconnect();
    };
  }, [frame, shape]);
  return places;
}

function measurePlaces(frame: HTMLElement): PlotPlaces | null {
  const cells = [...frame.querySelectorAll<HTMLElement>('[data-plot]')];
  const [first] = cells;
  if (first === undefined) return null;
  const origin = frame.getBoundingClientRect();
  const boxes = cells.map((cell) => ({ key: cell.dataset['plot'] ?? '', box: cell.getBoundingClientRect() }));
  const top = Math.min(...boxes.map(({ box }) => box.top));
  const bottom = Math.max(...boxes.map(({ box }) => box.bottom));
  const { left, width } = first.getBoundingClientRect();
  const place = (key: string): RowPlace | null => {
    const found = boxes.find((one) => one.key === key);
    return found === undefined ? null : { top: found.box.top - top, height: found.box.height };
  };
  const sections: SectionPlaces[] = [];
  for (let heading = place('0:heading'); heading !== null; heading = place(`${sections.length}:heading`)) {
    const rows: RowPlace[] = [];
    const key = () => `${sections.length}:${rows.length}`;
    for (let row = place(key()); row !== null; row = place(key())) rows.push(row);
    sections.push({ heading, rows });
  }
  return { left: left - origin.left, top: top - origin.top, width, height: bottom - top, sections };
}
