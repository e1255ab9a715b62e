/** From a judge's answer to a grade, or to the reason why there is none. */
import type { CheckOf, Json } from '../../contract/item.ts';
import type { FinishReason, Score } from '../../contract/output.ts';
import { jsonIn } from '../json-found.ts';
import { preparationVersion, prepare } from '../prepare.ts';
import { quoted, scored, unread } from '../scorer.ts';
import type { Scorable } from '../registry.ts';
import { gradeName, inJudgeForm } from './form.ts';
import { gradesOf, placeOfGrade, valueOfGrade } from './scale.ts';

/** Raised by every change here that can change a grade. */
const readingVersion = 2;

/** Characters of a judge's reasons that stand in a score. */
const longestReasons = 600;

/** What is read of a judge's answer about one output. */
export interface JudgeAnswer {
  readonly text: string;
  readonly finish: FinishReason;
  /** Why no answer came, in words, where finish is `error`. */
  readonly error?: string;
}

export type GradeRead =
  | { readonly ok: true; readonly place: number; readonly reasons: string }
  | { readonly ok: false; readonly reason: string };

/** Names the reading and the judge: a score that another judge gave is out of date. */
export function judgeScorerVersion(judgeHash: string): string {
  return `judge/${preparationVersion}.${readingVersion}/${judgeHash.slice(0, 16)}`;
}

/** What of an output a judge reads; or the score that it has without being judged. */
export function judgedText(output: Scorable): { readonly text: string } | { readonly score: Score } {
  if (output.finish === 'overlong')
    return {
      score: {
        outcome: 'overlong',
        value: null,
        reason: 'the prompt does not fit the context; nothing was generated',
      },
    };
  if (output.finish === 'error')
    return { score: { outcome: 'failed', value: null, reason: 'no answer came' } };
  const answer = prepare(output.text);
  if (answer === null)
    return { score: unread(output.finish, 'the reasoning block is never closed, so there is no answer') };
  const text = answer.text.trim();
  return text === '' ? { score: unread(output.finish, 'the answer is empty') } : { text };
}

/**
 * The score of an output by what a judge said of it.
 *
 * @param judgement null: it was not judged yet
 */
export function scoreJudged(check: CheckOf<'judge'>, output: Scorable, judgement: JudgeAnswer | null): Score {
  const judged = judgedText(output);
  if ('score' in judged) return judged.score;
  if (judgement === null) return judgeError('it was not judged yet');
  const grade = readGrade(check, judgement);
  if (!grade.ok) return judgeError(grade.reason);
  const grades = gradesOf(check.scale);
  const said = grade.reasons === '' ? '' : `: “${shortened(grade.reasons)}”`;
  return scored(
    valueOfGrade(grade.place, grades),
    `the judge's grade is ${grades[grade.place] ?? ''}${said}`,
  );
}

/** The grade in a judge's answer. The text may be JSON alone, or prose with JSON after it, fenced or not. */
export function readGrade(check: CheckOf<'judge'>, answer: JudgeAnswer): GradeRead {
  return readWord(answer, gradeName, gradesOf(check.scale), 'grade of the scale');
}

/**
 * The word of a judge's answer: JSON alone with that key, or else the last such JSON, after prose or not, in a fence or
 * not.
 *
 * @param key in lower case; it is also how the word is called
 * @param words what the word can be
 * @param known what each of them is called
 * @returns the word's place among them, and the reasons for it
 */
export function readWord(
  answer: JudgeAnswer,
  key: string,
  words: readonly string[],
  known: string,
): GradeRead {
  // Marks of reasoning inside of its texts are words like others.
  const formed = inJudgeForm(answer.text, key);
  const place = formed && placeOfGrade(formed.value, words);
  if (formed && typeof place === 'number') return { ok: true, place, reasons: formed.reasons };
  return lastWord(answer, key, words, known);
}

function lastWord(
  { text, finish, error }: JudgeAnswer,
  key: string,
  words: readonly string[],
  known: string,
): GradeRead {
  if (finish === 'error') return none(`the judge gave no answer${error === undefined ? '' : `: ${error}`}`);
  if (finish === 'overlong') return none("the judge's prompt does not fit its context");
  const prepared = prepare(text);
  if (prepared === null) return none(`the judge's reasoning block is never closed${cutWords(finish)}`);
  const answer = prepared.text;
  const found: { readonly word: Json; readonly start: number; readonly end: number }[] = [];
  for (const piece of jsonIn(answer)) {
    if (!piece.ok) {
      if (piece.why === 'end' && finish === 'length')
        return none(`the judge's ${key} is cut off${cutWords(finish)}`);
      continue;
    }
    const word = wordIn(answer.slice(piece.start, piece.end), key);
    if (word !== undefined) found.push({ word, start: piece.start, end: piece.end });
  }
  const last = found.at(-1);
  if (!last) return none(`the judge's answer has no JSON with a ${key}${cutWords(finish)}`);
  const isLastWord = /^[\s`~.]*$/u.test(answer.slice(last.end));
  // What was cut off may have quoted a word out of the text and not come to its own.
  if (!isLastWord && finish === 'length')
    return none(`the judge's answer goes on after a ${key}${cutWords(finish)}`);
  const places = new Set(found.map(({ word }) => placeOfGrade(word, words)));
  if (!isLastWord && places.size > 1)
    return none(`the judge's answer has several ${key}s and goes on after the last`);
  const place = placeOfGrade(last.word, words);
  if (place === null) return none(`${quoted(JSON.stringify(last.word))} is no ${known}`);
  return {
    ok: true,
    place,
    reasons: answer
      .slice(0, last.start)
      .replace(/[\s`~]+(?:json\s*)?$/iu, '')
      .trim(),
  };
}

function wordIn(json: string, key: string): Json | undefined {
  const value = JSON.parse(json) as Json;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([name]) => name.trim().toLowerCase() === key)?.[1];
}

/** On one line, and short enough to be read beside an answer; the whole is kept with the judgement. */
function shortened(reasons: string): string {
  const line = reasons.replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line.slice(0, 4 * longestReasons));
  return characters.length > longestReasons ? `${characters.slice(0, longestReasons - 1).join('')}…` : line;
}

function none(reason: string): GradeRead {
  return { ok: false, reason };
}

function cutWords(finish: FinishReason): string {
  return finish === 'length' ? '; it was cut off at the token limit' : '';
}

function judgeError(reason: string): Score {
  return { outcome: 'judge_error', value: null, reason };
}
