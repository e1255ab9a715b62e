/**
 * The chat templates that llama.cpp carries, rendered by both engines and held against the reference, Jinja2 as
 * Transformers sets it up (test/oracles/make_chat_templates.py). The facts asserted here are why the engines are
 * asked in the order they are; docs/decisions/0003 draws the conclusion.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Llama } from 'node-llama-cpp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  completeVariables,
  renderTemplate,
  type TemplateVariables,
} from '../../../../src-main/engine/llama/template.ts';
import { describeTemplate } from '../../../../src-main/engine/llama/template/describe-template.ts';
import { withLlamaLibrary } from '../../../fixtures/llama-library.ts';

interface Oracle {
  readonly now: string;
  readonly cases: Readonly<Record<string, TemplateVariables>>;
  /** Template -> digest of its text. */
  readonly templates: Readonly<Record<string, string>>;
  /** Case -> template -> digest of what the reference renders; null where it raises. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

const oracle = JSON.parse(readFileSync('test/oracles/chat-templates.json', 'utf8')) as Oracle;
const now = new Date(oracle.now);
const bundle = 'node_modules/node-llama-cpp/llama/gitRelease.bundle';

/** Why the templates cannot be had; null where they can. */
function obstacle(): string | null {
  if (!existsSync(bundle)) return `${bundle} is not there`;
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'git is not there';
  }
}
const reason = obstacle();
if (reason !== null)
  process.stderr.write(`\nNOT RUN: the template engines are not compared, because ${reason}.\n`);

const digest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);

type Outcome = 'fails' | 'equal' | 'differs' | 'renders alone';

interface Comparison {
  readonly name: string;
  readonly template: string;
  readonly ours: Outcome;
  readonly native: Outcome;
}

describe.skipIf(reason !== null)('the chat templates that llama.cpp carries', () => {
  const library = withLlamaLibrary();
  const templates = new Map<string, string>();
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'noisefloor-templates-'));
    const git = (...parameters: string[]): void => {
      execFileSync('git', ['-c', 'advice.detachedHead=false', '-c', 'core.autocrlf=false', ...parameters], {
        stdio: 'ignore',
      });
    };
    git('clone', '--quiet', '--no-checkout', bundle, folder);
    git('-C', folder, 'checkout', '--quiet', 'HEAD', '--', 'models/templates');
    const source = join(folder, 'models', 'templates');
    for (const name of readdirSync(source).filter((file) => file.endsWith('.jinja'))) {
      templates.set(name, readFileSync(join(source, name), 'utf8'));
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const outcome = (rendered: string | null, expected: string | null): Outcome => {
    if (rendered === null) return 'fails';
    if (expected === null) return 'renders alone';
    return digest(rendered) === expected ? 'equal' : 'differs';
  };

  function compare(name: string): Comparison[] {
    const variables = oracle.cases[name];
    const expected = oracle.outputs[name];
    if (variables === undefined || expected === undefined) throw new Error(`no case ${name}`);
    return [...templates].map(([template, text]) => {
      const ours = renderTemplate(text, variables, now);
      return {
        name,
        template: template.replace('.jinja', ''),
        ours: outcome(ours.ok ? ours.data : null, expected[template] ?? null),
        native: outcome(renderNatively(library(), text, variables), expected[template] ?? null),
      };
    });
  }
  const namesOf = (comparisons: readonly Comparison[], choose: (one: Comparison) => boolean): string[] => [
    ...new Set(comparisons.filter(choose).map(({ template }) => template)),
  ];
  let compared: Comparison[] | undefined;
  const everyCase = (): Comparison[] => (compared ??= Object.keys(oracle.cases).flatMap(compare));

  test('are those that the reference rendered', () => {
    const digests = Object.fromEntries([...templates].map(([name, text]) => [name, digest(text)]));
    expect(digests).toEqual(oracle.templates);
    expect(templates.size).toBe(70);
  });

  test('a conversation with a system message: which engine renders which', () => {
    const comparisons = compare('plain');
    expect(namesOf(comparisons, ({ ours, native }) => ours === 'fails' && native !== 'fails')).toEqual([
      'ByteDance-Seed-OSS', // an object with whole numbers as keys
      'fireworks-ai-llama-3-firefunction-v2', // adds to undefined variables; the reference raises too
      'meetkai-functionary-medium-v3.1', // a filter over none
      'tencent-Hy3', // str.format
    ]);
    expect(namesOf(comparisons, ({ ours, native }) => ours === 'fails' && native === 'fails')).toEqual([
      'CohereForAI-c4ai-command-r-plus-tool_use', // these three need tools
      'NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use',
      'NousResearch-Hermes-3-Llama-3.1-8B-tool_use',
      'google-gemma-2-2b-it', // refuses the system role, in its own words
    ]);
    expect(namesOf(comparisons, ({ ours, native }) => ours !== 'fails' && native === 'fails')).toEqual([]);
  });

  test('our engine renders what the reference renders, or fails: in every case but two', () => {
    const comparisons = everyCase();
    expect(comparisons.filter(({ ours }) => ours === 'equal').length).toBeGreaterThan(700);
    const others = comparisons.filter(({ ours }) => ours !== 'equal' && ours !== 'fails');
    // The template marks parts as safe, and the reference then escapes the others; it cannot write a generator as JSON.
    expect(others.map(({ name, template }) => `${name} ${template}`).sort()).toEqual([
      'tools llama-cpp-deepseek-r1',
      'tools meetkai-functionary-medium-v3.1',
    ]);
  });

  test("llama.cpp's engine renders more, and differs where a template trims or writes a date", () => {
    const comparisons = everyCase();
    const differs = comparisons.filter(({ ours, native }) => ours === 'equal' && native === 'differs');
    const dated = new Set(
      [...templates]
        .filter(([, text]) => describeTemplate(text, { bos: '<s>', eos: '</s>' }).readsClock)
        .map(([name]) => name.replace('.jinja', '')),
    );
    // It reads the machine's clock, which cannot be frozen.
    const onDate = differs.filter(({ template }) => dated.has(template));
    expect(namesOf(onDate, ({ name }) => name === 'plain')).toEqual([
      'meta-llama-Llama-3.2-3B-Instruct',
      'openai-gpt-oss-120b',
      'upstage-Solar-Open-100B',
    ]);
    // And it trims the white space of ASCII alone, where Python (and ours) trims that of every script.
    const onSpaces = differs.filter(({ template }) => !dated.has(template));
    expect([...new Set(onSpaces.map(({ name }) => name))]).toEqual(['unicode-spaces']);
    expect(namesOf(onSpaces, () => true)).toHaveLength(13);
  });

  test("llama.cpp's engine is right wherever ours fails and the reference does not", () => {
    const rescued = everyCase().filter(({ ours, native }) => ours === 'fails' && native !== 'fails');
    expect(rescued.filter(({ native }) => native === 'equal').length).toBeGreaterThan(30);
    expect(
      rescued.filter(({ native }) => native === 'differs').map(({ name, template }) => `${name} ${template}`),
    ).toEqual(['unicode-spaces ByteDance-Seed-OSS']);
    // What the reference refuses and llama.cpp renders all the same, with gaps where values are missing.
    expect(namesOf(rescued, ({ native }) => native === 'renders alone')).toEqual([
      'fireworks-ai-llama-3-firefunction-v2',
      'CohereForAI-c4ai-command-r-plus-tool_use',
    ]);
  });
});

interface JinjaBindings {
  readonly _bindings: {
    readonly AddonJinjaRenderer: new (template: string) => { readonly render: (variables: object) => string };
  };
}

function renderNatively(llama: Llama, template: string, variables: TemplateVariables): string | null {
  const { AddonJinjaRenderer } = (llama as unknown as JinjaBindings)._bindings;
  try {
    return new AddonJinjaRenderer(template).render(completeVariables(variables));
  } catch {
    return null;
  }
}
