/**
 * Builds the app and packs it for this system.
 *
 *   npm run package              installer files into dist/package
 *   npm run package -- --cuda    the same with CUDA's libraries, into dist/package-cuda
 *   npm run package -- --dir     unpacked, without the installer's tools
 *
 * Ends with 69 where something has to be downloaded that cannot be had here, and says what to set.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'electron-builder';
import { configuration } from '../electron-builder.config.ts';
import { electronProgram } from '../src-main/app/electron-version.ts';
import electronPackage from 'electron/package.json' with { type: 'json' };

const unavailable = 69;
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { cuda: { type: 'boolean' }, dir: { type: 'boolean' } } });

interface Download {
  readonly what: string;
  readonly from: string;
  readonly otherwise: string;
}

/** Electron's own folder of programs, two or four levels above the executable on macOS, one elsewhere. */
function electronFolder(): string | null {
  const program = electronProgram();
  if (program === null) return null;
  return process.platform === 'darwin' ? join(program.path, '..', '..', '..', '..') : dirname(program.path);
}

function downloads(electron: string | null): readonly Download[] {
  const { env, platform, arch } = process;
  const { version } = electronPackage;
  const needed: Download[] = [];
  if (electron === null) {
    const mirror = env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/';
    needed.push({
      what: `Electron ${version} for ${platform}-${arch}`,
      from: `${mirror}v${version}/electron-v${version}-${platform}-${arch}.zip`,
      otherwise:
        'unpack that file somewhere and set ELECTRON_OVERRIDE_DIST_PATH to the folder (it becomes electronDist), or set ELECTRON_MIRROR to a server that has it',
    });
  }
  if (values.dir !== true)
    needed.push({
      what: 'the packaging tools of electron-builder (fpm, AppImage, NSIS)',
      from:
        env.ELECTRON_BUILDER_BINARIES_MIRROR ??
        'https://github.com/electron-userland/electron-builder-binaries/releases/download/',
      otherwise:
        'set ELECTRON_BUILDER_BINARIES_MIRROR to a server that has them; for the .deb alone, USE_SYSTEM_FPM=true takes an installed fpm; --dir needs none',
    });
  return needed;
}

/** Null: it can be reached. */
async function problemWith({ from }: Download): Promise<string | null> {
  try {
    await fetch(from, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(15_000) });
    return null;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

const electron = electronFolder();
let missing = 0;
for (const download of downloads(electron)) {
  const problem = await problemWith(download);
  if (problem === null) continue;
  missing += 1;
  console.error(`Not here, and cannot be downloaded: ${download.what}.`);
  console.error(`  from ${download.from}: ${problem}`);
  console.error(`  Or: ${download.otherwise}.`);
}
if (missing > 0) process.exit(unavailable);

const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
const built = spawnSync(process.execPath, [builder, 'build'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const files = await build({
  projectDir: root,
  config: configuration({ cuda: values.cuda === true, electron }),
  publish: 'never',
  dir: values.dir === true,
});
for (const file of files) console.log(file);
