/** The window. */
import { join } from 'node:path';
import { BrowserWindow, Menu, nativeTheme } from 'electron';
import { ownOrigin } from './addresses.ts';
import { lockedPreferences } from './lockdown.ts';

/** --surface of theme/tokens.css in both themes, so that a window does not flash before its first paint. */
const ground = { light: '#ffffff', dark: '#1a1b1e' };

export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Noisefloor',
    width: 1280,
    height: 860,
    minWidth: 480,
    minHeight: 400,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      ...lockedPreferences,
      preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
    },
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  void window.loadURL(`${ownOrigin}/`);
  return window;
}

/** Electron's own menu links to its website. macOS needs one to copy and to quit; elsewhere the app's pages have it all. */
export function setMenu(platform: NodeJS.Platform): void {
  Menu.setApplicationMenu(
    platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
}
