/** JSON that satisfies a schema. */
import type { CheckOf, Json } from '../contract/item.ts';
import type { Score } from '../contract/output.ts';
import { failure, success } from '../contract/result.ts';
import { jsonOf } from './answer-json.ts';
import { jsonInCompatibilityForm } from './json-equality.ts';
import { findJson, wholeJson, type JsonKind } from './json-found.ts';
import { sampleOf } from './schema-sample.ts';
import { compileSchema } from './schema-validator.ts';
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
  score(check, answer): Score {
    const compiled = compileSchema(check.schema);
    if (!compiled.ok) {
      return { outcome: 'unsupported', value: null, reason: `the schema cannot be used: ${compiled.reason}` };
    }
    const strict = check.strict === true;
    const found = jsonOf(answer, (text) => (strict ? wholeJson(text) : findJson(text, expectedKind(check))));
    if (!found.ok) {
      const more = strict ? '; strict takes JSON that is the whole answer' : '';
      return unread(answer.finish, `${found.reason}${more}`, found.span);
    }
    const wrong = compiled.validator(found.value);
    // An `enum` may hold a composed letter where the answer has a decomposed one.
    const right = wrong === null || compiled.validator(jsonInCompatibilityForm(found.value)) === null;
    return verdict(right, `read ${found.where}: ${right ? 'satisfies the schema' : wrong}`, found.span);
  },
};

function expectedKind(check: CheckOf<'json_schema'>): JsonKind | null {
  const { schema } = check;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null;
  const type: Json | undefined = schema['type'];
  if (type === 'object' || type === 'array') return type;
  return type === undefined && ('properties' in schema || 'required' in schema) ? 'object' : null;
}
