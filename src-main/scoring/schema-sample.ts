/** A small value that satisfies a schema, where one is easily made: shown as the right answer when a check is tried. */
import type { Json } from '../contract/item.ts';
import type { Validator } from './schema-validator.ts';

type Schema = { readonly [key: string]: Json };

const depthLimit = 12;

/** @returns undefined where the simple attempts fail; whatever comes back is valid */
export function sampleOf(schema: Json, validator: Validator): Json | undefined {
  const attempts = [...named(schema), make(schema, schema, 0)];
  return attempts.find((value): value is Json => value !== undefined && validator(value) === null);
}

/** Values that the schema itself names. */
function named(schema: Json | undefined): Json[] {
  if (!isSchema(schema)) return [];
  const { examples, enum: choices } = schema;
  return [
    ...(Array.isArray(examples) ? examples : []),
    ...('default' in schema ? [schema['default'] ?? null] : []),
    ...('const' in schema ? [schema['const'] ?? null] : []),
    ...(Array.isArray(choices) ? choices : []),
  ];
}

function make(schema: Json | undefined, root: Json, depth: number): Json | undefined {
  if (schema === true) return null;
  if (!isSchema(schema) || depth > depthLimit) return undefined;
  const [given] = named(schema);
  if (given !== undefined) return given;
  const reference = schema['$ref'];
  if (typeof reference === 'string') return make(resolve(reference, root), root, depth + 1);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const branches = schema[key];
    if (Array.isArray(branches)) return make(merged(schema, branches[0], key), root, depth + 1);
  }
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type ?? ('properties' in schema || 'required' in schema ? 'object' : undefined)) {
    case 'object':
      return makeObject(schema, root, depth);
    case 'array':
      return makeArray(schema, root, depth);
    case 'string':
      return 'text'.padEnd(numberAt(schema, 'minLength') ?? 0, 'x').slice(0, numberAt(schema, 'maxLength'));
    case 'integer':
    case 'number':
      return makeNumber(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function makeObject(schema: Schema, root: Json, depth: number): Json | undefined {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members: [string, Json][] = [];
  for (const key of required) {
    if (typeof key !== 'string') return undefined;
    const value = make(Object.hasOwn(properties, key) ? properties[key] : true, root, depth + 1);
    if (value === undefined) return undefined;
    members.push([key, value]);
  }
  return Object.fromEntries(members);
}

function makeArray(schema: Schema, root: Json, depth: number): Json | undefined {
  const count = Math.min(numberAt(schema, 'minItems') ?? 0, 100);
  const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
  const items = Array.from({ length: count }, (_, index) =>
    make(first[index] ?? schema['items'] ?? true, root, depth + 1),
  );
  return items.every((item) => item !== undefined) ? items : undefined;
}

function makeNumber(schema: Schema): number {
  const step = numberAt(schema, 'multipleOf') ?? 1;
  const low = numberAt(schema, 'minimum') ?? (numberAt(schema, 'exclusiveMinimum') ?? 0) + step;
  const high = numberAt(schema, 'maximum');
  const value = Math.ceil(low / step) * step;
  return high !== undefined && value > high ? high : value;
}

/** The branch with what stands beside it. */
function merged(schema: Schema, branch: Json | undefined, without: string): Json {
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== without));
  return isSchema(branch) ? { ...rest, ...branch } : rest;
}

/** Local references only: `#`, `#/$defs/name`. */
function resolve(reference: string, root: Json): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const step of reference.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isSchema(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

function numberAt(schema: Schema, key: string): number | undefined {
  const value = schema[key];
  return typeof value === 'number' ? value : undefined;
}

function isSchema(value: Json | undefined): value is Schema & { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
