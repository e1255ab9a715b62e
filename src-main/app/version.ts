import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of Noisefloor that goes into manifests and reports; read from the package's own file. */
export function version(): string {
  return (JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string })
    .version;
}

/**
 * The demo and the icons. In a package they lie beside the archive, not in it: the native library opens the demo's
 * models by their paths, and knows nothing of archives.
 */
export function resourcesFolder(): string {
  return join(packageFolder().replace(/app\.asar$/, 'app.asar.unpacked'), 'resources');
}

/** The folder that holds package.json and resources/: two levels up, from source and from a bundle alike. */
export function packageFolder(): string {
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..');
}
