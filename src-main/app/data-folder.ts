/** Where Noisefloor keeps its data when nobody says otherwise: the place the operating system means for it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { failure, success, type Result } from '../contract/result.ts';

/**
 * @param environment the process environment
 * @param platform as `process.platform`
 */
function defaultDataFolder(
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

/** The folder that a start without `--data` opens. The environment is nearer to a person's hand than a choice made in the app. */
export function usualDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.NOISEFLOOR_DATA
    ? environment.NOISEFLOOR_DATA
    : (chosenDataFolder() ?? defaultDataFolder(environment));
}

/** A pointer in the usual place: the folder that a person chose instead. */
function pointerFile(): string {
  return join(defaultDataFolder(), 'data-folder.txt');
}

/** The folder that was chosen in the app; null where none was. It counts from the next start on. */
export function chosenDataFolder(): string | null {
  try {
    const chosen = readFileSync(pointerFile(), 'utf8').trim();
    return chosen === '' ? null : chosen;
  } catch {
    return null;
  }
}

export function chooseDataFolder(folder: string): Result<void> {
  const file = pointerFile();
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${folder}\n`);
    return success(undefined);
  } catch (error) {
    return failure('file_unwritable', `The choice cannot be kept: ${file} cannot be written.`, {
      next: 'Start Noisefloor with `--data` and the folder instead.',
      where: { file },
      detail: String(error),
    });
  }
}
