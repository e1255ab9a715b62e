/**
 * Everything that must hold before a change lands: format, lint, import rules, dead code, types, and all tests.
 * Ends with one line, `N passed, N failed`, in which each check counts as one beside the tests.
 *
 *   npm test                     all of it
 *   npm test -- --project unit   one vitest project
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

let passed = 0;
let failed = 0;

function run(title: string, command: string, ...parameters: string[]): boolean {
  console.log(`\n== ${title}`);
  const ended = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
  if (ended.error) console.error(ended.error.message);
  return ended.status === 0;
}

function check(title: string, ...command: [string, ...string[]]): void {
  if (run(title, ...command)) passed += 1;
  else failed += 1;
}

/** The tests of the screens look at them: on Debian and as root the browser is installed where there is none. */
function ensureChromium(): void {
  const known = [
    process.env.CHROMIUM ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  if (known.some((path) => path !== '' && existsSync(path))) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error('\nThe tests of the screens need Chromium: install it, or set CHROMIUM to its path.');
    return;
  }
  run('Chromium is not here: apt-get update', '/usr/bin/apt-get', 'update', '-qq');
  run(
    'apt-get install chromium',
    '/usr/bin/apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    'chromium',
  );
}

/** Runs vitest and takes its counts; a run that dies before it can count is one failure. */
function tests(parameters: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-test-'));
  const results = join(folder, 'results.json');
  const good = run(
    'tests',
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...parameters,
  );
  try {
    const counts = JSON.parse(readFileSync(results, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    if (!good && counts.numFailedTests === 0) failed += 1;
    if (counts.numPassedTests === 0) failed += 1;
  } catch (error) {
    console.error(`vitest left no results: ${String(error)}`);
    failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

check('format', bin('prettier'), '--check', '--log-level', 'warn', '.');
check('lint', bin('eslint'), '.', '--max-warnings', '0');
check('dead code', bin('knip'), '--no-progress');
check(
  'types',
  process.execPath,
  join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
  '-p',
  'tsconfig.json',
);
ensureChromium();
tests(process.argv.slice(2));

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
