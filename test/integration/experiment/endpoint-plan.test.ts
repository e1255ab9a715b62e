/** Plans over a GGUF file and an endpoint with the same model behind it, from the plan file to the verdict. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProgressEvent } from '../../../src-main/contract/progress.ts';
import { executePlan, type ExecutedPlan } from '../../../src-main/app/execute-plan.ts';
import type { Faults } from '../../fixtures/endpoint-server/faults.ts';
import { servedModel } from '../../fixtures/endpoint-server/answering.ts';
import { startEndpointServer, type EndpointServer } from '../../fixtures/endpoint-server/endpoint-server.ts';
import { comparePlan, promptDifferenceOf } from '../../../src-main/experiment/compare-plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { demoFile, writeSmallPlan, type SmallPlan } from '../../fixtures/small-plan.ts';
import { good, never } from '../engine/llama/demo.ts';

let server: EndpointServer;
beforeAll(async () => {
  server = await startEndpointServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.set({});
});

function planWith(candidates: Readonly<Record<string, string>>, limit = 1): SmallPlan {
  return writeSmallPlan(
    limit,
    Object.fromEntries(
      Object.entries(candidates).map(([name, more]) => [
        name,
        `{endpoint: ${server.url}/, model: ${servedModel}${more}}`,
      ]),
    ),
  );
}

async function execute({ path, data }: SmallPlan, events: ProgressEvent[] = []): Promise<ExecutedPlan> {
  return good(
    await executePlan({
      planPath: path,
      dataFolder: data,
      formats: ['html', 'md', 'json'],
      report: (event) => events.push(event),
      signal: never,
    }),
  );
}

function found({ report }: ExecutedPlan, name: string) {
  const candidate = report.candidates.find((other) => other.name === name);
  if (!candidate?.comparison) throw new Error(`${name} was not compared`);
  return { ...candidate, comparison: candidate.comparison };
}

test('the same model here and there is comparable, proved by token ids, and nothing flips', async () => {
  const events: ProgressEvent[] = [];
  const plan = planWith({
    served: '',
    own_ids: `, tokenizer: ${demoFile('BF16')}`,
  });
  const executed = await execute(plan, events);
  expect(executed.outcome).toMatchObject({ complete: true, failed: [] });
  for (const name of ['served', 'own_ids']) {
    const { comparison, reason, accepted } = found(executed, name);
    expect([reason, accepted]).toEqual([null, []]);
    expect(comparison).toMatchObject({ n: 8, delta: 0, flips: { losses: 0, gains: 0 } });
    expect(comparison.verdict).not.toBe('not comparable');
  }
  const notices = events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
  expect(notices).toContain(`Network: served is asked at ${server.url}`);
  const html = readFileSync(executed.files.html ?? '', 'utf8');
  expect(html).toContain(`vLLM 0.32.0 at ${server.url}`);
  expect(readFileSync(executed.files.md ?? '', 'utf8')).toContain('vLLM 0.32.0');

  // However many answers there are: they are not read to see that the prompts are the same.
  const store = good(openStore(plan.data, { access: 'read' }));
  const outputs = () => {
    throw new Error('answers are read');
  };
  const again = await comparePlan({ ...store, outputs }, executed.report.plan);
  expect(again.map(({ name, reason }) => [name, reason])).toEqual([
    ['served', null],
    ['own_ids', null],
  ]);
  store.close();
});

test('a prompt that the server writes otherwise is shown where it parts, and one that it does not tell is not proved', async () => {
  const differing: Faults = { extraText: 'Please: ' };
  server.set(differing);
  const other = planWith({ served: '' });
  const read = await execute(other);
  const first = found(read, 'served');
  expect(first.comparison.verdict).toBe('not comparable');
  expect(first.reason).toMatch(
    /^the rendered prompt differs, first on item \S+ \(\d+ tokens and \d+ tokens\), at token \d+ \(counted from 1\): id \d+ in ".*\[.+\].*" for bf16 and id \d+ in (…?\d+ )*\[\d+\]( \d+…?)* for served; in the text from character \d+ on: ".*" and ".*Please: /s,
  );

  // The Read screen says the same of the item.
  const item = /first on item (\S+)/.exec(first.reason ?? '')?.[1] ?? '';
  const store = good(openStore(other.data, { access: 'read' }));
  const words = await promptDifferenceOf(store, read.report.plan, 'served', item);
  expect(words).toBe(
    first.reason?.replace(`, first on item ${item}`, '').replace(/ \(\d+ items in all\)$/, ''),
  );
  store.close();

  server.set({ lacks: ['token_ids', 'tokenizer'] });
  const plan = planWith({ silent: '', accepted: ', accept: [prompt]' });
  const executed = await execute(plan);
  const silent = found(executed, 'silent');
  expect(silent.comparison.verdict).toBe('not comparable');
  expect(silent.reason).toContain('equal prompts cannot be proved: silent does not tell');
  expect(silent.nextStep).toContain('accept: [prompt]');
  const accepted = found(executed, 'accepted');
  expect(accepted.comparison.verdict).not.toBe('not comparable');
  expect(accepted.accepted[0]?.what).toContain('equal prompts cannot be proved');
});

test('a server that has become another one between two sittings does not go on with the run', async () => {
  const plan = planWith({ served: ', parallel: 1' }, 3);
  const stop = new AbortController();
  const stopped = await executePlan({
    planPath: plan.path,
    dataFolder: plan.data,
    formats: [],
    report: (event) => {
      const served = event.kind === 'progress' && event.runs.find(({ key }) => key.candidate === 'served');
      if (served && served.done > 0) stop.abort();
    },
    signal: stop.signal,
  });
  expect(stopped).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  server.set({ otherModel: true });
  const { outcome } = await execute(plan);
  expect(outcome).toMatchObject({
    complete: false,
    failed: [{ key: { candidate: 'served' }, error: { code: 'endpoint_changed' } }],
  });
});
