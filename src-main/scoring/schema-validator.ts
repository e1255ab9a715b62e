/** JSON Schema through Ajv: drafts 6, 7, 2019-09 and 2020-12. Nothing is ever fetched. */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import type { Json } from '../contract/item.ts';

/** The first thing wrong with a value, in words; null where it is valid. */
export type Validator = (value: Json) => string | null;

export type CompiledSchema =
  { readonly ok: true; readonly validator: Validator } | { readonly ok: false; readonly reason: string };

const draft = /^https?:\/\/json-schema\.org\/draft(?:\/|-)([\w-]+)\/schema#?$/u;

const compiled = new WeakMap<object, CompiledSchema>();

/** Compiled once per schema object. Never throws. */
export function compileSchema(schema: Json): CompiledSchema {
  if (typeof schema !== 'object' || schema === null) return compile(schema);
  const known = compiled.get(schema);
  if (known) return known;
  const result = compile(schema);
  compiled.set(schema, result);
  return result;
}

function compile(schema: Json): CompiledSchema {
  if (typeof schema === 'boolean') return { ok: true, validator: () => (schema ? null : 'nothing is valid') };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return { ok: false, reason: 'a schema is an object, or true or false' };
  }
  const ajv = ajvFor(schema);
  if (typeof ajv === 'string') return { ok: false, reason: ajv };
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  } finally {
    // Ajv keeps every schema and its $id for good; two items may use one $id for different schemas.
    ajv.removeSchema(schema);
  }
  if ('$async' in validate) return { ok: false, reason: 'asynchronous schemas ($async) are not supported' };
  return probe((value) => (validate(value) ? null : firstError(validate.errors)));
}

const options: Options = {
  // Schemas from the wild carry keywords of other dialects; formats are annotations, as in draft 2020-12.
  strict: false,
  validateFormats: false,
  logger: false,
  code: { regExp: Object.assign(wildPattern, { code: 'new RegExp' }) },
};

/** Patterns in the wild are often not valid in Unicode mode (`\_`, `\-`): those get the older reading. */
function wildPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/** What the dialects of Ajv have in common. */
type Compiler = Pick<Ajv, 'compile' | 'removeSchema'>;

const instances = new Map<string, Compiler>();

function ajvFor(schema: Json): Compiler | string {
  const named =
    typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema['$schema'] : undefined;
  if (named !== undefined && typeof named !== 'string') return '$schema must be a string';
  const version = named === undefined ? '07' : draft.exec(named)?.[1];
  if (version === undefined)
    return `the dialect ${named ?? ''} is not one of draft 6, draft 7, 2019-09 and 2020-12`;
  const known = instances.get(version);
  if (known) return known;
  const made = make(version);
  if (!made) return `draft ${version} is too old; write the schema in draft 7 or 2020-12`;
  instances.set(version, made);
  return made;
}

function make(version: string): Compiler | null {
  if (version === '2020-12') return new Ajv2020(options);
  if (version === '2019-09') return new Ajv2019(options);
  if (version === '07') return new Ajv(options);
  if (version !== '06') return null;
  const ajv = new Ajv(options);
  ajv.addMetaSchema(draft6);
  return ajv;
}

/** A schema can refer to itself without end; that shows on the first value of the right type. */
function probe(validator: Validator): CompiledSchema {
  try {
    for (const value of [null, true, 0, '', [], {}, [{}], { a: [] }] satisfies Json[]) validator(value);
    return { ok: true, validator };
  } catch (error) {
    const endless = error instanceof RangeError;
    return { ok: false, reason: endless ? 'the schema refers to itself without end' : reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const missing = /can't resolve reference (\S+)/u.exec(message)?.[1];
  if (missing === undefined) return message;
  const remote = /^[a-z][\w+.-]*:/iu.test(missing);
  return `the reference ${missing} is not in the schema${remote ? ', and nothing is fetched from elsewhere' : ''}`;
}

function firstError(errors: readonly ErrorObject[] | null | undefined): string {
  const error = errors?.[0];
  if (!error) return 'not valid';
  const place = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')}: `;
  const detail =
    error.keyword === 'additionalProperties'
      ? ` (${String(error.params['additionalProperty'])})`
      : error.keyword === 'enum'
        ? ` (${JSON.stringify(error.params['allowedValues']).slice(0, 100)})`
        : '';
  return `${place}${error.message ?? 'not valid'}${detail}`;
}
