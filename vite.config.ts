/** The renderer as the server serves it: `npm run build:renderer`. Electron's build takes the same (electron.vite.config.ts). */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { defineConfig } from 'vite';
import { licencesPlugin } from './scripts/licences-plugin.ts';

const root = resolve(import.meta.dirname, 'src-renderer');

/**
 * One page, nothing inline: the page's policy allows no inline script or style, and no data: or other address for
 * either. In development mode the gallery of components is a second page.
 */
export function rendererConfig(mode: string): UserConfig {
  const pages = { index: resolve(root, 'index.html') };
  const gallery = { gallery: resolve(root, 'gallery.html') };
  return {
    root,
    base: '/',
    plugins: [react(), licencesPlugin(import.meta.dirname, root)],
    build: {
      outDir: resolve(import.meta.dirname, 'out/renderer'),
      emptyOutDir: true,
      target: 'es2023',
      // The first with light-dark(). Lowered for older ones it is worked out once, at the root, and a part of the page
      // that is pinned to light (the report's preview) would stay dark.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: true,
      rolldownOptions: { input: mode === 'development' ? { ...pages, ...gallery } : pages },
    },
  };
}

export default defineConfig(({ mode }) => rendererConfig(mode));
