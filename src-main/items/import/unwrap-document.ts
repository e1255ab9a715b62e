/** From a document that is read whole to its records: its elements, the list inside it, or itself. */
import type { Json } from '../../contract/item.ts';
import type { Result } from '../../contract/result.ts';
import { isFields, toRecord, type Fields, type SourceRecord } from './source-record.ts';

/** Members that hold a data set's rows, in the order of how sure that is. */
const listNames = [
  'examples',
  'items',
  'data',
  'rows',
  'questions',
  'records',
  'tasks',
  'instances',
] as const;

/** The records of one document, numbered from `firstRow`. */
export function unwrapDocument(value: Json, file: string, firstRow = 1): Result<SourceRecord>[] {
  if (Array.isArray(value)) {
    return value.map((element, index) => toRecord(element, { file, row: firstRow + index }));
  }
  if (isFields(value)) {
    if (isSuite(value)) return [toRecord(value, { file, row: firstRow })];
    if (isInspectLog(value)) return inspectSamples(value, file, firstRow);
    for (const name of listNames) {
      const list = value[name];
      if (Array.isArray(list) && list.length > 0 && list.every(isFields)) {
        return list.map((element, index) => toRecord(element, { file, row: firstRow + index }));
      }
    }
  }
  return [toRecord(value, { file, row: firstRow })];
}

/** A hand-written suite: categories, or tests beside settings that hold for all of them. */
export function isSuite(value: Fields): boolean {
  return Array.isArray(value['categories']) || isFields(value['categories']) || Array.isArray(value['tests']);
}

/** An EvalLog of inspect_ai: what it was run on, and its samples. */
function isInspectLog(value: Fields): boolean {
  return (
    isFields(value['eval']) && typeof value['version'] === 'number' && typeof value['status'] === 'string'
  );
}

function inspectSamples(log: Fields, file: string, firstRow: number): Result<SourceRecord>[] {
  const header = inspectHeader(log);
  const samples = Array.isArray(log['samples']) ? log['samples'] : [];
  return samples.map((sample, index) =>
    toRecord(isFields(sample) ? { ...sample, log: header } : sample, { file, row: firstRow + index }),
  );
}

/** What of a log's header its samples are read with, under the name `log`. */
export function inspectHeader(log: Fields): Json {
  const run = isFields(log['eval']) ? log['eval'] : {};
  return {
    task: run['task'] ?? null,
    model: run['model'] ?? null,
    created: run['created'] ?? null,
    status: log['status'] ?? null,
  };
}
