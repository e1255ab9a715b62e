/** Theme and zoom as the person chose them, on the page as a whole. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from './app-context.tsx';

/** Without a choice the system decides, by `color-scheme` in tokens.css. All sizes are rem, so zoom is the root's font size. */
export function useAppearance(): void {
  const { theme, zoom } = useStore(useStores().settings.store, (state) => state.fields);
  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = `${zoom * 100}%`;
    // For what is drawn in px: marks and lines of plots.
    style.setProperty('--zoom', String(zoom));
  }, [zoom]);
}
