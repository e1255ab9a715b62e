/**
 * Items in the flat forms that people write by hand and other programs write: `scorer` and its fields beside the
 * input, a question with options, `score_fn` with `expect`. Each becomes the full form, which passes through as it is.
 */
import type { z } from 'zod';
import { checkSchema, itemSchema } from '../contract/item.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { choiceItem } from './import/gold-choice.ts';
import { firstIssue } from './schema-issue.ts';

/** An item as a file holds it, in the full form. */
export type ItemRecord = z.infer<typeof itemSchema>;

type Fields = Readonly<Record<string, unknown>>;

/** What every form may hold besides its own fields. */
const commonFields = ['id', 'messages', 'system', 'stratum', 'band', 'split', 'source', 'cluster', 'time'];
/** The names under which the prompt comes. */
const promptFields = ['input', 'question', 'prompt'];

/**
 * A record in any of the forms, as an item in the full form. Fails with `item_broken`: the message names the field and
 * says what is wrong with it. Never throws. A schema is not compiled here; `validateCheck` does that.
 */
export function normaliseItemRecord(record: unknown): Result<ItemRecord> {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    return broken({}, '', 'an item is an object with an id, an input and a check');
  }
  const fields: Fields = { ...record };
  if ('check' in fields) return whole(fields, fields);
  const forms = [
    'scorer' in fields ? fromScorer : null,
    'score_fn' in fields ? fromScoreFunction : null,
    'options' in fields && !('scorer' in fields) ? fromOptions : null,
  ].filter((form) => form !== null);
  const [form, other] = forms;
  if (other)
    return broken(fields, '', 'it has the fields of two forms; give one of scorer, score_fn and options');
  if (form) return form(fields);
  return broken(fields, 'check', 'missing; an item says how it is scored, in check, scorer or score_fn');
}

/** `{"id", "input", "scorer": "numeric", "answer": 42, "tol": 0.01}` */
function fromScorer(fields: Fields): Result<ItemRecord> {
  const kind = fields['scorer'];
  const known = checkFields.get(typeof kind === 'string' ? kind : '');
  if (!known) {
    return broken(
      fields,
      'scorer',
      `${shown(kind)} is no scorer; there are ${[...checkFields.keys()].join(', ')}`,
    );
  }
  const check: Record<string, unknown> = { kind };
  const rest: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    const full = shortNames.get(field) ?? field;
    if (field === 'scorer') continue;
    if (!known.has(full)) rest[field] = value;
    else if (full in check) return broken(fields, field, `given twice, as ${full} too`);
    else check[full] = value;
  }
  if (kind === 'numeric') check['answer'] = asNumber(check['answer']);
  if (kind !== 'choice' || !isTexts(check['options'])) return assemble(fields, rest, check);
  const gold = goldOf(check['answer'], check['options']);
  if (typeof gold === 'string') return broken(fields, 'answer', gold);
  const prompt = check['by'] === 'logprob' ? undefined : promptWithOptions(rest, check['options'], gold);
  check['answer'] = String.fromCharCode(65 + gold);
  return assemble(fields, rest, check, prompt);
}

/** `{"id", "question", "options": ["Paris", "Oslo"], "answer": "B"}` */
function fromOptions(fields: Fields): Result<ItemRecord> {
  const { options, answer, ...rest } = fields;
  if (!isTexts(options) || options.length < 2 || options.length > 26) {
    return broken(fields, 'options', 'expected a list of 2 to 26 texts');
  }
  const gold = goldOf(answer, options);
  if (typeof gold === 'string') return broken(fields, 'answer', gold);
  const check = { kind: 'choice', options, answer: String.fromCharCode(65 + gold) };
  return assemble(fields, rest, check, promptWithOptions(rest, options, gold));
}

/** `{"id", "prompt", "score_fn": "contains", "expect": "42"}` */
function fromScoreFunction(fields: Fields): Result<ItemRecord> {
  const { score_fn: name, expect, ...rest } = fields;
  const make = scoreFunctions.get(typeof name === 'string' ? name.toLowerCase() : '');
  if (!make) {
    const names = [...scoreFunctions.keys()].join(', ');
    return broken(fields, 'score_fn', `${shown(name)} is not known; there are ${names}`);
  }
  if (expect === undefined) return broken(fields, 'expect', 'missing');
  return assemble(fields, rest, make(expect));
}

/**
 * `contains` becomes whole words: "42" is not in "142", which the other programs' plain search would find.
 */
const scoreFunctions = new Map<string, (expect: unknown) => Fields>([
  ['contains', (expect) => ({ kind: 'required_facts', facts: asTexts(expect) })],
  ['contains_all', (expect) => ({ kind: 'required_facts', facts: asTexts(expect) })],
  ['contains_any', (expect) => ({ kind: 'required_facts', facts: [asTexts(expect)] })],
  ['not_contains', (expect) => ({ kind: 'rules', must_not_contain: asTexts(expect) })],
  [
    'exact',
    (expect) => ({ kind: 'exact', answer: Array.isArray(expect) ? asTexts(expect) : asText(expect) }),
  ],
  [
    'equals',
    (expect) => ({ kind: 'exact', answer: Array.isArray(expect) ? asTexts(expect) : asText(expect) }),
  ],
  ['numeric', (expect) => ({ kind: 'numeric', answer: asNumber(expect) })],
  ['json', (expect) => ({ kind: 'json_equal', answer: expect })],
  ['json_schema', (expect) => ({ kind: 'json_schema', schema: expect })],
]);

/** The fields of each kind of check, its kind left out. */
const checkFields: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  checkSchema.options.map((option) => {
    const { kind, ...fields } = option.shape;
    return [kind.value, new Set(Object.keys(fields))] as const;
  }),
);

const shortNames = new Map([
  ['tol', 'tolerance'],
  ['rel', 'relative'],
]);

function assemble(fields: Fields, rest: Fields, check: Fields, input?: string): Result<ItemRecord> {
  const known = [...commonFields, ...promptFields];
  const unknown = Object.keys(rest).find((field) => !known.includes(field));
  if (unknown !== undefined) return broken(fields, unknown, 'not a known field here');
  const prompts = promptFields.filter((field) => field in rest);
  const [prompt, another] = prompts;
  if (prompt !== undefined && another !== undefined) {
    return broken(fields, another, `the prompt stands in ${prompt} already; give one of the two`);
  }
  const kept = Object.fromEntries(
    commonFields.filter((field) => field in rest).map((field) => [field, rest[field]]),
  );
  const text = input ?? (prompt === undefined ? undefined : rest[prompt]);
  return whole(fields, { ...kept, ...(text === undefined ? {} : { input: text }), check });
}

function whole(fields: Fields, item: Fields): Result<ItemRecord> {
  const { id } = item;
  const named = typeof id === 'number' && Number.isFinite(id) ? { ...item, id: String(id) } : item;
  const parsed = itemSchema.safeParse(named);
  if (parsed.success) return success(parsed.data);
  const { field, what } = firstIssue(parsed.error);
  return broken(fields, asWritten(fields, field), isMissing(named, field) ? 'missing' : what);
}

/** The field under the name that it has in the record: `tol`, not `check.tolerance`. */
function asWritten(fields: Fields, field: string): string {
  if ('check' in fields || !field.startsWith('check')) return field;
  if ('score_fn' in fields) return 'expect';
  const flat = field.replace(/^check\.?/u, '');
  const short = [...shortNames].find(([name, full]) => full === flat && name in fields);
  return short?.[0] ?? flat;
}

/** Whether nothing stands at the path; an empty path is the item itself. */
function isMissing(item: Fields, field: string): boolean {
  let at: unknown = item;
  for (const key of field === '' ? [] : field.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return true;
    at = (at as Fields)[key];
  }
  return at === undefined;
}

function broken(fields: Fields, field: string, what: string): Result<ItemRecord> {
  const { id } = fields;
  const item = typeof id === 'string' || typeof id === 'number' ? { item: String(id) } : {};
  return failure('item_broken', `${field === '' ? 'the record' : field}: ${what}.`, {
    next: 'docs/file-formats.md lists the forms of items and the fields of each kind of check.',
    where: { ...item, ...(field === '' ? {} : { field }) },
  });
}

/** A `question` gets its options listed below it; an `input` or `prompt` is a prompt as it is. */
function promptWithOptions(rest: Fields, options: readonly string[], gold: number): string | undefined {
  const question = rest['question'];
  return typeof question === 'string' ? choiceItem(question, options, gold, 'text').input : undefined;
}

/** The position of the right option, or what is wrong with the answer. */
function goldOf(answer: unknown, options: readonly string[]): number | string {
  const last = String.fromCharCode(64 + options.length);
  if (typeof answer === 'number')
    return `is ${String(answer)} counted from 0 or from 1? Write the letter, A to ${last}`;
  if (typeof answer !== 'string') return `expected the letter of an option, A to ${last}`;
  const text = answer.trim();
  const same = options.flatMap((option, index) => (option.trim() === text ? [index] : []));
  const letter = /^[A-Za-z]$/u.test(text) ? text.toUpperCase().charCodeAt(0) - 65 : -1;
  const byLetter = letter >= 0 && letter < options.length;
  const [byText, twin] = same;
  if (byText === undefined) return byLetter ? letter : `${shown(answer)} is none of the options A to ${last}`;
  if (twin !== undefined && !byLetter) return `${shown(answer)} is the text of two options; write the letter`;
  if (byLetter && byText !== letter) {
    return `${shown(answer)} is the letter of one option and the text of another; name the options otherwise`;
  }
  return byText;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Numbers and booleans as they are written; anything else is left for the schema to refuse. */
function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function asTexts(value: unknown): unknown[] {
  return Array.isArray(value) ? value.map(asText) : [asText(value)];
}

function asNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*-?\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/u.test(value))
    return value;
  return Number(value.replaceAll(',', ''));
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
