/** From the fields of a check as they were typed to a check that can score, or to what is wrong with which field. */
import type { CheckForm, FormKind, FormProblem } from '../../contract/calls/slices.ts';
import { checkSchema, type Check, type Json } from '../../contract/item.ts';
import { firstIssue } from '../../items/schema-issue.ts';
import { validateCheck } from '../../scoring/registry.ts';
import { lineOfPath, parseTypedJson } from './json-text.ts';

export type FormedCheck =
  | { readonly check: Check; readonly problems: readonly [] }
  | { readonly check: null; readonly problems: readonly FormProblem[] };

/** Reads fields one after the other and gathers what is wrong with them. */
class FieldReader {
  readonly problems: FormProblem[] = [];
  private readonly fields: CheckForm['fields'];

  constructor(fields: CheckForm['fields']) {
    this.fields = fields;
  }

  wrong(field: string, message: string, line: number | null = null): void {
    this.problems.push({ field, message, line });
  }

  text(field: string): string {
    return (this.fields[field] ?? '').trim();
  }

  /** As it was typed: white space at the ends can matter in a pattern or a program. */
  raw(field: string): string {
    return this.fields[field] ?? '';
  }

  needed(field: string, what: string): string {
    if (this.text(field) === '') this.wrong(field, `Write ${what}.`);
    return this.raw(field);
  }

  /** One entry a line; empty lines say nothing. */
  lines(field: string): string[] {
    return this.text(field)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  neededLines(field: string, what: string): string[] {
    const lines = this.lines(field);
    if (lines.length === 0) this.wrong(field, `Write ${what}.`);
    return lines;
  }

  isOn(field: string): boolean {
    return this.text(field) === 'yes';
  }

  /** Empty: undefined. What is no plain number is wrong: a comma can be two things. */
  number(field: string, least?: number): number | undefined {
    const text = this.text(field).replace('−', '-');
    if (text === '') return undefined;
    const number = Number(text);
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) || !Number.isFinite(number))
      this.wrong(field, 'Write a plain number, such as 1250.5, without separators.');
    else if (least !== undefined && number < least) this.wrong(field, `Write a number from ${least} up.`);
    else return number;
    return undefined;
  }

  json(field: string, what: string): Json | undefined {
    const text = this.text(field);
    if (text === '') {
      this.wrong(field, `Write ${what} as JSON.`);
      return undefined;
    }
    const parsed = parseTypedJson(this.fields[field] ?? '');
    if (parsed.ok) return parsed.value;
    this.wrong(field, parsed.message, parsed.line);
    return undefined;
  }
}

type Draft = Readonly<Record<string, unknown>>;

/** The answers of `exact` and `f1`: one is a text, several are a list. */
function answersOf(read: FieldReader): string | string[] {
  const answers = read.neededLines('answer', 'the right answer; several, one a line');
  return answers.length === 1 ? (answers[0] ?? '') : answers;
}

function someLines(read: FieldReader, field: string): Draft {
  const lines = read.lines(field);
  return lines.length === 0 ? {} : { [field]: lines };
}

const forms: Readonly<Record<FormKind, (read: FieldReader) => Draft>> = {
  exact: (read) => ({
    answer: answersOf(read),
    ...(read.isOn('as_it_is') ? { normalise: false } : {}),
  }),
  f1: (read) => ({ answer: answersOf(read) }),
  numeric: (read) => {
    const answer = read.number('answer');
    if (read.text('answer') === '') read.wrong('answer', 'Write the right number.');
    const tolerance = read.number('tolerance', 0);
    const relative = read.number('relative', 0);
    const extract = read.text('extract');
    return {
      answer,
      ...(tolerance === undefined ? {} : { tolerance }),
      ...(relative === undefined ? {} : { relative }),
      ...(extract === '' || extract === 'auto' ? {} : { extract }),
    };
  },
  choice: (read) => {
    const options = read.neededLines('options', 'the options, one a line');
    if (options.length === 1 || options.length > 26)
      read.wrong('options', 'Write 2 to 26 options, one a line.');
    const answer = read.text('letter').toUpperCase();
    if (answer === '') read.wrong('letter', 'Write the letter of the right option.');
    else if (!/^[A-Z]$/.test(answer)) read.wrong('letter', 'Write one letter, A for the first option.');
    return { options, answer };
  },
  json_schema: (read) => ({
    schema: read.json('schema', 'the schema'),
    ...(read.isOn('strict') ? { strict: true } : {}),
  }),
  json_equal: (read) => ({
    answer: read.json('json', 'the right value'),
    ...(read.isOn('partial') ? { partial: true } : {}),
  }),
  tool_call: (read) => {
    const calls = read.json('calls', 'the expected calls');
    return {
      calls: calls === undefined || Array.isArray(calls) ? calls : [calls],
      ...(read.isOn('any_order') ? { order: false } : {}),
      ...(read.isOn('more_arguments') ? { match: 'subset' } : {}),
    };
  },
  required_facts: (read) => ({
    facts: read.neededLines('facts', 'the facts, one a line').map((line) => {
      const synonyms = line
        .split('|')
        .map((one) => one.trim())
        .filter((one) => one !== '');
      return synonyms.length === 1 ? synonyms[0] : synonyms;
    }),
  }),
  rules: (read) => {
    const lists = {
      ...someLines(read, 'must_contain_all'),
      ...someLines(read, 'must_contain_one_of'),
      ...someLines(read, 'must_not_contain'),
    };
    if (Object.keys(lists).length === 0)
      read.wrong('must_contain_all', 'Write a phrase into at least one of the three lists.');
    return lists;
  },
  refusal: (read) => ({ expected: read.text('expected') === 'answer' ? 'answer' : 'refuse' }),
  regex: (read) => ({
    pattern: read.needed('pattern', 'the pattern'),
    ...optional('flags', read.text('flags')),
    ...optional('answer', read.raw('group')),
  }),
  code: (read) => {
    const timeout = read.number('timeout', 0);
    if (timeout === 0) read.wrong('timeout', 'Write a number of seconds above 0.');
    return {
      language: read.text('language') === 'javascript' ? 'javascript' : 'python',
      tests: read.needed('tests', 'the tests'),
      ...optional('entry_point', read.text('entry_point')),
      ...optional('prefix', read.raw('prefix')),
      ...(timeout === undefined ? {} : { timeout }),
    };
  },
};

/** What was not typed is not said. */
function optional(field: string, text: string): Draft {
  return text === '' ? {} : { [field]: text };
}

/** Where a field of a check is typed, when it is not the field of the same name. */
const typedIn: Readonly<Partial<Record<FormKind, Readonly<Record<string, string>>>>> = {
  choice: { answer: 'letter' },
  json_equal: { answer: 'json' },
  regex: { answer: 'group' },
};

/** Total: whatever was typed becomes a check or problems, at least one. */
export function formCheck({ kind, fields }: CheckForm): FormedCheck {
  const read = new FieldReader(fields);
  const draft = forms[kind](read);
  if (read.problems.length > 0) return { check: null, problems: read.problems };
  const parsed = checkSchema.safeParse({ kind, ...draft });
  if (!parsed.success) {
    const { field, what } = firstIssue(parsed.error);
    return { check: null, problems: [placed({ kind, fields }, field.split('.'), `${field}: ${what}.`)] };
  }
  const valid = validateCheck(parsed.data);
  if (valid.ok) return { check: parsed.data, problems: [] };
  const { message, next, where } = valid.error;
  const path = (where?.field ?? 'check').split('.').slice(1);
  const inSchema = /\bdata((?:\/[^\s,]+)+)/.exec(message)?.[1]?.split('/').slice(1) ?? [];
  const sentence = next === undefined ? message : `${message} ${next}`;
  const at = kind === 'json_schema' ? ['schema', ...inSchema] : path;
  return { check: null, problems: [placed({ kind, fields }, at, sentence)] };
}

/** A problem at a path into the check, with the field where that is typed and, in JSON, the line. */
function placed({ kind, fields }: CheckForm, path: readonly string[], message: string): FormProblem {
  const [first = 'kind', ...inside] = path;
  const field = typedIn[kind]?.[first] ?? first;
  const text = fields[field] ?? '';
  const isJson = field === 'schema' || field === 'calls' || field === 'json';
  const steps = inside.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  // One call may be typed without the list around it.
  const own = field === 'calls' && !text.trimStart().startsWith('[') ? steps.slice(1) : steps;
  return { field, message, line: isJson ? lineOfPath(text, own) : null };
}
