/** What no page of Noisefloor can do, whatever it shows. `addresses.ts` holds the decisions; here they are put in force. */
import type { App, Session, WebContents, WebPreferences } from 'electron';
import { mayHave, mayNavigate, mayRequest } from './addresses.ts';

/** Of every window, the hidden ones too. */
export const lockedPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  // On Windows and Linux its dictionaries would be fetched from a server.
  spellcheck: false,
} as const satisfies WebPreferences;

/** Switches of Chromium, set before the app is ready: no host has an address, and nothing is fetched behind our back. */
const switches: readonly (readonly [name: string, value?: string])[] = [
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['no-pings'],
  ['disable-features', 'AutofillServerCommunication,MediaRouter,OptimizationHints'],
];

export function lockProcess(app: App): void {
  app.enableSandbox();
  for (const [name, value] of switches) app.commandLine.appendSwitch(name, value);
  app.on('web-contents-created', (_event, contents) => {
    lockContents(contents);
  });
  app.on('login', (event) => {
    event.preventDefault();
  });
}

/** @param refused told of every address outside the app that something wanted to reach */
export async function lockSession(session: Session, refused: (target: string) => void): Promise<void> {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) => {
    callback(mayHave(permission, requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => mayHave(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const cancel = !mayRequest(url);
    if (cancel) refused(url);
    callback({ cancel });
  });
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  // No look for a proxy either: finding one can mean asking the network.
  await session.setProxy({ mode: 'direct' });
}

function lockContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.on('will-navigate', (event) => {
    if (!mayNavigate(event.url, true)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
}
