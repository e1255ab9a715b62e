import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compileTemplate,
  completeVariables,
  renderTemplate,
  type TemplateVariables,
} from '../../../../src-main/engine/llama/template.ts';

const now = new Date('2026-03-05T09:07:08Z');
const variables: TemplateVariables = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: ' Hello <b>"there"</b>\n' },
  ],
  add_generation_prompt: true,
  bos_token: '<s>',
  eos_token: '</s>',
};
const render = (template: string, more: Partial<TemplateVariables> = {}): ReturnType<typeof renderTemplate> =>
  renderTemplate(template, { ...variables, ...more }, now);

test('renders messages byte for byte, nothing escaped, nothing trimmed', () => {
  const template =
    "{{ bos_token }}{% for message in messages %}<|{{ message['role'] }}|>{{ message.content }}{{ eos_token }}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";
  expect(render(template)).toEqual({
    ok: true,
    data: '<s><|system|>Be brief.</s><|user|> Hello <b>"there"</b>\n</s><|assistant|>',
  });
});

test('has the whitespace rules that chat templates are written for', () => {
  expect(render('{% if true %}\n  a\n  {% endif %}\nb')).toEqual({ ok: true, data: '  a\nb' });
});

test('absent tools and documents are none; other absent variables are undefined', () => {
  const template =
    '{{ tools is none }} {{ documents is none }} {{ enable_thinking is defined }} {{ messages is defined }}';
  expect(render(template)).toEqual({ ok: true, data: 'true true false true' });
  expect(render('{{ enable_thinking is defined }}', { enable_thinking: false })).toEqual({
    ok: true,
    data: 'true',
  });
  expect(render('{{ tools[0].name }}', { tools: [{ name: 'add' }] })).toEqual({ ok: true, data: 'add' });
  expect(render('{{ mood }}', { mood: 'calm' })).toEqual({ ok: true, data: 'calm' });
  expect(completeVariables(variables)).toEqual({ ...variables, tools: null, documents: null });
});

describe('the date', () => {
  test('is the one that was given, in UTC and in English', () => {
    const written = [
      ['%Y-%m-%d', '2026-03-05'],
      ['%d %b %Y', '05 Mar 2026'],
      ['%B %-d, %Y', 'March 5, 2026'],
      ['%A %a %e', 'Thursday Thu  5'],
      ['%H:%M:%S %I %p', '09:07:08 09 AM'],
      ['%F %T %j %y', '2026-03-05 09:07:08 064 26'],
      ['%-I %-H %%', '9 9 %'],
      ['%Q', '%Q'],
    ] as const;
    for (const [format, expected] of written) {
      expect(render(`{{ strftime_now('${format}') }}`)).toEqual({ ok: true, data: expected });
    }
  });

  test('agrees with the language of dates in JavaScript on any day', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }), (date) => {
        const rendered = renderTemplate("{{ strftime_now('%Y-%m-%dT%H:%M:%S|%b|%A') }}", variables, date);
        const month = date.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
        const day = date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
        expect(rendered).toEqual({ ok: true, data: `${date.toISOString().slice(0, 19)}|${month}|${day}` });
      }),
    );
  });

  test('midnight and noon are 12 in the half-day count', () => {
    const at = (hour: number): unknown =>
      renderTemplate("{{ strftime_now('%I%p') }}", variables, new Date(Date.UTC(2026, 0, 1, hour)));
    expect(at(0)).toEqual({ ok: true, data: '12AM' });
    expect(at(12)).toEqual({ ok: true, data: '12PM' });
    expect(at(23)).toEqual({ ok: true, data: '11PM' });
  });
});

describe('failures', () => {
  test("carry the template's own words", () => {
    const result = render("{{ raise_exception('System role not supported') }}");
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'template_broken', detail: 'System role not supported' },
    });
    expect(result.ok ? '' : result.error.message).toContain('System role not supported');
    expect(result.ok ? '' : result.error.next).toBeTruthy();
  });

  test.each([
    ['a block that does not end', '{% if true %}a'],
    ['an unknown tag', '{% frobnicate %}'],
    ['a call of nothing', '{{ nothing() }}'],
    ['adding to undefined', "{{ 'a' + nothing }}"],
    ['an unknown filter', '{{ messages | frobnicate }}'],
    ['a list without end', '{% for i in range(1000000000) %}{% endfor %}'],
    ['steps of zero', '{% for i in range(0, 5, 0) %}{% endfor %}'],
  ])('%s', (_, template) => {
    expect(render(template)).toMatchObject({ ok: false, error: { code: 'template_broken' } });
  });

  test('of any template at all are values, not exceptions', () => {
    const piece = fc.constantFrom(
      '{{', '}}', '{%', '%}', '{#', '#}', ' if ', ' endif ', ' for ', ' in ', ' set ', '=', 'messages', '[0]', '.content',
      "'x'", ' + ', '|', 'length', 'trim', '(', ')', '-', '\n', 'macro f', 'none', '~', ':', ',', '{', '}', '1',
    ); // prettier-ignore
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const result = render(pieces.join(''));
        if (!result.ok) expect(result.error.code).toBe('template_broken');
      }),
      { numRuns: 1000 },
    );
  });
});

test('range counts as Python does', () => {
  const written =
    "{{ range(3) | join(',') }}|{{ range(1, 4) | join(',') }}|{{ range(5, 0, -2) | join(',') }}|{{ range(0) | join(',') }}";
  expect(render(written)).toEqual({ ok: true, data: '0,1,2|1,2,3|5,3,1|' });
});

describe('strip with characters', () => {
  // The expected texts are what Python 3 gives.
  test.each([
    ["'xxhixx'.strip('x')", 'hi'],
    ["'xxhixx'.lstrip('x')", 'hixx'],
    ["'xxhixx'.rstrip('x')", 'xxhi'],
    ["'\\n  a \\n'.lstrip('\\n')", '  a \n'],
    ["'\\n  a \\n'.strip('\\n')", '  a '],
    ["'abcba'.strip('ab')", 'c'],
    ["'aaa'.strip('a')", ''],
    ["' a '.strip('')", ' a '],
    ["' a '.strip(none)", 'a'],
    ["'🌍a🌍'.strip('🌍')", 'a'],
    ["' a '.strip()", 'a'],
    ["'x/y/'.rstrip('/').split('/')[-1].lstrip('y')", ''],
    ["('  -a' | string).lstrip(' -')", 'a'],
  ])('%s', (expression, expected) => {
    expect(render(`{{ ${expression} }}`)).toEqual({ ok: true, data: expected });
  });

  test('reaches into macros, loops, conditions, filters and literals', () => {
    const template = `{%- macro f(x) -%}{{ x.strip('-') }}{%- endmacro -%}
      {%- for m in ['-a-'] if m.strip('-') == 'a' -%}{%- if m.lstrip('-') == 'a-' -%}{{ f(m) }}{%- endif -%}{%- endfor -%}
      {{ {'k': '-b-'.strip('-')}['k'] ~ ('-c-'.strip('-') | upper) ~ ('-d-'.strip('-') if true else '') }}`;
    expect(render(template)).toEqual({ ok: true, data: 'abCd' });
  });

  test('of what is no text fails', () => {
    expect(render("{{ nothing.strip('x') }}")).toMatchObject({ ok: false });
    expect(render("{{ 'a'.strip(1) }}")).toMatchObject({ ok: false });
  });
});

test('a compiled template keeps nothing from one rendering to the next', () => {
  const compiled = compileTemplate(
    '{% set seen = namespace(n=0) %}{% for message in messages %}{% set seen.n = seen.n + 1 %}{% endfor %}{{ seen.n }}{% set bos_token = "changed" %}',
  );
  if (!compiled.ok) throw new Error(compiled.error.message);
  const first = compiled.data.render(variables, now);
  expect(first).toEqual({ ok: true, data: '2' });
  expect(compiled.data.render(variables, now)).toEqual(first);
  expect(compiled.data.render({ ...variables, messages: [] }, now)).toEqual({ ok: true, data: '0' });
  expect(variables.bos_token).toBe('<s>');
});
