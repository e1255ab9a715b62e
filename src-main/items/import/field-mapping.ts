/** Any other file, by a mapping that the person writes: which column is the prompt, which the answer, which scorer. */
import { checkSchema, splits, type Check, type Json } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { firstIssue } from '../schema-issue.ts';
import { misshapen, unanswered, type Draft, type ItemDraft } from './draft.ts';
import { listIn, plainText, textsOf } from './field-values.ts';
import { choiceItem, goldPosition } from './gold-choice.ts';
import { describePlace, parseJson } from './json-text.ts';
import { likelyCheck, wholeNumber } from './likely-check.ts';
import type { MapContext } from './shape.ts';
import { isFields, type Fields, type SourceRecord } from './source-record.ts';
import { parseTime } from './timestamps.ts';

export const mappedFields = [
  'id', 'input', 'system', 'stratum', 'band', 'cluster', 'source', 'split', 'time', 'scorer', 'answer', 'options',
  'schema', 'facts', 'tolerance', 'pattern', 'calls', 'tests', 'entry_point', 'language', 'expected',
] as const; // prettier-ignore
export type MappedField = (typeof mappedFields)[number];

/** What each field is read from: a column (dotted path), a template with {{columns}}, or a "text" in quotes. */
export type FieldMapping = Readonly<Partial<Record<MappedField, string>>>;

/** Scorers by the names of checks, and `contains`, which other tools call rules with one phrase. */
const scorers = [
  'exact', 'numeric', 'choice', 'f1', 'rules', 'contains', 'required_facts', 'regex', 'json_schema', 'json_equal',
  'tool_call', 'code', 'refusal',
] as const; // prettier-ignore
type ScorerName = (typeof scorers)[number];

/** `field=column` arguments as a mapping. Fails with `usage`. */
export function parseMapping(pairs: readonly string[]): Result<FieldMapping> {
  const mapping: Partial<Record<MappedField, string>> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const field = mappedFields.find((name) => name === pair.slice(0, at).trim());
    const from = pair.slice(at + 1).trim();
    if (at === -1 || field === undefined || from === '') {
      return failure('usage', `${JSON.stringify(pair)} is not field=column.`, {
        next: `Write one of ${mappedFields.join(', ')}, an equals sign and a column.`,
      });
    }
    mapping[field] = from;
  }
  const scorer = mapping.scorer;
  if (scorer !== undefined && !scorers.some((name) => name === scorer)) {
    return failure('usage', `${JSON.stringify(scorer)} is no scorer.`, {
      next: `Use one of ${scorers.join(', ')}.`,
    });
  }
  if (mapping.input === undefined) {
    return failure('usage', 'The mapping does not say what the input is.', { next: 'Add input=column.' });
  }
  return success(mapping);
}

/** The value at a dotted path; a column whose own name has dots goes first. Undefined where nothing is there. */
export function valueAt(fields: Fields, path: string): Json | undefined {
  if (Object.hasOwn(fields, path)) return fields[path];
  let value: Json | undefined = fields;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) value = value[/^\d+$/.test(part) ? Number(part) : -1];
    else if (isFields(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** What a mapping's right side gives for a record: the column's own value, or text. */
function mappedValue(fields: Fields, from: string): Json | undefined {
  const quoted = /^"(.*)"$/s.exec(from)?.[1];
  if (quoted !== undefined) return quoted;
  if (!from.includes('{{')) return valueAt(fields, from);
  const values = new Map(
    [...from.matchAll(placeholder)].map(([, path = '']) => [path, valueAt(fields, path)]),
  );
  if ([...values.values()].some((value) => value === undefined || value === null)) return undefined;
  const text = from.replace(placeholder, (_, path: string) => {
    const value = values.get(path);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
  return text.replaceAll('\\n', '\n');
}

/** The item that a mapping makes of a record. */
export function mapRecord(
  record: SourceRecord,
  mapping: FieldMapping,
  context: MapContext,
): Result<readonly Draft[]> {
  const value = (field: MappedField): Json | undefined =>
    mapping[field] === undefined ? undefined : mappedValue(record.fields, mapping[field]);
  const text = (field: MappedField): string | undefined => plainText(value(field));
  const input = text('input');
  if (input === undefined) return misshapen(record, `${mapping.input ?? 'input'} is missing or empty`);
  const asked = askedOf(record, input, mapping, value, context);
  if (!asked.ok) return asked;
  const time = parseTime(value('time'));
  const reference = text('answer');
  const split = splits.find((name) => name === text('split'));
  const optional: Partial<ItemDraft> = Object.fromEntries(
    (['id', 'system', 'stratum', 'band', 'cluster', 'source'] as const).flatMap((field) => {
      const given = text(field);
      return given === undefined ? [] : [[field, given]];
    }),
  );
  return success([
    {
      item: { ...optional, ...asked.data, ...(split === undefined ? {} : { split }) },
      ...(reference === undefined ? {} : { reference }),
      ...(time === undefined ? {} : { time }),
    },
  ]);
}

type Values = (field: MappedField) => Json | undefined;

function askedOf(
  record: SourceRecord,
  input: string,
  mapping: FieldMapping,
  value: Values,
  context: MapContext,
): Result<{ readonly input: string; readonly check: Check }> {
  const named = scorers.find((name) => name === mapping.scorer);
  const scorer = named ?? (mapping.options === undefined ? undefined : 'choice');
  if (scorer === 'choice') {
    const options = optionsOf(value('options'));
    if (options === undefined || options.length < 2 || options.length > 26) {
      return misshapen(record, 'the options are no list of 2 to 26 texts');
    }
    const answer = value('answer');
    const gold = goldPosition(answer, undefined) ?? options.indexOf(plainText(answer) ?? '');
    if (gold < 0 || gold >= options.length) return unanswered(record, 'the answer names none of the options');
    return success(choiceItem(input, options, gold, context.choiceBy));
  }
  const draft = checkDraft(scorer, value);
  if (draft === undefined)
    return unanswered(record, `there is nothing for the scorer ${scorer ?? '(by the answer)'} to go by`);
  const parsed = checkSchema.safeParse(draft);
  if (parsed.success) return success({ input, check: parsed.data });
  const { field, what } = firstIssue(parsed.error);
  return misshapen(record, `${field === '' ? 'the check' : field}: ${what}`);
}

/** A list, a JSON list in a cell, or texts between line ends, bars or semicolons. */
function optionsOf(value: Json | undefined): readonly string[] | undefined {
  const listed = listIn(value);
  if (listed !== undefined) return textsOf(listed.map((option) => plainText(option) ?? null));
  if (isFields(value)) return textsOf(value['text']) ?? textsOf(Object.values(value));
  if (typeof value !== 'string') return undefined;
  if (value.trim().startsWith('[')) {
    const parsed = parseJson(value, {});
    return parsed.ok ? optionsOf(parsed.data) : undefined;
  }
  const separator = ['\n', '|', ';'].find((character) => value.includes(character));
  return separator === undefined ? undefined : value.split(separator).map((option) => option.trim());
}

/** A value that may be JSON in a cell. */
function jsonOf(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value, {});
  return parsed.ok ? parsed.data : undefined;
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : typeof value === 'string' ? wholeNumber(value) : undefined;
}

/** The check as a record, for the schema to judge; undefined where what it needs is not there. */
function checkDraft(scorer: Exclude<ScorerName, 'choice'> | undefined, value: Values): unknown {
  const answer = value('answer');
  const text = plainText(answer);
  const texts = optionsOf(answer) ?? (text === undefined ? undefined : [text]);
  switch (scorer) {
    case undefined:
      return text === undefined ? undefined : likelyCheck(text);
    case 'exact':
    case 'f1':
      return answer === undefined || answer === null
        ? undefined
        : { kind: scorer, answer: Array.isArray(answer) ? answer : (text ?? '') };
    case 'numeric': {
      const tolerance = numberOf(value('tolerance'));
      const number = numberOf(answer);
      return number === undefined
        ? undefined
        : { kind: scorer, answer: number, ...(tolerance === undefined ? {} : { tolerance }) };
    }
    case 'rules':
    case 'contains':
      return texts === undefined ? undefined : { kind: 'rules', must_contain_all: texts };
    case 'required_facts': {
      const facts = jsonOf(value('facts')) ?? optionsOf(value('facts')) ?? texts;
      return facts === undefined ? undefined : { kind: scorer, facts };
    }
    case 'regex':
      return { kind: scorer, pattern: plainText(value('pattern')) ?? text };
    case 'json_schema':
      return { kind: scorer, schema: jsonOf(value('schema') ?? answer) };
    case 'json_equal':
      return { kind: scorer, answer: jsonOf(answer) };
    case 'tool_call':
      return { kind: scorer, calls: jsonOf(value('calls') ?? answer) };
    case 'code': {
      const entry = plainText(value('entry_point'));
      const language = plainText(value('language')) ?? 'python';
      return {
        kind: scorer,
        language,
        tests: value('tests'),
        ...(entry === undefined ? {} : { entry_point: entry }),
      };
    }
    case 'refusal':
      return { kind: scorer, expected: plainText(value('expected')) ?? text };
  }
}

/** The columns that a mapping may name, from the first records: dotted paths to what is no object. */
export function columnsOf(records: readonly Fields[]): readonly string[] {
  const columns = new Set<string>();
  const walk = (fields: Fields, path: string, depth: number): void => {
    for (const [name, value] of Object.entries(fields)) {
      const at = path === '' ? name : `${path}.${name}`;
      if (isFields(value) && depth < 3) walk(value, at, depth + 1);
      else columns.add(at);
    }
  };
  for (const fields of records) walk(fields, '', 0);
  return [...columns];
}

/** Said when a mapping names columns that no record has. Null when all are there. */
export function mappingFault(mapping: FieldMapping, records: readonly SourceRecord[]): Result<never> | null {
  for (const [field, from] of Object.entries(mapping)) {
    if (field === 'scorer' || from.startsWith('"')) continue;
    const paths = from.includes('{{')
      ? [...from.matchAll(placeholder)].map((match) => match[1] ?? '')
      : [from];
    const absent = paths.find((path) =>
      records.every((record) => valueAt(record.fields, path) === undefined),
    );
    const [first] = records;
    if (absent === undefined || first === undefined) continue;
    const columns = columnsOf(records.map((record) => record.fields));
    return failure(
      'usage',
      `${describePlace({ file: first.where.file ?? '' })}: no record has a column ${absent}.`,
      {
        next: `Use one of ${columns.slice(0, 30).join(', ')}.`,
      },
    );
  }
  return null;
}
