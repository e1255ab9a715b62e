/** Why the app cannot be run in real Electron on this machine, and what to do about it, in one line; null: it can. */
import { electronProgram } from '../../../src-main/app/electron-version.ts';
import { noWindowHere } from '../../../src-main/cli/electron-window.ts';

export function electronMissing(): string | null {
  if (electronProgram() === null)
    return (
      "Electron's program is not on this machine. Set ELECTRON_OVERRIDE_DIST_PATH to a folder that has it, " +
      'or run node node_modules/electron/install.js; then npm test -- --project e2e.'
    );
  // As root the specs start it without its sandbox, as the app itself never is.
  const reason = noWindowHere({ platform: process.platform, environment: process.env, user: undefined });
  return reason === null ? null : `For a window, ${reason}. Run xvfb-run -a npm test -- --project e2e.`;
}

/** One loud line. */
export const notRun = (reason: string): string => `NOT RUN: the app in real Electron. ${reason}`;
