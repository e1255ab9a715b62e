import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import './table.css';

/** Around a table that may be wider than its place: it scrolls sideways, and is a tab stop only while it can. */
export function TableFrame({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const measured = frame.current;
    if (measured === null) return;
    const measure = () => {
      const scrolls = getComputedStyle(measured).overflowX !== 'visible';
      setWide(scrolls && measured.scrollWidth > measured.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    for (const child of measured.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <div
      className="table-frame"
      ref={frame}
      {...(wide ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {children}
    </div>
  );
}
