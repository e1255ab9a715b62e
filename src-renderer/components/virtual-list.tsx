import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import './virtual-list.css';

/**
 * A list of any length of which only what is in sight is drawn: a hundred thousand rows scroll like a hundred. The
 * list itself has the focus, and `aria-activedescendant` says which row is meant, so that rows may come and go.
 */
export function VirtualList({
  label,
  count,
  rowHeight,
  selected,
  onSelect,
  onOpen,
  onRange,
  draw,
}: {
  readonly label: string;
  readonly count: number;
  /** In px at zoom 1; all rows are equally high. Headings among the rows are rows, too. */
  readonly rowHeight: number;
  /** Place of the chosen row; null: none. */
  readonly selected: number | null;
  /** `direction`: the way it was come from, so that a heading can be stepped over. */
  readonly onSelect: (index: number, direction: 1 | -1) => void;
  readonly onOpen?: (index: number) => void;
  /** Told which rows are in sight or close to it, so that they can be read. */
  readonly onRange: (from: number, to: number) => void;
  readonly draw: (index: number) => ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const scale = useRootScale();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => Math.round(rowHeight * scale),
    overscan: 12,
  });
  const rows = virtual.getVirtualItems();
  const from = rows[0]?.index ?? 0;
  const to = (rows.at(-1)?.index ?? -1) + 1;

  useEffect(() => {
    virtual.measure();
  }, [virtual, scale, rowHeight]);
  useEffect(() => {
    if (to > from) onRange(from, to);
  }, [from, to, onRange]);
  useEffect(() => {
    if (selected !== null && selected < count) virtual.scrollToIndex(selected, { align: 'auto' });
  }, [virtual, selected, count]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    const at = selected ?? -1;
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / (rowHeight * scale)) - 1);
    const targets: Readonly<Record<string, readonly [number, 1 | -1]>> = {
      ArrowDown: [at + 1, 1],
      ArrowUp: [at - 1, -1],
      PageDown: [at + page, 1],
      PageUp: [at - page, -1],
      Home: [0, 1],
      End: [count - 1, -1],
    };
    const target = targets[event.key];
    if (target !== undefined) onSelect(Math.max(0, Math.min(count - 1, target[0])), target[1]);
    else if (event.key === 'Enter' && selected !== null) onOpen?.(selected);
    else return;
    event.preventDefault();
  };

  const rowId = (index: number) => `${id}-${index}`;
  const shown = selected !== null && selected >= from && selected < to;
  return (
    <div
      className="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      ref={frame}
      onKeyDown={onKeyDown}
      {...(shown ? { 'aria-activedescendant': rowId(selected) } : {})}
    >
      <div style={{ height: `${virtual.getTotalSize()}px` }} role="presentation">
        {rows.map((row) => (
          <div
            key={row.key}
            id={rowId(row.index)}
            className="virtual-row"
            role="option"
            aria-selected={row.index === selected}
            aria-posinset={row.index + 1}
            aria-setsize={count}
            style={{ height: `${row.size}px`, transform: `translateY(${row.start}px)` }}
            onClick={() => {
              onSelect(row.index, 1);
            }}
            onDoubleClick={() => onOpen?.(row.index)}
          >
            {draw(row.index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The zoom setting as the root's font size has it. */
function useRootScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size / 16;
}
