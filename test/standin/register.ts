/** `--import` this: whatever imports `electron` gets the stand-in. */
import { registerHooks } from 'node:module';

const standin = new URL('./electron.ts', import.meta.url).href;

Object.defineProperty(process, 'defaultApp', { value: true });
Object.defineProperty(process, 'versions', {
  value: { ...process.versions, electron: 'stand-in' },
  configurable: true,
});

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron'
      ? { url: standin, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});
