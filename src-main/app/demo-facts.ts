/** What the bundled comparison is, for the screen that offers it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Welcome } from '../contract/calls/settings.ts';
import { failure } from '../contract/result.ts';
import { parsePlanFile } from '../experiment/plan/plan-file.ts';
import { readItemFile } from '../items/item-file.ts';
import { resourcesFolder } from './version.ts';

export function demoPlanPath(): string {
  return join(resourcesFolder(), 'demo', 'plan.yaml');
}

export async function demoFacts(): Promise<Welcome['demo']> {
  const path = demoPlanPath();
  const nothing = { baseline: '', candidates: [], items: 0, seconds: null };
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return { ...nothing, available: false, problem: missing(path) };
  const plan = parsePlanFile(text, path);
  if (!plan.ok) return { ...nothing, available: false, problem: plan.error };
  const { candidates, baseline, split } = plan.data;
  const lost = Object.values(candidates)
    .flatMap(({ gguf }) => (gguf === undefined ? [] : [resolve(dirname(path), gguf)]))
    .find((file) => !existsSync(file));
  const items = await readItemFile(resolve(dirname(path), plan.data.items));
  return {
    available: lost === undefined && items.ok,
    problem: lost === undefined ? (items.ok ? null : items.error) : missing(lost),
    baseline,
    candidates: Object.keys(candidates).filter((name) => name !== baseline),
    items: items.ok ? items.data.filter((item) => item.split === split).length : 0,
    seconds: null,
  };
}

function missing(path: string) {
  return failure('file_not_found', `The demo is not in this installation: ${path} is missing.`, {
    next: 'Install Noisefloor again, or go on with models of your own.',
    where: { file: path },
  }).error;
}
