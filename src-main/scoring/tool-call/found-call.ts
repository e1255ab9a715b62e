/** A tool call as it was found in an output, whatever its spelling. */
import type { Json } from '../../contract/item.ts';
import type { Span } from '../../contract/output.ts';

/**
 * `json`: a value with a type. `text`: a spelling that leaves the type open (`<parameter=minutes>5</parameter>`).
 * `unread`: something that is no literal (a variable, a nested call).
 */
export type Argument =
  | { readonly as: 'json'; readonly value: Json }
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'unread'; readonly source: string };

export interface FoundCall extends Span {
  readonly name: string;
  readonly arguments: ReadonlyMap<string, Argument>;
  /** Arguments given by position only: nothing says which they are. */
  readonly unnamed: number;
}

/** Something that begins like a call and is none. */
export interface BrokenCall extends Span {
  readonly reason: string;
  /** The text ends inside it. */
  readonly cutOff: boolean;
}

export interface CallsRead {
  readonly calls: readonly FoundCall[];
  readonly broken: BrokenCall | null;
}

export function jsonArguments(value: { readonly [key: string]: Json }): Map<string, Argument> {
  return new Map(Object.entries(value).map(([key, inner]) => [key, { as: 'json', value: inner }]));
}

/** Namespaces that models put before a tool's name. */
export function bareName(name: string): string {
  return name.trim().replace(/^(?:functions?|tools?|default_api|multi_tool_use)[.:/]/u, '');
}

/** What a reader found at one place: calls, nothing of its kind, or something broken. */
export type ReadAt =
  | { readonly found: true; readonly calls: readonly FoundCall[]; readonly end: number }
  | { readonly found: false; readonly broken: BrokenCall | null };

export const nothing: ReadAt = { found: false, broken: null };

export function brokenAt(start: number, end: number, reason: string, cutOff: boolean): ReadAt {
  return { found: false, broken: { start, end, reason, cutOff } };
}
