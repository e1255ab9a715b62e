/** The words after the program's name. Chromium's own switches may stand among them. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { usualDataFolder } from '../app/data-folder.ts';

export interface StartOptions {
  /** Absolute. */
  readonly dataFolder: string;
  /** The window is drawn by the graphics device, which costs it memory that models could have. */
  readonly drawOnGraphicsDevice: boolean;
}

export function startOptions(words: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...words],
    options: { data: { type: 'string' }, 'draw-on-gpu': { type: 'boolean' } },
    strict: false,
  });
  const { data } = values;
  return {
    dataFolder: resolve(typeof data === 'string' && data !== '' ? data : usualDataFolder()),
    drawOnGraphicsDevice: values['draw-on-gpu'] === true,
  };
}
