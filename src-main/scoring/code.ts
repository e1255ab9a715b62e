/** Programs: what of an answer is run, and what the run says. Running it is the sandbox's part. */
import type { CheckOf } from '../contract/item.ts';
import type { FinishReason, Score, Span } from '../contract/output.ts';
import { failure, success } from '../contract/result.ts';
import { definitionOf, programBlock } from './code-blocks.ts';
import { asInSource } from './mapped-text.ts';
import { prepare, storedSpan } from './prepare.ts';
import type { Program, ProgramRun } from './program.ts';
import type { Scorable } from './registry.ts';
import { quoted, unread, verdict, type Scorer } from './scorer.ts';

type Check = CheckOf<'code'>;

/** Seconds that a program and its tests have, where the check says nothing: an interpreter in WebAssembly is slow. */
export const defaultTimeout = 10;
/** Seconds. */
const longestTimeout = 600;

const names = {
  python: /^[\p{L}_][\p{L}\p{N}_]*$/u,
  javascript: /^[\p{L}_$][\p{L}\p{N}_$]*$/u,
};

export const code: Scorer<'code'> = {
  kind: 'code',
  version: 2,
  validate({ language, tests, entry_point: entryPoint, timeout }) {
    if (tests.trim() === '')
      return failure('item_broken', 'The tests are empty: every program would pass them.', {
        next: 'Write tests that fail where the answer is wrong.',
        where: { field: 'check.tests' },
      });
    if (entryPoint !== undefined && !names[language].test(entryPoint))
      return failure('item_broken', `The entry point ${quoted(entryPoint)} is no name in ${language}.`, {
        next: 'Give the name of the function that the tests call.',
        where: { field: 'check.entry_point' },
      });
    if (timeout !== undefined && timeout > longestTimeout)
      return failure(
        'item_broken',
        `The tests may take ${timeout} seconds; at most ${longestTimeout} are allowed.`,
        {
          next: 'Make the tests quicker, or split them over several items.',
          where: { field: 'check.timeout' },
        },
      );
    return success(undefined);
  },
  reference: () => null,
  score(): Score {
    return { outcome: 'unsupported', value: null, reason: 'programs are run in a sandbox only' };
  },
};

export type Task =
  /** `cutOff`: the token limit may have ended the program in the middle of a line; only reading it can tell. */
  | { readonly run: true; readonly program: Program; readonly span: Span; readonly cutOff: boolean }
  /** There is nothing to run. */
  | { readonly run: false; readonly score: Score };

/** The program that an output answers with. Code is taken as it is written: NFKC would change its strings. */
export function taskOf(check: Check, { text, finish }: Scorable): Task {
  const answer = prepare(text);
  if (answer === null) return nothing(finish, 'the reasoning block is never closed, so there is no answer');
  const written = asInSource(answer, text);
  const { language, entry_point: entryPoint, prefix, tests } = check;
  const block = programBlock(written.text, language, entryPoint);
  const span = storedSpan(written, block.start, block.end);
  if (block.text.trim() === '') return nothing(finish, 'there is no code in the answer', span);
  // Neither interpreter takes one; in C it would end the text, and what is after it would never be read.
  if (block.text.includes('\0'))
    return { run: false, score: verdict(false, 'the code holds a NUL character', span) };
  if (!block.closed && finish === 'length') return nothing(finish, 'the block of code is not closed', span);
  const code = withPrefix(block.text, check.language, entryPoint, prefix);
  return {
    run: true,
    program: { code, tests, ...(entryPoint === undefined ? {} : { entryPoint }) },
    span,
    cutOff: !block.fenced && finish === 'length',
  };
}

function nothing(finish: FinishReason, reason: string, span?: Span): Task {
  return { run: false, score: unread(finish, reason, span) };
}

/**
 * The prefix is what the prompt showed. An answer that lacks the entry point goes on from it. One that has it still
 * gets what the prefix holds before it, as imports and functions to call, which the prompt told the model are there.
 */
function withPrefix(
  code: string,
  language: Check['language'],
  entryPoint: string | undefined,
  prefix: string | undefined,
): string {
  if (prefix === undefined || entryPoint === undefined) return code;
  if (definitionOf(code, entryPoint) === null)
    return `${prefix.replace(/\n[ \t]+$/u, '\n')}${joint(prefix)}${language === 'python' ? indented(code) : code}`;
  const defined = definitionOf(prefix, entryPoint);
  // Such an import must be the first line.
  if (defined === null || /^from __future__/mu.test(code)) return code;
  return `${prefix.slice(0, defined)}\n${code}`;
}

function joint(prefix: string): string {
  return /\n[ \t]*$/u.test(prefix) ? '' : '\n';
}

/**
 * The rest of a function as a chat model gives it, without the indentation that it has inside; or as it is left where
 * the white space before the answer was dropped, which is that of the first line alone.
 */
function indented(code: string): string {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  const [first = '', ...rest] = lines;
  if (indentOf(first) !== '') return code;
  const indents = rest.map(indentOf);
  const least = indents.toSorted((one, other) => one.length - other.length)[0];
  if (least === undefined || least === '' || opens(first, indents[0] === least))
    return code.replaceAll(/^(?=.*\S)/gmu, '    ');
  return code.replace(/^(?=.*\S)/mu, least.length < 4 ? least : '    ');
}

function indentOf(line: string): string {
  return /^[ \t]*/u.exec(line)?.[0] ?? '';
}

/**
 * Whether the lines after it are indented because they are inside of it. What follows a colon is inside, unless later
 * lines stand further out, which would be inside of nothing.
 */
function opens(line: string, isFollowedByOutermost: boolean): boolean {
  if (/:\s*(?:#.*)?$/u.test(line)) return isFollowedByOutermost;
  const isHeader = /^(?:if|for|while|with|async|try|def|class|match)\b/u.test(line);
  return isHeader && line.split(/[([{]/u).length > line.split(/[)\]}]/u).length;
}

/** What the run says of the answer. */
export function scoreOfRun(
  { entry_point: entryPoint }: Check,
  run: ProgramRun,
  { span, cutOff }: Pick<Task & { readonly run: true }, 'span' | 'cutOff'>,
): Score {
  const what = run.message === '' ? '' : `: ${run.message}`;
  switch (run.ending) {
    case 'passed':
      return verdict(true, 'the tests pass', span);
    case 'tests_failed':
      return verdict(false, `a test fails${what}`, span);
    case 'code_failed':
      if (cutOff && /^(?:Syntax|Indentation|Tab)Error\b/u.test(run.message))
        return unread('length', `the code cannot be read${what}`, span);
      return verdict(false, `the code fails before any test${what}`, span);
    case 'no_entry_point':
      return verdict(false, `the code does not define ${entryPoint ?? 'the entry point'}`, span);
  }
}

/** Ended from outside: by the clock, or with the whole interpreter. */
export function scoreOfEnd(words: string, span: Span): Score {
  return verdict(false, words, span);
}
