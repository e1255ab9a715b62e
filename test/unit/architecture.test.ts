/** The house as a rule: the lint configuration refuses what docs/architecture.md forbids. */
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const rules = new Set([
  'import-x/no-restricted-paths',
  'no-restricted-imports',
  'no-restricted-properties',
  'no-restricted-syntax',
]);
let eslint: ESLint;

beforeAll(() => {
  eslint = new ESLint({
    cwd: root,
    // None of these rules looks at types, which take longer to find than all else.
    ruleFilter: ({ ruleId }) => rules.has(ruleId),
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
});

/** Which of the rules a text would break, were it the file. */
async function broken(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, file) });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? '');
}

test.each([
  [
    'statistics knows no store',
    'src-main/statistics/holm.ts',
    "import { openStore } from '../store/open.ts';\nexport const x = openStore;\n",
    'import-x/no-restricted-paths',
  ],
  [
    'statistics has no I/O',
    'src-main/statistics/holm.ts',
    "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n",
    'no-restricted-imports',
  ],
  [
    'statistics has no chance but a seed',
    'src-main/statistics/holm.ts',
    'export const x = Math.random();\n',
    'no-restricted-syntax',
  ],
  [
    'scoring has no clock',
    'src-main/scoring/exact.ts',
    'export const x = Date.now();\n',
    'no-restricted-syntax',
  ],
  [
    'contract imports nobody',
    'src-main/contract/plan.ts',
    "import { holmAdjusted } from '../statistics/holm.ts';\nexport const x = holmAdjusted;\n",
    'import-x/no-restricted-paths',
  ],
  [
    'only the store opens the database',
    'src-main/app/version.ts',
    "import Sqlite from 'better-sqlite3';\nexport const x = Sqlite;\n",
    'no-restricted-imports',
  ],
  [
    'only the worker loads native inference',
    'src-main/engine/llama/settings.ts',
    "import { getLlama } from 'node-llama-cpp';\nexport const x = getLlama;\n",
    'no-restricted-imports',
  ],
  [
    'native memory is copied, never viewed',
    'src-main/engine/llama/worker/direct/candidates.ts',
    "import koffi from 'koffi';\nexport const x = (address: bigint) => koffi.view(address, 8);\n",
    'no-restricted-properties',
  ],
  [
    'one file speaks to the keyring',
    'src-main/machine/describe-machine.ts',
    "import { Entry } from '@napi-rs/keyring';\nexport const x = Entry;\n",
    'no-restricted-imports',
  ],
  [
    'the command line goes through the app',
    'src-main/cli/terminal.ts',
    "import { openStore } from '../store/open.ts';\nexport const x = openStore;\n",
    'import-x/no-restricted-paths',
  ],
  [
    'the renderer imports the contract only',
    'src-renderer/stores/resource.ts',
    "import { version } from '../../src-main/app/version.ts';\nexport const x = version;\n",
    'import-x/no-restricted-paths',
  ],
])(
  '%s',
  async (_, file, text, rule) => {
    expect(await broken(file, text)).toContain(rule);
  },
  60_000,
);

test('the worker, the store and the renderer may do what is theirs', async () => {
  expect(
    await broken(
      'src-main/engine/llama/worker/main.ts',
      "import { getLlama } from 'node-llama-cpp';\nexport const x = getLlama;\n",
    ),
  ).not.toContain('no-restricted-imports');
  expect(
    await broken(
      'src-main/store/database.ts',
      "import Sqlite from 'better-sqlite3';\nexport const x = Sqlite;\n",
    ),
  ).not.toContain('no-restricted-imports');
  expect(
    await broken(
      'src-main/machine/keyring.ts',
      "import { Entry } from '@napi-rs/keyring';\nexport const x = Entry;\n",
    ),
  ).not.toContain('no-restricted-imports');
}, 60_000);
