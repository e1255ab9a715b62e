import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { KeyHint } from './key-hint.tsx';
import './menu.css';

export interface MenuEntry {
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void;
}

/** What else can be done with a row, behind three dots. */
export function Menu({
  label,
  entries,
  buttonProps = {},
}: {
  /** Read out for the button: "More for: …". */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly buttonProps?: {
    readonly tabIndex?: number;
    readonly 'data-row'?: number;
    readonly 'data-column'?: number;
  };
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector('button')?.focus();
    const outside = (event: PointerEvent) => {
      const inside =
        event.target instanceof Node && list.current?.parentElement?.contains(event.target) === true;
      if (!inside) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = steps[event.key];
    if (to !== undefined) buttons.at(to % buttons.length)?.focus();
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else return;
    event.stopPropagation();
    if (event.key !== 'Tab') event.preventDefault();
  };

  return (
    <span className="menu">
      <Button
        look="quiet"
        square
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
        {...buttonProps}
      >
        ⋯
      </Button>
      {open ? (
        <div className="menu-list" role="menu" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {entries.map((entry) => (
            <button
              key={entry.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                entry.run();
              }}
            >
              {entry.label}
              {entry.hint === undefined ? null : <KeyHint keys={entry.hint} />}
            </button>
          ))}
        </div>
      ) : null}
    </span>
  );
}
