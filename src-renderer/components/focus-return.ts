import { useEffect, useState } from 'react';

/**
 * For what opens over or inside a screen: once it is gone, whatever had the focus before has it again. Where that is
 * gone too, the heading has it, so that the keys of the screen go on working.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    },
    [opener],
  );
}
