import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls, type CallName } from '../../../src-main/contract/calls/calls.ts';
import { arbitraryInput } from '../../fixtures/arbitrary-input.ts';
import { writeSmallPlan } from '../../fixtures/small-plan.ts';
import { registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
/** What there is to be hit: a finished comparison, a registered one, a draft. */
const known = { comparisons: [] as string[], drafts: [] as string[] };

beforeAll(async () => {
  app = await startApp();
  const finished = await registerPlan(app, writeSmallPlan(1).path);
  await app.get('runs.start_run', { comparison: finished });
  await until(
    () => app.get('runs.read_progress', { comparison: finished }),
    ({ state }) => state === 'finished',
  );
  const registered = await registerPlan(app, writeSmallPlan(2).path);
  known.comparisons = [finished, registered];
});
/** What an earlier call deleted, registered or cancelled is there again. */
beforeEach(async () => {
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(2).path });
  known.drafts = [draft, 'draft:999', ...known.comparisons];
  for (const comparison of known.comparisons) await app.get('comparisons.restore_comparison', { comparison });
});
afterAll(async () => {
  await app.close();
});

/** Those that start a model for every draw are tried by name elsewhere. */
const left: readonly string[] = ['comparisons.start_demo', 'runs.start_run', 'plans.start_pilot'];
/** A random path is no plan file, a random setting none that differs, a random model or revision none that is there. */
const seldom: readonly string[] = [
  'plans.import_plan',
  'runs.accept_setting',
  'plans.create_draft',
  'plans.register_plan',
  'plans.change_draft',
  'plans.vary_candidate',
];
const names = (Object.keys(calls) as CallName[]).filter(
  (name) => /^(?:comparisons|plans|runs)\./.test(name) && !left.includes(name),
);

/** The same input, aimed at what there is. */
function aimed(input: unknown, pick: number): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  const at = <T>(all: readonly T[]): T | undefined => all[pick % all.length];
  const more: Record<string, unknown> = {};
  if ('comparison' in input) more['comparison'] = at([...known.comparisons, ...known.drafts]);
  if ('draft' in input) more['draft'] = at(known.drafts);
  if ('key' in input)
    more['key'] = at([
      { candidate: 'bf16', replicate: 1 },
      { candidate: 'q2_k', replicate: 1 },
      { candidate: 'q2_k', replicate: 7 },
    ]);
  if ('set' in input)
    more['set'] = at([
      { name: 'items', version: 1 },
      { name: 'items', version: 2 },
    ]);
  if ('sitting' in input) more['sitting'] = pick % 3;
  if ('candidate' in input) more['candidate'] = at(['bf16', 'q2_k']);
  if ('revision' in input) more['revision'] = pick % 40;
  return { ...input, ...more };
}

test.each(names)('whatever %s is sent, its answer is one that the contract knows', async (name) => {
  const valid = arbitraryInput(calls[name].input);
  const draws = fc.oneof(
    { arbitrary: fc.tuple(valid, fc.nat(1000)).map(([input, pick]) => aimed(input, pick)), weight: 6 },
    { arbitrary: valid, weight: 2 },
    { arbitrary: fc.jsonValue(), weight: 1 },
  );
  let requests = 0;
  let succeeded = 0;
  await fc.assert(
    fc.asyncProperty(draws, async (input) => {
      requests += 1;
      const answer = await app.router.answer('random', { id: `${requests}`, name, input });
      if (answer.ok) succeeded += 1;
      else {
        expect(answer.error.code).not.toBe('internal');
        expect(answer.error.message.length).toBeGreaterThan(0);
      }
    }),
    // Always the same draws: among others some would, now and then, all be refused.
    { numRuns: 40, seed: 20_261_130 },
  );
  expect(app.bugs).toEqual([]);
  // The draws reach what is behind the refusals.
  if (!seldom.includes(name)) expect(succeeded).toBeGreaterThan(0);
});
