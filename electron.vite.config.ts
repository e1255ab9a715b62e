/** Everything that runs, built into out/: the app in Electron, the command line, the inference process, the renderer. */
import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { mergeConfig } from 'vite';
import { rendererConfig } from './vite.config.ts';

/** electron-vite makes every address in the page a relative one; a place such as /comparisons/<id>/results then finds none. */
const absoluteAddresses = { name: 'absolute-addresses', config: () => ({ base: '/' }) };
const entry = (file: string) => resolve(import.meta.dirname, 'src-main', file);

export default defineConfig(({ mode }) => ({
  main: {
    publicDir: false,
    build: {
      outDir: 'out/main',
      target: 'node24',
      minify: true,
      // The bundler drops `with { type: 'json' }` from what it leaves outside, and Node then refuses ajv's schemas.
      externalizeDeps: { exclude: ['ajv'] },
      rolldownOptions: {
        input: {
          main: entry('desktop/main.ts'),
          cli: entry('cli/main.ts'),
          'llama-worker': entry('engine/llama/worker/main.ts'),
          'compare-worker': entry('app/comparing/compare-worker.ts'),
          'prepare-worker': entry('app/preparing/prepare-worker.ts'),
          'scoring-worker': entry('scoring/sandbox/worker/main.ts'),
        },
        // Everything lies in one folder: code finds the package two levels up, and the worker beside itself.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: entry('desktop/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: mergeConfig(rendererConfig(mode), { plugins: [absoluteAddresses] }),
}));
