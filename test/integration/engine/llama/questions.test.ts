/** Questions without a loaded model: the exact prompt, and what this machine can run. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createLlamaEngine } from '../../../../src-main/engine/llama/llama-engine.ts';
import { workerPath } from '../../../../src-main/engine/llama/worker-path.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { answers, demoModel, good, request, withOpen } from './demo.ts';
import { childrenOf } from '../../../fixtures/processes.ts';

const engine = createLlamaEngine();
const syria = [{ role: 'user' as const, content: 'Tell me the capital of Syria.' }];

afterEach(() => {
  expect(childrenOf(process.pid)).toEqual([]);
});

describe('renderPrompt', () => {
  test("gives text and token ids of the model's own template, those that a run sees", async () => {
    const rendered = good(await engine.renderPrompt({ model: demoModel, messages: syria, variables: {} }));
    expect(rendered).toEqual({
      text: '<s><|user|>Tell me the capital of Syria.<|end|><|assistant|>',
      tokens: [1, 4, 706, 439, 421, 276, 337, 329, 320, 691, 417, 676, 692, 6, 5],
      renderer: 'huggingface-jinja',
      bos: { modelAddsBos: true, templateWritesBos: true, applied: 'template' },
      template: { text: rendered.template.text, from: 'model' },
    });
    const [output] = await withOpen({}, (open) =>
      answers(open, [request({ id: 'a', input: syria[0]?.content ?? '' })]),
    );
    expect(output?.promptTokens).toBe(rendered.tokens?.length);
  });

  test('gives the text of a template alone, with the variables that are set', async () => {
    const template = '{{ messages[0].content }}{% if enable_thinking %}<think>{% endif %}{{ bos_token }}';
    const question = { template, messages: syria, variables: { enable_thinking: true, bos_token: '<bos>' } };
    const rendered = good(await engine.renderPrompt(question));
    expect(rendered.text).toBe('Tell me the capital of Syria.<think><bos>');
    expect(rendered.tokens).toBeUndefined();
  });

  test('puts a given template in place of the model’s, and BOS where it is missing', async () => {
    const question = {
      model: demoModel,
      template: '{{ messages[0].content }}',
      messages: syria,
      variables: {},
    };
    const rendered = good(await engine.renderPrompt(question));
    expect(rendered.text).toBe('Tell me the capital of Syria.');
    expect(rendered.tokens?.[0]).toBe(1);
    expect(rendered.bos?.applied).toBe('prepended');
  });

  test('tells a template the same date on every day', async () => {
    const template = "{{ strftime_now('%d %B %Y') }}";
    const rendered = good(await engine.renderPrompt({ template, messages: syria, variables: {} }));
    expect(rendered.text).toBe('01 January 2026');
  });

  test('asks for a model or a template', async () => {
    const refused = await engine.renderPrompt({ messages: syria, variables: {} });
    expect(refused).toMatchObject({ ok: false, error: { code: 'usage' } });
  });

  test('stops when it is aborted', async () => {
    const question = { model: demoModel, messages: syria, variables: {} };
    const refused = await engine.renderPrompt(question, AbortSignal.abort());
    expect(refused).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  });
});

const adviceFor = (backend: string): string =>
  `Install the driver that ${backend} needs, or choose cpu as the backend.`;

describe('probeBackends', () => {
  test('finds the CPU always, and says of every other backend what it is or why it cannot be used', async () => {
    const reports = await engine.probeBackends();
    const [cpu, ...others] = reports;
    expect(cpu).toMatchObject({ backend: 'cpu', result: { ok: true } });
    for (const { backend, result } of others) {
      if (result.ok) expect(result.data.library.devices.length).toBeGreaterThan(0);
      else
        expect([result.error.code, result.error.next]).toEqual(['backend_unavailable', adviceFor(backend)]);
    }
    const names = reports.map((report) => report.backend);
    expect(names).toEqual(process.platform === 'darwin' ? ['cpu', 'metal'] : ['cpu', 'cuda', 'vulkan']);
  });
});

describe('workerPath', () => {
  test('is the source beside this module, or the bundled worker beside or above a chunk', async () => {
    expect(workerPath()).toMatch(/worker[\\/]main\.ts$/);
    const source = join(import.meta.dirname, '../../../../src-main/engine/llama/worker-path.ts');
    const folder = await temporaryFolder();
    const chunks = join(folder, 'chunks');
    mkdirSync(chunks);
    const moved = join(chunks, 'worker-path.ts');
    copyFileSync(source, moved);
    const { workerPath: bundled } = (await import(pathToFileURL(moved).href)) as { workerPath: () => string };
    expect(bundled).toThrow('not in this installation');
    const worker = join(folder, 'llama-worker.js');
    writeFileSync(worker, '');
    expect(bundled()).toBe(worker);
  });
});
