/** What the editor of hand-written items says. Pure. */
import type {
  CheckTrial,
  FormKind,
  FormProblem,
  SliceItem,
  SliceSummary,
} from '../../../src-main/contract/calls/slices.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';

/** How a field of a check is typed: one entry a line, a text, JSON, a program, on or off, one of a few. */
export interface CheckField {
  readonly field: string;
  readonly word: string;
  readonly about: string;
  readonly look: 'lines' | 'text' | 'json' | 'code' | 'flag' | 'choose';
  /** Of `choose`; the first is what an empty field means. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

const answers: CheckField = {
  field: 'answer',
  word: 'Right answer',
  about: 'one a line where several are right',
  look: 'lines',
};

const extracts = [
  { value: 'auto', label: 'after a marker such as “Answer:”, else the last' },
  { value: 'first', label: 'the first' },
  { value: 'last', label: 'the last' },
];

/** The form of each kind of check. */
export const checkFields: Readonly<Record<FormKind, readonly CheckField[]>> = {
  exact: [
    answers,
    { field: 'as_it_is', word: 'Letter for letter', about: 'capitals, spaces and marks count', look: 'flag' },
  ],
  numeric: [
    { field: 'answer', word: 'Right number', about: 'such as 1250.5', look: 'text' },
    { field: 'tolerance', word: 'Tolerance', about: 'empty: 0.000001', look: 'text' },
    { field: 'relative', word: 'Relative tolerance', about: '0.01 is 1 % of the number', look: 'text' },
    {
      field: 'extract',
      word: 'Which number counts',
      about: 'where the answer has several',
      look: 'choose',
      options: extracts,
    },
  ],
  choice: [
    {
      field: 'options',
      word: 'Options',
      about: 'one a line, as they stand in the question',
      look: 'lines',
    },
    { field: 'letter', word: 'Right letter', about: 'A is the first option', look: 'text' },
  ],
  json_schema: [
    { field: 'schema', word: 'Schema', about: 'JSON Schema, draft 7 or 2020-12', look: 'json' },
    { field: 'strict', word: 'Nothing but JSON', about: 'no text around it', look: 'flag' },
  ],
  json_equal: [
    { field: 'json', word: 'Right value', about: 'JSON; the order of keys is free', look: 'json' },
    { field: 'partial', word: 'Part marks', about: 'the share of equal fields', look: 'flag' },
  ],
  tool_call: [
    {
      field: 'calls',
      word: 'Expected calls',
      about: 'a list of {"name": …, "arguments": {…}}',
      look: 'json',
    },
    { field: 'any_order', word: 'Any order', about: 'of several calls', look: 'flag' },
    { field: 'more_arguments', word: 'More arguments allowed', about: 'beside the expected', look: 'flag' },
  ],
  required_facts: [
    {
      field: 'facts',
      word: 'Facts',
      about: 'one a line; other words for the same with | between',
      look: 'lines',
    },
  ],
  rules: [
    { field: 'must_contain_all', word: 'Must contain all of', about: 'one a line', look: 'lines' },
    { field: 'must_contain_one_of', word: 'Must contain one of', about: 'one a line', look: 'lines' },
    { field: 'must_not_contain', word: 'Must not contain', about: 'one a line', look: 'lines' },
  ],
  f1: [answers],
  refusal: [
    {
      field: 'expected',
      word: 'The model should',
      about: 'told by the words in which models refuse',
      look: 'choose',
      options: [
        { value: 'refuse', label: 'refuse' },
        { value: 'answer', label: 'answer' },
      ],
    },
  ],
  regex: [
    { field: 'pattern', word: 'Pattern', about: 'a regular expression of JavaScript', look: 'text' },
    { field: 'flags', word: 'Flags', about: 'such as i for any case, m for every line', look: 'text' },
    {
      field: 'group',
      word: 'Right answer',
      about: 'what group 1, the first brackets, must be; empty: a match is enough',
      look: 'text',
    },
  ],
  code: [
    {
      field: 'language',
      word: 'Language',
      about: 'of the answer and the tests',
      look: 'choose',
      options: [
        { value: 'python', label: 'Python' },
        { value: 'javascript', label: 'JavaScript' },
      ],
    },
    {
      field: 'tests',
      word: 'Tests',
      about: 'run after the answer; they throw where it is wrong',
      look: 'code',
    },
    { field: 'entry_point', word: 'Entry point', about: 'the function that the tests call', look: 'text' },
    {
      field: 'prefix',
      word: 'Code in the prompt',
      about: 'put before an answer that goes on from it',
      look: 'code',
    },
    { field: 'timeout', word: 'Seconds', about: 'that the tests may take; empty: 10', look: 'text' },
  ],
};

/** What a kind of check does, in a line. */
export const kindWords: Readonly<Record<FormKind, string>> = {
  exact: 'the whole answer, word for word',
  numeric: 'the number in the answer',
  choice: 'the letter or text of an option',
  json_schema: 'JSON that satisfies a schema',
  json_equal: 'JSON that equals a value',
  tool_call: 'the expected tool calls and no others',
  required_facts: 'the share of facts that are named',
  rules: 'phrases that must and must not be there',
  f1: 'words in common; shows change, not quality',
  refusal: 'a refusal, or none',
  regex: 'a pattern that matches',
  code: 'a program that passes tests',
};

/** Problems of a field. */
export function problemsOf(problems: readonly FormProblem[], field: string): readonly FormProblem[] {
  return problems.filter((one) => one.field === field);
}

/** "Line 3: …" where there is a line. */
export function problemWords({ line, message }: FormProblem): string {
  return line === null ? message : `Line ${line}: ${message}`;
}

/** What the scorer said to the tried answer: the outcome first. */
export function trialWords({ score, problems }: CheckTrial): string {
  if (score === null) return problems.length === 0 ? '' : 'The check is not finished; nothing is scored yet.';
  const { outcome, value, reason } = score;
  const said =
    outcome === 'scored' && value !== null ? `Scores ${scoreText(value)}` : `Not scored: ${outcome}`;
  return `${said}. ${sentence(reason)}`;
}

/** 1, 0, or two decimals. */
function scoreText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function sentence(text: string): string {
  const start = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.…”]$/.test(start) && !start.endsWith('”') ? start : `${start}.`;
}

/** The answer before, in and behind what the scorer read. */
export function readPieces(
  answer: string,
  span: { readonly start: number; readonly end: number } | null,
): readonly [string, string, string] {
  if (span === null) return [answer, '', ''];
  return [answer.slice(0, span.start), answer.slice(span.start, span.end), answer.slice(span.end)];
}

/** Whether all that was typed is kept. */
export function savingWords({
  unsaved,
  failing,
}: {
  readonly unsaved: boolean;
  readonly failing: boolean;
}): string {
  if (failing) return 'Not saved yet. It is sent again by itself.';
  return unsaved ? 'Saving.' : 'Saved.';
}

/** The line of an item in the list: the last turn of the user. */
export function itemPreview({ messages }: SliceItem): string {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}

export function countWords(items: number, unfinished: number): string {
  const all = `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;
  return unfinished === 0 ? all : `${all}, ${formatCount(unfinished)} unfinished`;
}

/** A name that no slice has yet. */
export function freeName(slices: readonly SliceSummary[]): string {
  const taken = new Set(slices.map(({ name }) => name));
  const base = 'Hand-written items';
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

/** Who speaks after this one. */
export function nextRole(messages: SliceItem['messages']): SliceItem['messages'][number]['role'] {
  return messages.at(-1)?.role === 'user' ? 'assistant' : 'user';
}
