import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src-main/contract/result.ts';
import { loggedRun } from '../../../src-main/items/import/logged-run.ts';
import {
  importItems,
  planImport,
  type ImportedItem,
  type ImportOptions,
} from '../../../src-main/items/import/import-file.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/items/${name}`, import.meta.url));

async function imported(name: string, options: ImportOptions = {}) {
  const plan = await planImport(fixture(name), options);
  if (!plan.ok) throw new Error(plan.error.message);
  const items: ImportedItem[] = [];
  const failures: Failure[] = [];
  for await (const batch of importItems(plan.data)) {
    for (const item of batch) {
      if (item.ok) items.push(item.data);
      else failures.push(item.error);
    }
  }
  return { recognised: plan.data.recognised, items, failures };
}

const places = (failures: readonly Failure[]) =>
  failures.map(({ code, where }) => `${code} at ${where?.line ?? where?.row ?? '?'}`);

describe('a file of a known shape', () => {
  it.each([
    ['items.jsonl', 'items', 2, []],
    ['gsm8k.jsonl', 'gsm8k', 3, []],
    ['high_school_gardening_test.csv', 'mmlu-csv', 3, []],
    ['mmlu.jsonl', 'mmlu', 2, ['item_unanswered at 3']],
    ['mmlu-pro.jsonl', 'mmlu-pro', 2, ['item_unanswered at 3']],
    ['arc.jsonl', 'arc', 2, []],
    ['openbookqa.jsonl', 'arc', 1, ['item_unanswered at 2']],
    ['hellaswag.jsonl', 'hellaswag', 2, ['item_unanswered at 3']],
    ['TruthfulQA.csv', 'truthfulqa', 2, []],
    ['mc_task.json', 'truthfulqa', 2, []],
    ['humaneval.jsonl', 'humaneval', 1, []],
    ['mbpp.jsonl', 'mbpp', 2, []],
    ['mbpp-sanitized.json', 'mbpp', 1, []],
    ['ifeval.jsonl', 'ifeval', 3, ['item_unsupported at 4']],
    ['openai-chat.jsonl', 'openai-chat', 3, ['item_unsupported at 4', 'item_unanswered at 5']],
    ['sharegpt.json', 'sharegpt', 2, []],
    ['alpaca.json', 'instructions', 2, []],
    ['samples_desk_sums_2026-01-05T10-00-00.123456.jsonl', 'lm-eval-samples', 3, []],
    ['samples_desk_choice_2026-01-05T10-00-00.jsonl', 'lm-eval-samples', 1, []],
    ['inspect-log.json', 'inspect-log', 3, []],
    ['suite.yaml', 'suite', 3, []],
  ])('%s is told to be %s without a question', async (name, shape, count, failed) => {
    const { recognised, items, failures } = await imported(name);
    expect(recognised).toMatchObject({ shape });
    expect(recognised?.confidence).toBeGreaterThanOrEqual(0.7);
    expect(recognised?.reasons[0]).not.toBe('');
    expect(items).toHaveLength(count);
    expect(places(failures)).toEqual(failed);
  });
});

describe('gold answers', () => {
  const checks = async (name: string, options?: ImportOptions) =>
    (await imported(name, options)).items.map(({ item }) => item.check);

  it('of GSM8K are the number after the marker, and the notes are no part of the solution', async () => {
    const { items } = await imported('gsm8k.jsonl');
    expect(items.map(({ item }) => item.check)).toEqual([
      { kind: 'numeric', answer: 12 },
      { kind: 'numeric', answer: 2500 },
      { kind: 'numeric', answer: -2 },
    ]);
    expect(items[0]?.reference).toBe('Each bag holds 4 nuts, so 3 bags hold 3 x 4 = 12 nuts.\n#### 12');
  });

  it('of MMLU are letters in CSV and numbers from 0 elsewhere; cells stay text; the subject is the stratum', async () => {
    const { items } = await imported('high_school_gardening_test.csv');
    expect(items.map(({ item }) => [item.stratum, item.check])).toEqual([
      [
        'high_school_gardening',
        { kind: 'choice', options: ['Oxygen', 'Carbon dioxide', 'Argon', 'Neon, xenon'], answer: 'B' },
      ],
      [
        'high_school_gardening',
        { kind: 'choice', options: ['Soil', 'Glass', 'The "sky"', 'None'], answer: 'A' },
      ],
      ['high_school_gardening', { kind: 'choice', options: ['1e5', '007', '3', '5'], answer: 'A' }],
    ]);
    expect(items[2]?.where.line).toBe(3);
    expect(await checks('mmlu.jsonl')).toMatchObject([{ answer: 'B' }, { answer: 'C' }]);
  });

  it('of ARC are places among the row’s own labels, digits or letters', async () => {
    expect(await checks('arc.jsonl')).toMatchObject([{ answer: 'A' }, { answer: 'C' }]);
    expect(await checks('openbookqa.jsonl')).toMatchObject([{ answer: 'A' }]);
  });

  it('of HellaSwag are numbers or digits, and its query is cleaned', async () => {
    const { items } = await imported('hellaswag.jsonl', { choiceBy: 'logprob' });
    expect(items.map(({ item }) => item.check)).toMatchObject([
      { answer: 'A', by: 'logprob' },
      { answer: 'A' },
    ]);
    expect(items.map(({ item }) => item.messages[0]?.content)).toEqual([
      'Making tea: A man fills a kettle. He',
      'Sharpening a pencil: How to sharpen. Take a knife.',
    ]);
    expect(items[0]?.item.cluster).toBe('x~1');
  });

  it('of TruthfulQA are shuffled among the others, the same way at every import', async () => {
    const first = await checks('TruthfulQA.csv');
    expect(await checks('TruthfulQA.csv')).toEqual(first);
    for (const check of [...first, ...(await checks('mc_task.json'))]) {
      if (check.kind !== 'choice') throw new Error('not a choice');
      const right = check.options['ABC'.indexOf(check.answer)];
      expect(['No, of rock.', 'No, in the ground.', '1984']).toContain(right);
    }
  });

  it('of HumanEval and MBPP are tests that run the code', async () => {
    expect(await checks('humaneval.jsonl')).toEqual([
      {
        kind: 'code',
        language: 'python',
        tests: 'def check(candidate):\n    assert candidate(1) == 2\n\ncheck(inc)\n',
        entry_point: 'inc',
        prefix: 'def inc(n):\n    """n plus one"""\n',
      },
    ]);
    expect(await checks('mbpp.jsonl')).toMatchObject([
      { tests: 'assert add(1,2)==3\nassert add(0,0)==0\n', entry_point: 'add' },
      { tests: "import math\nassert set(letters('aba')) == {'a','b'}\n", entry_point: 'letters' },
    ]);
    expect(await checks('mbpp-sanitized.json')).toMatchObject([
      { tests: 'import math\nassert math.isclose(twice(1.5), 3.0)\n', entry_point: 'twice' },
    ]);
  });

  it('of IFEval are rules or a pattern', async () => {
    expect(await checks('ifeval.jsonl')).toEqual([
      { kind: 'rules', must_not_contain: [','] },
      { kind: 'rules', must_not_contain: ['pine'], must_contain_all: ['oak', 'elm'] },
      { kind: 'regex', pattern: '<<[^\\n]+>>' },
    ]);
  });
});

describe('chat logs', () => {
  it('become prompts with the last answer as the reference, tools and calls written out', async () => {
    const { items } = await imported('openai-chat.jsonl');
    const [calls, short, long] = items;
    expect(calls?.item.check).toEqual({
      kind: 'tool_call',
      calls: [{ name: 'track', arguments: { parcel: 17 } }],
    });
    expect(calls?.item.stratum).toBe('tool_call');
    expect(calls?.item.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('"name":"track"') as unknown,
    });
    expect(calls?.item.messages[0]?.content).toContain('You answer for a parcel service.');
    expect(calls?.time).toBe('2026-01-01T00:00:00.000Z');
    expect(short?.item).toMatchObject({
      messages: [{ role: 'user', content: 'How many days has a week?' }],
      check: { kind: 'numeric', answer: 7 },
    });
    expect(long?.item.check.kind).toBe('f1');
    expect(long?.item.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(long?.item.messages[1]?.content).toBe(
      '<tool_call>\n{"name":"track","arguments":{"parcel":18}}\n</tool_call>',
    );
  });

  it('of ShareGPT begin with the person', async () => {
    const { items } = await imported('sharegpt.json');
    expect(items.map(({ item }) => item.messages.map(({ role }) => role))).toEqual([
      ['user'],
      ['system', 'user'],
    ]);
    expect(items.map(({ item }) => item.check)).toEqual([
      { kind: 'exact', answer: 'Pear.' },
      { kind: 'tool_call', calls: [{ name: 'weather', arguments: { city: 'Bergen' } }] },
    ]);
  });
});

describe('the id of a split conversation', () => {
  it('gets the row added where it recurs', async () => {
    const { items } = await imported('sharegpt-split.json');
    expect(items.map(({ item }) => item.id)).toEqual(['s1', 's1~2', 's1~3']);
  });
});

describe('logs of other tools', () => {
  it('of lm-evaluation-harness are items once and outputs for each filter', async () => {
    const { items } = await imported('samples_desk_sums_2026-01-05T10-00-00.123456.jsonl');
    expect(items.map(({ item, repeated, outputs }) => [item.id, repeated, item.check, outputs])).toEqual([
      [
        'desk_sums-0',
        false,
        { kind: 'numeric', answer: 4 },
        [{ sample: 0, text: 'It is 4.', finish: 'end', scores: { 'exact_match,strict-match': 1 } }],
      ],
      [
        'desk_sums-0',
        true,
        { kind: 'numeric', answer: 4 },
        [{ sample: 0, text: 'It is 4.', finish: 'end', scores: { 'exact_match,flexible-extract': 1 } }],
      ],
      [
        'desk_sums-1',
        false,
        { kind: 'numeric', answer: 5 },
        [{ sample: 0, text: 'It is 6.', finish: 'end', scores: { 'exact_match,strict-match': 0 } }],
      ],
    ]);
  });

  it('of its multiple choice keep the likeliest option', async () => {
    const { items } = await imported('samples_desk_choice_2026-01-05T10-00-00.jsonl');
    expect(items[0]).toMatchObject({
      item: {
        id: 'desk_choice-0',
        check: { kind: 'choice', options: ['green', 'blue'], answer: 'B', by: 'logprob' },
      },
      outputs: [{ text: 'blue', scores: { 'acc,none': 1, 'acc_norm,none': 0 } }],
    });
  });

  it('of inspect keep epochs, cut-off answers and errors apart', async () => {
    const { items } = await imported('inspect-log.json');
    expect(items.map(({ item, repeated, outputs }) => [item.id, repeated, outputs[0]])).toEqual([
      ['#1', false, { sample: 0, text: '4', finish: 'end', model: 'own/small', scores: { match: 1 } }],
      ['#1', true, { sample: 1, text: 'It is the sum of', finish: 'length', model: 'own/small', scores: {} }],
      [
        '1',
        false,
        { sample: 0, text: '', finish: 'error', model: 'own/small', error: 'connection lost', scores: {} },
      ],
    ]);
    expect(items[2]?.item).toMatchObject({ stratum: 'desk', check: { kind: 'choice', answer: 'B' } });
  });
});

describe('an old run', () => {
  it('of lm-evaluation-harness has each output once, with the marks of all filters', async () => {
    const { items } = await imported('samples_desk_sums_2026-01-05T10-00-00.123456.jsonl');
    const run = loggedRun(items);
    expect(run.outputs.map(({ id, output }) => [id, output])).toEqual([
      ['desk_sums-0', 'It is 4.'],
      ['desk_sums-1', 'It is 6.'],
    ]);
    expect(run.metrics).toEqual(['exact_match,strict-match', 'exact_match,flexible-extract']);
    expect(run.scores('exact_match,flexible-extract').map(({ score }) => score)).toEqual([1, null]);
  });

  it('of inspect has a missing answer for an error, and a missing mark for one that is not a number', async () => {
    const run = loggedRun((await imported('inspect-log.json')).items);
    expect(run.outputs.at(-1)).toEqual({
      id: '1',
      sample: 0,
      output: null,
      finish: 'error',
      error: 'connection lost',
    });
    expect(run.scores('match')).toEqual([
      { id: '#1', sample: 0, stratum: 'desk', score: 1 },
      { id: '#1', sample: 1, stratum: 'desk', score: null },
      { id: '1', sample: 0, stratum: 'desk', score: null },
    ]);
  });
});

describe('suites', () => {
  it('have categories as strata, rules of their own or of the category, and expected answers', async () => {
    const { items } = await imported('suite.yaml');
    expect(items.map(({ item }) => [item.id, item.stratum, item.band, item.check])).toEqual([
      [
        'refund',
        'billing',
        undefined,
        { kind: 'rules', must_contain_one_of: ['refund', 'pay back'], must_not_contain: ['impossible'] },
      ],
      ['suite-billing-2', 'billing', 'easy', { kind: 'numeric', answer: 38 }],
      ['suite-tone-1', 'tone', undefined, { kind: 'rules', must_not_contain: ['stupid'] }],
    ]);
    expect(items.map(({ item }) => item.messages[0]?.content)).toEqual([
      'You answer for a parcel service.',
      'You answer for a parcel service.',
      'You are calm.',
    ]);
  });
});

describe('any other file', () => {
  it('needs a mapping, and says so', async () => {
    const plan = await planImport(fixture('tickets.csv'));
    expect(plan).toMatchObject({ ok: false, error: { code: 'shape_unknown' } });
  });

  it('is read by a mapping with columns, templates and texts', async () => {
    const { items } = await imported('tickets.csv', {
      mapping: {
        id: 'ticket-{{Nr}}',
        input: '{{Frage}}',
        stratum: 'Gruppe',
        source: '"desk"',
        answer: 'Lösung',
      },
    });
    expect(items.map(({ item }) => item)).toEqual([
      {
        id: 'ticket-1',
        messages: [{ role: 'user', content: 'Wie viel ist 0,5 + 0,25?' }],
        stratum: 'rechnen',
        split: 'held_out',
        source: 'desk',
        check: { kind: 'numeric', answer: 0.75 },
      },
      {
        id: 'ticket-2',
        messages: [{ role: 'user', content: 'Nenne die Hauptstadt\nvon Portugal.' }],
        stratum: 'wissen',
        split: 'held_out',
        source: 'desk',
        check: { kind: 'exact', answer: 'Lissabon' },
      },
    ]);
  });

  it('refuses a mapping to a column that no record has', async () => {
    const plan = await planImport(fixture('tickets.csv'), { mapping: { input: 'Frage', answer: 'Loesung' } });
    expect(plan).toMatchObject({ ok: false, error: { code: 'usage' } });
  });
});
