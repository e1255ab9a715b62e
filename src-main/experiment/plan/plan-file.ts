/** Reads a plan file: YAML to a checked value, with the line of whatever is wrong. Pure: the text is an argument. */
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { failure, success, type Result } from '../../contract/result.ts';
import { planFileSchema, type PlanFile } from './plan-schema.ts';

/** Problems beside the first that are told. */
const mostTold = 20;

/**
 * @param text the file's content
 * @param file its path, for messages
 * @returns the plan as written, defaults filled in; or `plan_invalid` with the line and the key of the first problem, and
 *   whatever else is wrong in its detail
 */
export function parsePlanFile(text: string, file: string): Result<PlanFile> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const broken = document.errors[0];
  if (broken) {
    const line = lines.linePos(broken.pos[0]).line;
    const reason = broken.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? 'not YAML';
    return invalid(file, line, undefined, `is not valid YAML: ${reason}`);
  }
  const value = toValue(document);
  if (value === undefined) return invalid(file, undefined, undefined, 'repeats itself without end (aliases)');
  if (value === null) return invalid(file, undefined, undefined, 'is empty');
  if (!isMap(document.contents))
    return invalid(file, undefined, undefined, 'has no keys: each line of it is a key, a colon and a value');
  const parsed = planFileSchema.safeParse(value, { reportInput: true });
  if (parsed.success) return success(parsed.data);
  const [first, ...others] = parsed.error.issues.flatMap(describe);
  if (!first) return invalid(file, undefined, undefined, 'does not fit the plan format');
  const found = ({ path, words }: Problem) => invalid(file, lineOf(document, lines, path), path, words);
  const { error } = found(first);
  if (others.length === 0) return { ok: false, error };
  const rest = others.slice(0, mostTold).map((problem) => found(problem).error.message);
  const untold = others.length - rest.length;
  const detail = ['Wrong as well:', ...rest, ...(untold === 0 ? [] : [`and ${untold} more`])].join('\n');
  return { ok: false, error: { ...error, detail } };
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function invalid(file: string, line: number | undefined, path: PropertyKey[] | undefined, words: string) {
  const field = path?.length ? path.map(String).join('.') : undefined;
  const place = line === undefined ? file : `${file}, line ${line}`;
  return failure('plan_invalid', `${place}: ${field ? `${field} ` : 'the plan '}${words}.`, {
    next: 'Correct the plan file and run it again; docs/file-formats.md lists every key.',
    where: { file, ...(line === undefined ? {} : { line }), ...(field ? { field } : {}) },
  });
}

interface Problem {
  readonly path: PropertyKey[];
  readonly words: string;
}

/** A zod issue in words a person can act on, and the path of the key that it is about: one for each unknown key. */
function describe(issue: z.core.$ZodIssue): readonly Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key], words: 'is not a key that a plan has' }));
  // A key without a value is null in YAML.
  if (issue.code === 'invalid_type' && (issue.input ?? null) === null)
    return [{ path: issue.path, words: 'is missing' }];
  // Of a name that is refused the rule stands inside.
  const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
  return [{ path: issue.path, words: `is wrong: ${message.replace(/^Invalid input: /, '')}` }];
}

/** The line of the deepest part of `path` that the document has. */
function lineOf(document: Document, lines: LineCounter, path: PropertyKey[]): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === step);
    if (!pair) break;
    if (isScalar(pair.key) && pair.key.range) offset = pair.key.range[0];
    node = pair.value;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}
