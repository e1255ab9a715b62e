import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../../src-main/items/import/yaml-file.ts';

describe('YAML', () => {
  it('is version 1.2: no and on are text, and aliases unfold', () => {
    expect(parseYaml('a: &x {n: no}\nb: *x\nc: on\nd: 0123\ne: .nan\n', 'f')).toEqual({
      ok: true,
      data: [{ a: { n: 'no' }, b: { n: 'no' }, c: 'on', d: 123, e: null }],
    });
  });

  it('may hold several documents', () => {
    expect(parseYaml('a: 1\n---\na: 2\n', 'f')).toEqual({ ok: true, data: [{ a: 1 }, { a: 2 }] });
  });

  it('names the line of a syntax error', () => {
    expect(parseYaml('a: 1\nb: [1,\nc: 2\n', 'f')).toMatchObject({
      error: { code: 'file_broken', where: { line: 2 } },
    });
  });

  it.each([
    ['a cycle', 'a: &a\n  b: *a\n'],
    ['a list within itself', '&a [*a]'],
    ['an unknown alias', 'a: *b\n'],
    ['deep nesting', '- '.repeat(2000)],
    ['deep brackets', '['.repeat(20_000)],
    ['binary', 'a: !!binary aGVsbG8=\n'],
    ['a set', 'a: !!set {x, y}\n'],
  ])('refuses %s', (_name, text) => {
    expect(parseYaml(text, 'f')).toMatchObject({ ok: false, error: { code: 'file_broken' } });
  });

  it('refuses aliases that unfold into millions of nodes', () => {
    let text = 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n';
    for (let level = 1; level < 10; level += 1) {
      text += `a${level}: &a${level} [${Array<string>(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]\n`;
    }
    expect(parseYaml(text, 'f')).toMatchObject({ ok: false, error: { code: 'file_broken' } });
  });
});
