import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failure, success } from '../../../../src-main/contract/result.ts';
import {
  describeTemplate,
  hashTemplate,
  type TemplateTraits,
} from '../../../../src-main/engine/llama/template/describe-template.ts';

const texts = { bos: '<s>', eos: '</s>' };
const of = (template: string): TemplateTraits => describeTemplate(template, texts);
const loop = "{% for message in messages %}[{{ message['role'] }}]{{ message['content'] }}{% endfor %}";

test('the hash is over the UTF-8 of the template', () => {
  expect(hashTemplate('{{ „x“ }}')).toBe(
    createHash('sha256').update(Buffer.from('{{ „x“ }}', 'utf8')).digest('hex'),
  );
  expect(of(loop).hash).toBe(hashTemplate(loop));
});

describe('BOS', () => {
  test('counts as written where the prompt begins with its text, however it got there', () => {
    expect(of(`{{ bos_token }}${loop}`).writesBos).toBe(true);
    expect(of(`<s>${loop}`).writesBos).toBe(true);
    expect(of(loop).writesBos).toBe(false);
    expect(of(`${loop}{{ bos_token }}`).writesBos).toBe(false);
  });

  test('cannot be told without a BOS, or where nothing renders', () => {
    expect(describeTemplate(loop, { bos: '', eos: '' }).writesBos).toBeNull();
    expect(of('{{ nothing() }}').writesBos).toBeNull();
  });
});

describe('the system role', () => {
  test('is written, dropped or refused', () => {
    expect(of(loop).systemRole).toBe('written');
    expect(of("{{ messages[-1]['content'] }}").systemRole).toBe('dropped');
    const refuses = `{% if messages[0]['role'] == 'system' %}{{ raise_exception('no') }}{% endif %}${loop}`;
    expect(of(refuses).systemRole).toBe('refused');
    expect(of('{{ nothing() }}').systemRole).toBeNull();
  });
});

describe('the generation prompt', () => {
  test('is what add_generation_prompt puts at the end', () => {
    expect(of(`${loop}{% if add_generation_prompt %}<|a|>\n<think>{% endif %}`).generationPrompt).toBe(
      '<|a|>\n<think>',
    );
    expect(of(loop).generationPrompt).toBe('');
    expect(
      of(`${loop}{% if add_generation_prompt %}<|a|>{% else %}</s>{% endif %}`).generationPrompt,
    ).toBeNull();
  });
});

describe('variables', () => {
  test('are those that the caller gives, sorted, each once', () => {
    expect(
      of(`${loop}{{ tools }}{{ tools }}{% if enable_thinking %}{{ eos_token }}{% endif %}`).variables,
    ).toEqual(['enable_thinking', 'eos_token', 'messages', 'tools']);
  });

  test('leave out what the template makes itself: assignments, loops, macros, parameters', () => {
    const template = `
      {%- macro item(thing, mark='-') %}{{ mark }}{{ thing.name }}{{ later() }}{{ caller() }}{% endmacro %}
      {%- macro later() %}{{ later }}{% endmacro %}
      {%- set first, second = 1, 2 %}{% set block %}{{ first + second }}{% endset %}
      {%- for key, value in messages[0] | items if value.ok %}{{ loop.index }}{{ key }}{{ value }}{% endfor %}
      {%- call(row) item(block) %}{{ row }}{% endcall %}
      {%- set state = namespace(found=false) %}{% set state.found = true %}{{ state.found }}
      {%- filter upper %}x{% endfilter %}{{ 'a' if messages is defined else range(2) }}{{ {'a': first} }}`;
    expect(of(template).variables).toEqual(['messages']);
  });

  test('count where they are read before the template gives them a value', () => {
    expect(
      of('{% if not date_string is defined %}{% set date_string = "x" %}{% endif %}{{ date_string }}')
        .variables,
    ).toEqual(['date_string']);
    expect(of('{% set date_string = "x" %}{{ date_string }}').variables).toEqual([]);
    expect(of('{% for tool in tools %}{% endfor %}{{ tool }}').variables).toEqual(['tool', 'tools']);
    expect(of('{{ messages | selectattr("role", "equalto", wanted) | list }}').variables).toEqual([
      'messages',
      'wanted',
    ]);
    expect(
      of('{{ messages[position] }}{{ f(x=given) }}{{ {"k": named} }}{{ messages[from:] }}').variables,
    ).toEqual(['f', 'from', 'given', 'messages', 'named', 'position']);
  });

  test('are unknown where the template cannot be parsed', () => {
    expect(of('{% if %}')).toMatchObject({ variables: null, systemRole: null, generationPrompt: null });
  });
});

test('a template that may write a date says so', () => {
  expect(of("{{ strftime_now('%Y') }}").readsClock).toBe(true);
  expect(of('{% if strftime_now is defined %}{% endif %}').readsClock).toBe(true);
  expect(of(loop).readsClock).toBe(false);
  expect(of("{% if %}{{ strftime_now('%Y') }}").readsClock).toBe(true);
});

test('another engine can be asked in place of our own', () => {
  const traits = describeTemplate(
    '{{ what only another engine can do }}',
    texts,
    ({ messages, bos_token }) =>
      messages.length > 1
        ? failure('template_broken', 'no system role')
        : success(`${bos_token}${messages[0]?.content ?? ''}`),
  );
  expect(traits).toMatchObject({ writesBos: true, systemRole: 'refused', generationPrompt: '' });
});
