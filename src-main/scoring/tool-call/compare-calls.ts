/** Whether the calls that were found are the calls that were expected. */
import type { CheckOf, Json, ToolCall } from '../../contract/item.ts';
import { inCompatibilityForm } from '../compatibility-form.ts';
import { jsonEqual, jsonInCompatibilityForm } from '../json-equality.ts';
import { scanJson } from '../json-scan.ts';
import { bareName, type Argument, type FoundCall } from './found-call.ts';
import { readValue } from './python-literal.ts';

export interface ExpectedCall {
  readonly name: string;
  readonly arguments: ReadonlyMap<string, Json>;
}

export function expectedCalls(calls: readonly ToolCall[]): ExpectedCall[] {
  return calls.map((call) => ({
    name: inCompatibilityForm(call.name),
    arguments: new Map(
      Object.entries(call.arguments).map(([key, value]) => [
        inCompatibilityForm(key),
        jsonInCompatibilityForm(value),
      ]),
    ),
  }));
}

/** The call with its strings in the form in which the expected ones are. */
function inForm(call: FoundCall): FoundCall {
  const members = [...call.arguments].map(([key, argument]): [string, Argument] => {
    if (argument.as === 'json') {
      return [inCompatibilityForm(key), { as: 'json', value: jsonInCompatibilityForm(argument.value) }];
    }
    if (argument.as === 'unread') return [inCompatibilityForm(key), argument];
    return [inCompatibilityForm(key), { as: 'text', text: inCompatibilityForm(argument.text) }];
  });
  return { ...call, name: inCompatibilityForm(call.name), arguments: new Map(members) };
}

/** null: exactly the expected calls. Else the first difference, in words. */
export function differenceOfCalls(
  check: CheckOf<'tool_call'>,
  expected: readonly ExpectedCall[],
  given: readonly FoundCall[],
): string | null {
  const subset = check.match === 'subset';
  const found = given.map(inForm);
  if (found.length !== expected.length) {
    const names = found.map((call) => call.name).join(', ');
    return `expected ${count(expected.length)}, got ${count(found.length)}: ${names}`;
  }
  if (check.order !== false) {
    for (const [index, call] of expected.entries()) {
      const other = found[index];
      const difference = other ? differenceOfCall(call, other, subset) : 'a call is missing';
      if (difference !== null)
        return expected.length > 1 ? `call ${String(index + 1)}: ${difference}` : difference;
    }
    return null;
  }
  const lonely = unmatched(expected, found, subset);
  if (lonely === null) return null;
  const sameName = found.find((call) => sameTool(lonely, call));
  const why = sameName ? differenceOfCall(lonely, sameName, subset) : null;
  return `no call is the expected ${lonely.name}${why === null ? '' : ` (${why})`}`;
}

/** With `subset`, more arguments than expected are no difference. */
function differenceOfCall(expected: ExpectedCall, found: FoundCall, subset: boolean): string | null {
  if (!sameTool(expected, found)) return `expected a call of ${expected.name}, got ${found.name}`;
  if (found.unnamed > 0) return `${expected.name} has arguments without names`;
  for (const [key, value] of expected.arguments) {
    const given = found.arguments.get(key);
    if (given === undefined) return `${expected.name} lacks ${key}`;
    if (!isEqual(value, given))
      return `${expected.name}: ${key} is ${shown(given)}, expected ${short(value)}`;
  }
  if (subset) return null;
  const extra = [...found.arguments.keys()].find((key) => !expected.arguments.has(key));
  return extra === undefined ? null : `${expected.name} has ${extra}, which is not expected`;
}

function sameTool(expected: ExpectedCall, found: FoundCall): boolean {
  return found.name === expected.name || found.name === bareName(expected.name);
}

function isEqual(expected: Json, given: Argument): boolean {
  if (given.as === 'json') return jsonEqual(expected, given.value);
  if (given.as === 'unread') return false;
  if (typeof expected === 'string') return given.text === expected || decodedText(given.text) === expected;
  const value = decodedText(given.text);
  return value !== undefined && jsonEqual(expected, value);
}

/** A text without a type as JSON, or as a Python literal: `5`, `true`, `True`, `["a"]`, `"Oslo"`. */
function decodedText(text: string): Json | undefined {
  const bare = text.trim();
  const scan = scanJson(bare, 0);
  if (scan.ok && scan.end === bare.length) return JSON.parse(bare) as Json;
  const python = readValue(bare, 0, 0);
  return python.ok && python.end === bare.length && python.data.as === 'json' ? python.data.value : undefined;
}

/** An expected call without a partner in the best pairing (augmenting paths); null where all have one. */
function unmatched(
  expected: readonly ExpectedCall[],
  found: readonly FoundCall[],
  subset: boolean,
): ExpectedCall | null {
  const fits = expected.map((call) => found.map((other) => differenceOfCall(call, other, subset) === null));
  const partner = new Map<number, number>();
  const place = (index: number, seen: Set<number>): boolean => {
    for (const [other, fit] of (fits[index] ?? []).entries()) {
      if (!fit || seen.has(other)) continue;
      seen.add(other);
      const holder = partner.get(other);
      if (holder === undefined || place(holder, seen)) {
        partner.set(other, index);
        return true;
      }
    }
    return false;
  };
  for (const [index, call] of expected.entries()) if (!place(index, new Set())) return call;
  return null;
}

function count(calls: number): string {
  return calls === 1 ? '1 call' : `${String(calls)} calls`;
}

function shown(argument: Argument): string {
  if (argument.as === 'json') return short(argument.value);
  return argument.as === 'text' ? short(argument.text) : `${argument.source.slice(0, 40)} (no plain value)`;
}

function short(value: Json): string {
  const written = JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 57)}…` : written;
}
