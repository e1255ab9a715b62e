/** Opens an address in the person's browser, where there is one. */
import { spawn } from 'node:child_process';

/**
 * Never fails: the address was printed, and can be opened by hand.
 *
 * @param environment decides on Linux whether there is a screen
 */
export function openBrowser(address: string, environment: NodeJS.ProcessEnv = process.env): void {
  const command = browserCommand(address, process.platform, environment);
  if (command === null) return;
  const [program, ...parameters] = command;
  const child = spawn(program, parameters, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** The system's own opener and its words; null where there is no screen to open a browser on. */
export function browserCommand(
  address: string,
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open', address];
  // `start` takes its first quoted word for a title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', address.replaceAll('&', '^&')];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ['xdg-open', address] : null;
}
