/** Where Noisefloor keeps its data when nobody says otherwise: the place the operating system means for it. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * @param environment the process environment
 * @param platform as `process.platform`
 */
export function defaultDataFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const given = environment.NOISEFLOOR_DATA;
  if (given) return given;
  if (platform === 'win32')
    return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Noisefloor');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Noisefloor');
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'noisefloor');
}
