/**
 * Everything that must hold before a change lands: format, lint, import rules, dead code, types, and all tests.
 * Ends with one line, `N passed, N failed`, in which each check counts as one beside the tests.
 *
 *   npm test                     all of it
 *   npm test -- --project unit   one vitest project
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { electronMissing, notRun } from './e2e/drivers/electron-missing.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
/** What the programs start with `node` gets the Node that runs this, whatever else the system has. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
};

let passed = 0;
let failed = 0;

interface Running {
  readonly good: boolean;
  readonly said: string;
}

/** @param kept what it says is kept for later, in place of going to the terminal at once */
function run(kept: boolean, command: string, ...parameters: string[]): Promise<Running> {
  const child = spawn(command, parameters, {
    cwd: root,
    env: environment,
    stdio: kept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      resolve({ good: false, said: `${said}${error.message}\n` });
    });
    child.on('close', (code) => {
      resolve({ good: code === 0, said });
    });
  });
}

async function check(title: string, command: string, ...parameters: string[]): Promise<void> {
  const { good, said } = await run(true, command, ...parameters);
  console.log(`\n== ${title}: ${good ? 'good' : 'failed'}`);
  process.stdout.write(said);
  if (good) passed += 1;
  else failed += 1;
}

interface Program {
  readonly name: string;
  readonly needs: string;
  /** Any of them will do. */
  readonly places: readonly string[];
  readonly packages: readonly string[];
  /** Integration tests that are left out without it, rather than fail. */
  readonly leftOut?: string;
}

const isHere = ({ places }: Program): boolean => places.some((path) => path !== '' && existsSync(path));

/**
 * Programs that tests need and npm does not bring, with their packages on Debian: as root they are installed where there
 * are none.
 */
const programs: readonly Program[] = [
  {
    name: 'Chromium',
    needs: 'The tests of the screens need Chromium: install it, or set CHROMIUM to its path.',
    places: [
      process.env.CHROMIUM ?? '',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
    ],
    packages: ['chromium'],
  },
  {
    name: 'A keyring',
    needs: 'The tests of keys need gnome-keyring and dbus.',
    // Only on Linux: the keyrings of other systems ask the person first.
    places: process.platform === 'linux' ? ['/usr/bin/gnome-keyring-daemon'] : [process.execPath],
    packages: ['gnome-keyring', 'dbus'],
  },
  {
    name: 'A Vulkan device in software',
    needs: 'Without a Vulkan device the tests of the GPU path are skipped: Mesa has one in software.',
    places:
      process.platform === 'linux'
        ? ['x86_64', 'aarch64'].map((machine) => `/usr/share/vulkan/icd.d/lvp_icd.${machine}.json`)
        : [process.execPath],
    packages: ['mesa-vulkan-drivers', 'libvulkan1'],
    leftOut: 'the GPU path on a Vulkan device, unless this machine has another one',
  },
];

async function ensurePrograms(): Promise<void> {
  const apt = '/usr/bin/apt-get';
  for (const program of programs) {
    if (isHere(program)) continue;
    const { name, needs, packages } = program;
    if (process.getuid?.() !== 0 || !existsSync(apt)) {
      console.error(`\n${needs}`);
      continue;
    }
    for (const words of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    ]) {
      const { good, said } = await run(true, apt, ...words);
      console.log(`\n== ${name} is not here: apt-get ${words.join(' ')}`);
      if (!good) process.stdout.write(said);
    }
  }
}

/** Runs vitest and takes its counts; a run that dies before it can count is one failure. */
async function tests(parameters: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-test-'));
  const results = join(folder, 'results.json');
  console.log('\n== tests');
  const { good } = await run(
    false,
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

async function restOfTheChecks(): Promise<void> {
  await check('format', bin('prettier'), '--check', '--log-level', 'warn', '.');
  await check('dead code', bin('knip'), '--no-progress');
  for (const project of ['tsconfig.json', 'src-renderer', 'test/unit/renderer'])
    await check(`types of ${project}`, bin('tsc'), '-p', project);
}

const parameters = process.argv.slice(2);
// Each of them keeps one core busy; lint takes about as long as the others together.
await Promise.all([
  check('lint', bin('eslint'), '.', '--max-warnings', '0'),
  restOfTheChecks(),
  ensurePrograms(),
]);
await tests(parameters);

const ran = (project: string): boolean => parameters.includes(project) || !parameters.includes('--project');
for (const program of programs) {
  const { leftOut, packages } = program;
  if (leftOut !== undefined && !isHere(program) && ran('integration'))
    console.log(`\nNOT RUN: ${leftOut}. Install ${packages.join(' and ')}; then npm test.`);
}
const missing = electronMissing();
if (missing !== null && ran('e2e')) console.log(`\n${notRun(missing)}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
