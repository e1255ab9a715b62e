import js from '@eslint/js';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * The house as a rule: who may import whom. Imports run one way,
 * desktop, server, cli -> app -> experiment, report -> items, scoring, engine, store, machine -> statistics, contract.
 * A folder that is not named may not be imported.
 */
const mayImport = {
  contract: [],
  statistics: ['contract'],
  scoring: ['contract', 'statistics'],
  items: ['contract', 'statistics', 'scoring', 'store'],
  engine: ['contract', 'machine'],
  machine: ['contract'],
  store: ['contract'],
  experiment: ['contract', 'statistics', 'scoring', 'items', 'engine', 'store', 'machine'],
  report: ['contract', 'statistics', 'experiment'],
  app: ['contract', 'statistics', 'scoring', 'items', 'engine', 'store', 'machine', 'experiment', 'report'],
  desktop: ['contract', 'app'],
  server: ['contract', 'app'],
  cli: ['contract', 'app', 'server'],
};

const folders = Object.keys(mayImport);
const zones = folders.map((folder) => ({
  target: `./src-main/${folder}`,
  from: [
    './src-renderer',
    ...folders
      .filter((other) => other !== folder && !mayImport[folder].includes(other))
      .map((other) => `./src-main/${other}`),
  ],
  message: `src-main/${folder} may import only: ${mayImport[folder].join(', ') || 'nothing'}.`,
}));
zones.push({
  target: './src-renderer',
  from: folders.filter((folder) => folder !== 'contract').map((folder) => `./src-main/${folder}`),
  message: 'The renderer imports only src-main/contract.',
});

const ban = (group, message) => ({ group, message });
const nativeInference = ban(
  ['node-llama-cpp', 'node-llama-cpp/*', 'koffi'],
  'Only src-main/engine/llama/worker loads native inference code.',
);
const database = ban(['better-sqlite3'], 'Only src-main/store speaks to the database.');
const keyring = ban(['@napi-rs/keyring'], 'Only src-main/machine/keyring.ts speaks to the keyring.');
const electron = ban(['electron', 'electron/*'], 'Only src-main/desktop imports electron.');
const node = ban(['node:*'], 'This folder is pure: no I/O, no clock, no process.');
const schemas = {
  group: ['**/contract/calls/*', '**/contract/item.ts', '**/contract/preparation.ts', 'zod'],
  allowTypeImports: true,
  message: "The renderer takes types only: zod would double its size, and checking is the app's business.",
};
const viewing = {
  object: 'koffi',
  property: 'view',
  message: 'Electron forbids array buffers over foreign memory: copy with encode and decode.',
};
const react = ban(['react', 'react-dom', 'react-dom/*', 'zustand', 'chart.js'], 'Only the renderer draws.');

const restricted = (...patterns) => ['error', { patterns }];
const impure = [
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Seeds are arguments.',
  },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Times are arguments.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Times are arguments.' },
  { selector: "Identifier[name='performance']", message: 'Times are arguments.' },
];

export default tseslint.config(
  { ignores: ['out', 'dist', 'coverage', 'node_modules'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js'] })],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['src-main/**/*.ts'],
    rules: {
      'no-restricted-imports': restricted(nativeInference, database, electron, react, keyring),
      'no-restricted-properties': ['error', viewing],
    },
  },
  {
    files: ['src-main/machine/keyring.ts'],
    rules: { 'no-restricted-imports': restricted(nativeInference, database, electron, react) },
  },
  {
    files: ['src-main/{contract,statistics,scoring}/**/*.ts'],
    rules: {
      'no-restricted-imports': restricted(keyring, nativeInference, database, electron, react, node),
      'no-restricted-syntax': ['error', ...impure],
    },
  },
  {
    files: ['src-main/scoring/sandbox/**/*.ts'],
    rules: { 'no-restricted-imports': restricted(nativeInference, database, electron, react) },
  },
  {
    files: ['src-main/engine/llama/worker/**/*.ts'],
    rules: { 'no-restricted-imports': restricted(keyring, database, electron, react) },
  },
  {
    files: ['src-main/store/**/*.ts'],
    rules: { 'no-restricted-imports': restricted(keyring, nativeInference, electron, react) },
  },
  {
    files: ['src-main/desktop/**/*.ts'],
    rules: { 'no-restricted-imports': restricted(keyring, nativeInference, database, react) },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': restricted(keyring, nativeInference, database, electron, node),
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [schemas] }],
    },
  },
  {
    files: ['bench/**', 'test/all.ts', 'test/fixtures/canned/serve-canned.ts', 'scripts/**'],
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);
