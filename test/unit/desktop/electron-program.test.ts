import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { electronProgram } from '../../../src-main/app/electron-version.ts';
import { noWindowHere } from '../../../src-main/cli/electron-window.ts';
import { startOptions } from '../../../src-main/desktop/start-options.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

test('a program that a person put somewhere is found there, and only there', async () => {
  const folder = await temporaryFolder();
  const environment = { ELECTRON_OVERRIDE_DIST_PATH: folder };
  expect(electronProgram(environment)).toBeNull();
  for (const name of ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), '');
  }
  expect(electronProgram(environment)?.path.startsWith(folder)).toBe(true);
});

test.each([
  [{ platform: 'linux', environment: {}, user: 1000 }, /no screen/],
  [{ platform: 'linux', environment: { DISPLAY: ':0' }, user: 0 }, /does not run as root/],
  [{ platform: 'linux', environment: { DISPLAY: ':0' }, user: 1000 }, null],
  [{ platform: 'linux', environment: { WAYLAND_DISPLAY: 'wayland-0' }, user: 1000 }, null],
  [{ platform: 'darwin', environment: {}, user: 0 }, null],
  [{ platform: 'win32', environment: {}, user: undefined }, null],
] as const)('%j', (surroundings, reason) => {
  const said = noWindowHere(surroundings);
  if (reason === null) expect(said).toBeNull();
  else expect(said).toMatch(reason);
});

test('the words of the start are read among Chromium’s own', () => {
  const words = ['--enable-logging', '--data', '/tmp/somewhere', '--type=x', 'file.txt', '--draw-on-gpu'];
  expect(startOptions(words)).toEqual({ dataFolder: '/tmp/somewhere', drawOnGraphicsDevice: true });
  expect(startOptions(['--data=/tmp/a/../b']).dataFolder).toBe('/tmp/b');
  expect(startOptions([]).drawOnGraphicsDevice).toBe(false);
});
