/** What the window is called while a screen is there. */
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - Noisefloor`;
  }, [title]);
}
