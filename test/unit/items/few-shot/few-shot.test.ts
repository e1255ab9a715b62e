import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import {
  exemplarPool,
  exemplarsFor,
  type ExemplarPool,
} from '../../../../src-main/items/few-shot/exemplars.ts';
import { composePrompt, parsePromptTemplate } from '../../../../src-main/items/few-shot/prompt-template.ts';

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: `question ${id}` },
  ],
  stratum: 'a',
  split: 'dev',
  check: { kind: 'exact', answer: `answer ${id}` },
  ...more,
});

function pool(items: readonly Item[], references?: ReadonlyMap<string, string>): ExemplarPool {
  const made = exemplarPool(items, references);
  if (!made.ok) throw new Error(made.error.message);
  return made.data;
}

function ids(asked: Item, from: ExemplarPool, choice: Parameters<typeof exemplarsFor>[2]): readonly string[] {
  const exemplars = exemplarsFor(asked, from, choice);
  if (!exemplars.ok) throw new Error(exemplars.error.message);
  return exemplars.data.map(({ id }) => id);
}

describe('exemplars', () => {
  it('never come from held-out items', () => {
    expect(exemplarPool([item('a'), item('b', { split: 'held_out' })])).toMatchObject({
      error: { code: 'held_out_refused', where: { item: 'b' } },
    });
  });

  it('show the source’s own answer, or the check’s, and are left out where there is neither', () => {
    const code: Item = item('c', { check: { kind: 'code', language: 'python', tests: 'assert f(1)' } });
    const made = pool([item('a'), item('b'), code], new Map([['b', 'worked solution']]));
    expect(made.items.map(({ id, answer }) => [id, answer])).toEqual([
      ['a', 'answer a'],
      ['b', 'worked solution'],
    ]);
    expect(made.unanswered).toEqual(['c']);
  });

  it('are never the item itself nor of its cluster, whatever is drawn', () => {
    const items = fc
      .array(fc.option(fc.constantFrom('k', 'l'), { nil: undefined }), { minLength: 1, maxLength: 12 })
      .map((clusters) =>
        clusters.map((cluster, index) => item(`i${index}`, cluster === undefined ? {} : { cluster })),
      );
    fc.assert(
      fc.property(items, fc.nat(), fc.nat(6), (list, seed, count) => {
        const from = pool(list);
        for (const asked of list) {
          const others = list.filter(
            ({ id, cluster }) => id !== asked.id && (cluster === undefined || cluster !== asked.cluster),
          );
          const choice = { from: 'drawn', count, seed, sameStratum: false } as const;
          if (others.length < count) {
            expect(exemplarsFor(asked, from, choice)).toMatchObject({ error: { code: 'exemplars_missing' } });
            continue;
          }
          const drawn = ids(asked, from, choice);
          expect(drawn).not.toContain(asked.id);
          expect(new Set(drawn).size).toBe(drawn.length);
          expect(drawn).toHaveLength(count);
          if (asked.cluster === undefined) continue;
          expect(list.filter(({ id }) => drawn.includes(id)).map(({ cluster }) => cluster)).not.toContain(
            asked.cluster,
          );
        }
      }),
    );
  });

  it('are drawn for each item anew, and the same at every call', () => {
    const list = Array.from({ length: 30 }, (_, index) =>
      item(`i${index}`, { stratum: index % 2 === 0 ? 'even' : 'odd' }),
    );
    const [first, second] = list;
    if (first === undefined || second === undefined) throw new Error('no items');
    const choice = { from: 'drawn', count: 4, seed: 5, sameStratum: false } as const;
    expect(ids(first, pool(list), choice)).toEqual(ids(first, pool(list.toReversed()), choice));
    expect(ids(first, pool(list), choice)).not.toEqual(ids(second, pool(list), choice));
    const even = ids(first, pool(list), { ...choice, sameStratum: true });
    expect(even.every((id) => Number(id.slice(1)) % 2 === 0)).toBe(true);
  });

  it('that are fixed keep their order and leave the item itself out', () => {
    const from = pool([item('a'), item('b'), item('c')]);
    expect(ids(item('b'), from, { from: 'fixed', ids: ['c', 'b', 'a'] })).toEqual(['c', 'a']);
    expect(exemplarsFor(item('b'), from, { from: 'fixed', ids: ['z'] })).toMatchObject({
      error: { code: 'exemplars_missing', where: { item: 'z' } },
    });
  });
});

describe('a prompt', () => {
  const exemplars = [{ id: 'e', input: '1 + 1?', answer: '2' }];

  it('without a template has the exemplars as turns after the system message', () => {
    expect(composePrompt(item('a'), exemplars)).toEqual({
      ok: true,
      data: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '1 + 1?' },
        { role: 'assistant', content: '2' },
        { role: 'user', content: 'question a' },
      ],
    });
  });

  it('with one has its text for the last user message', () => {
    const template = parsePromptTemplate(
      '{% for e in exemplars %}Q: {{ e.input }}\nA: {{ e.answer }}\n{% endfor %}Q: {{ input }}{% for o in options %} [{{ o }}]{% endfor %}\n\nA:',
    );
    if (!template.ok) throw new Error(template.error.message);
    const asked = item('a', { check: { kind: 'choice', options: ['x', 'y'], answer: 'A' } });
    const prompt = composePrompt(asked, exemplars, template.data);
    expect(prompt.ok && prompt.data).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Q: 1 + 1?\nA: 2\nQ: question a [x] [y]\nA:' },
    ]);
  });

  it('cannot see the answer', () => {
    const template = parsePromptTemplate('{{ check }}{{ answer }}{{ id }}');
    if (!template.ok) throw new Error(template.error.message);
    const prompt = composePrompt(item('a'), [], template.data);
    expect(prompt.ok && prompt.data.at(-1)?.content).toBe('a');
  });

  it.each([
    ['{% if %}', 1],
    ['one\n{{ input', 2],
    ['{% for x in y %}\n{{ input }}\n', 2],
    ['fine {{ input }}\n\n{{ input | }}\nmore', 3],
    ['fine\n{{ input }} {{ "open }}\nmore', 2],
    ['{{ input }}\n{# never closed\nmore', 2],
    ['{{ input }}\n{% nonsense %}\n{{ input }}', 2],
    ['{{ input }}\nx\n{{ input ? }}\n', 3],
  ])('is not made of the broken template %j, whose line %i is named', (source, line) => {
    const parsed = parsePromptTemplate(source, 'short.jinja');
    expect(parsed).toMatchObject({ ok: false, error: { code: 'template_broken', where: { line } } });
    expect(!parsed.ok && parsed.error.message).toContain(`short.jinja, line ${line}: `);
  });

  it('shows the messages of a template that only shifts blank space as the library renders them', () => {
    const source = '  {% if true %}\n  {{ input }}\n  {% endif %}\n';
    const parsed = parsePromptTemplate(source);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const prompt = composePrompt(item('a'), [], parsed.data);
    expect(prompt.ok && prompt.data.at(-1)?.content).toBe('  question a\n');
  });

  it.each(['{{ nothing.at.all }}', '   ', '{{ input | no_such_filter }}'])(
    'is not made by the failing template %j',
    (source) => {
      const template = parsePromptTemplate(source);
      expect(template.ok && composePrompt(item('a'), [], template.data)).toMatchObject({
        ok: false,
        error: { code: 'template_broken' },
      });
    },
  );
});
