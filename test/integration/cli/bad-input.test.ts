/** What a person can get wrong, or meet: each ends with a sentence that says what, where, and what to do. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noisefloor } from '../../fixtures/command-line.ts';
import { u32, writeGguf } from '../../fixtures/gguf-writer.ts';
import { tinyLlamaSource } from '../../fixtures/tiny-llama.ts';
import { demoFile, temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';

const good = '{"id":"a","input":"6 x 7?","split":"held_out","check":{"kind":"numeric","answer":42}}';

describe('an item file', () => {
  const folder = temporaryFolder();
  const file = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test('may have a byte order mark, CRLF and blank lines', async () => {
    const path = file('windows.jsonl', `\uFEFF${good}\r\n\r\n${good.replace('"a"', '"b"')}\r\n`);
    const ended = await noisefloor('items', 'check', path, '--json');
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ items: 2 });
  });

  test.each([
    ['a broken line', `${good}\n{"id":"b",\n`, 'line 2'],
    ['an item without a check', `${good}\n{"id":"b","input":"x"}\n`, 'line 2'],
    ['one id twice', `${good}\n${good}\n`, 'line 1'],
    ['no items', '\n\n', 'no items'],
    ['a field that items have not', good.replace('"input"', '"inptu"'), 'line 1'],
  ])('%s is named with its place', async (name, text, words) => {
    const path = file(`${name.replaceAll(' ', '-')}.jsonl`, text);
    const ended = await noisefloor('items', 'check', path);
    expect(ended.code).toBe(65);
    expect(ended.stderr).toContain(path);
    expect(ended.stderr).toContain(words);
    expect(ended.stderr.trim().split('\n').length).toBeGreaterThanOrEqual(2);
  });

  test('that is not there is named', async () => {
    const ended = await noisefloor('items', 'check', join(folder, 'nowhere.jsonl'));
    expect(ended.code).toBe(65);
    expect(ended.stderr).toContain('nowhere.jsonl');
  });
});

describe('a plan', () => {
  test('with an unknown key is named with its line, and nothing is registered', async () => {
    const plan = writeSmallPlan(2, undefined, 'colour: red\n');
    const ended = await noisefloor('run', plan.path, '--data', plan.data);
    expect(ended.code).toBe(65);
    expect(ended.stderr).toMatch(/plan\.yaml, line \d+: colour is not a key/);
  });

  test('that is not there, or names a model that is not there', async () => {
    const nowhere = await noisefloor('run', '/nowhere/plan.yaml', '--data', temporaryFolder());
    expect(nowhere.code).toBe(65);
    expect(nowhere.stderr).toContain('/nowhere/plan.yaml');
    const plan = writeSmallPlan(2, { lost: '{gguf: lost.gguf}' });
    const ended = await noisefloor('run', plan.path, '--data', plan.data);
    expect(ended.code).toBe(65);
    expect(ended.stderr).toContain(join(plan.folder, 'lost.gguf'));
  });

  test('whose backend is not on this machine is refused, and never run on another one', async () => {
    const plan = writeSmallPlan(1, { q2_k: `{gguf: ${demoFile('Q2_K')}}` });
    const text = readFileSync(plan.path, 'utf8').replace('backend: cpu', 'backend: metal');
    writeFileSync(plan.path, text);
    const ended = await noisefloor('run', plan.path, '--data', plan.data, '--json');
    expect(ended.code).toBe(69);
    expect(ended.stderr).toContain('Every run failed before its first answer');
    const document = JSON.parse(ended.stdout) as {
      runs: { state: string; failure: { code: string } | null }[];
    };
    for (const run of document.runs) {
      expect(run.state).toBe('failed');
      expect(run.failure?.code).toBe('backend_unavailable');
    }
  });
});

/** A sound model but for its number of attention heads, by which the native library would divide. */
function headless(): Buffer {
  const source = tinyLlamaSource();
  const metadata = source.metadata.map(
    ([key, value]) => [key, key === 'llama.attention.head_count' ? u32(0) : value] as const,
  );
  return writeGguf({ ...source, metadata }).bytes;
}

describe('a model file', () => {
  const folder = temporaryFolder();
  const damaged = {
    empty: (path: string) => {
      writeFileSync(path, '');
    },
    'cut off': (path: string) => {
      copyFileSync(demoFile('Q2_K'), path);
      truncateSync(path, 600_000);
    },
    'not a model': (path: string) => {
      writeFileSync(path, '<!doctype html><title>Not found</title>');
    },
    'without attention heads': (path: string) => {
      writeFileSync(path, headless());
    },
    'sizes beyond memory': (path: string) => {
      const bytes = Buffer.from(readFileSync(demoFile('Q2_K')));
      // The number of tensors, right behind magic and version.
      bytes.writeBigUInt64LE(2n ** 60n, 8);
      writeFileSync(path, bytes);
    },
  };

  test.each(Object.entries(damaged))('that is %s ends in a sentence, not in a crash', async (name, make) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.gguf`);
    make(path);
    const inspected = await noisefloor('models', 'inspect', path);
    expect(inspected.code).toBe(65);
    expect(inspected.stderr).toContain(path);
    const plan = writeSmallPlan(1, { damaged: `{gguf: ${path}}` });
    const ran = await noisefloor('run', plan.path, '--data', plan.data);
    expect(ran.code).toBe(65);
    expect(ran.stderr).toContain(path);
    expect(ran.stdout).toBe('');
  });
});
