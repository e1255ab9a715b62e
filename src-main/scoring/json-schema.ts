/** JSON that satisfies a schema. */
import type { CheckOf, Json } from '../contract/item.ts';
import type { Score } from '../contract/output.ts';
import { failure, success } from '../contract/result.ts';
import { findJson, wholeJson, type JsonKind } from './json-found.ts';
import { scanJson } from './json-scan.ts';
import { storedSpan } from './prepare.ts';
import { sampleOf } from './schema-sample.ts';
import { compileSchema, type Validator } from './schema-validator.ts';
import { unread, verdict, type Scorer } from './scorer.ts';

export const jsonSchema: Scorer<'json_schema'> = {
  kind: 'json_schema',
  version: 1,
  validate(check) {
    const compiled = compileSchema(check.schema);
    if (compiled.ok) return success(undefined);
    return failure('item_broken', `The schema cannot be used: ${compiled.reason}.`, {
      next: 'Mend the schema; references must lead to a part of the same schema.',
      where: { field: 'check.schema' },
    });
  },
  reference(check) {
    const compiled = compileSchema(check.schema);
    if (!compiled.ok) return null;
    const sample = sampleOf(check.schema, compiled.validator);
    return sample === undefined ? null : JSON.stringify(sample);
  },
  score(check, { answer, finish, stored }): Score {
    const compiled = compileSchema(check.schema);
    if (!compiled.ok) {
      return { outcome: 'unsupported', value: null, reason: `the schema cannot be used: ${compiled.reason}` };
    }
    const found = check.strict === true ? wholeJson(answer.text) : findJson(answer.text, expectedKind(check));
    if (!found.ok) {
      const strictly = check.strict === true ? '; strict takes JSON that is the whole answer' : '';
      const near = found.near && storedSpan(answer, found.near.start, found.near.end);
      return unread(finish, `${found.reason}${strictly}`, near);
    }
    const { value, start, end, where } = found.data;
    const span = storedSpan(answer, start, end);
    const wrong = compiled.validator(value);
    const right = wrong === null || isValidAsWritten(stored.slice(span.start, span.end), compiled.validator);
    return verdict(right, `read ${where}: ${right ? 'satisfies the schema' : wrong}`, span);
  },
};

/** A schema may name a character that NFKC changes (`m²`), or count characters. */
function isValidAsWritten(written: string, validator: Validator): boolean {
  const scan = scanJson(written, 0);
  return scan.ok && scan.end === written.length && validator(JSON.parse(written) as Json) === null;
}

function expectedKind(check: CheckOf<'json_schema'>): JsonKind | null {
  const { schema } = check;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null;
  const type: Json | undefined = schema['type'];
  if (type === 'object' || type === 'array') return type;
  return type === undefined && ('properties' in schema || 'required' in schema) ? 'object' : null;
}
