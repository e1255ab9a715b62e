/** Number keys, alone and with Shift, told by their place on the keyboard. */
import { useEffect, useRef } from 'react';
import { useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { digitOf } from './sorting-words.ts';

const fields = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable]';

/** Single keys are on and no field has the focus: `run` gets the digit. The help lists them under `title`. */
export function useDigits(title: string, run: (digit: number, shift: boolean) => void): void {
  const { keys, settings } = useStores();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const digit = digitOf(event.code);
      if (digit === null || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (!settings.store.getState().fields.letterKeys || keys.store.getState().helpOpen) return;
      if (event.target instanceof Element && event.target.closest(fields) !== null) return;
      event.preventDefault();
      latest.current(digit, event.shiftKey);
    };
    // Before the keys of the page, which go by the character: with Shift that is another one on every layout.
    addEventListener('keydown', press, { capture: true });
    return () => {
      removeEventListener('keydown', press, { capture: true });
    };
  }, [keys, settings]);
  const first = (shift: boolean) => () => {
    latest.current(1, shift);
  };
  useKeys(title, [
    { keys: '1', label: 'The first stratum, and so up to 9; 0 takes it back', run: first(false) },
    { keys: 'Shift+1', label: 'The first band, and so up to 9; Shift 0 takes it back', run: first(true) },
  ]);
}
