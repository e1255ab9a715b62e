/**
 * The form of an answer that an engine may force: one JSON object, a free text first and then one of a few values. The
 * text comes first so that a model that writes from left to right has its reasons before its choice.
 */
import type { Json } from '../contract/item.ts';

export interface AnswerForm {
  /** Name of the free text. */
  readonly text: string;
  /** Name of the value. */
  readonly choice: string;
  /** At least one, all different. */
  readonly values: readonly (string | number)[];
}

/** What the setting of a manifest is called that says whether answers are forced into a form, and what it says then. */
export const answerFormSetting = { name: 'answerForm', forced: 'json' } as const;

/** Characters of free text that one token is taken to hold at least, where only characters can be bounded. */
const charactersOfToken = 2;
/** Servers write the bound out into their grammar; llama.cpp takes none over 2000. */
const mostCharacters = 1000;
const fewestCharacters = 20;

/**
 * The form as a grammar of llama.cpp (GBNF), its root `root`, without white space to choose. Nothing may follow the
 * object, so that only a token that ends the answer fits after it.
 */
export function grammarOf({ text, choice, values }: AnswerForm): string {
  const literal = (json: string): string => JSON.stringify(json);
  const opening = literal(`{${JSON.stringify(text)}: "`);
  const middle = literal(`", ${JSON.stringify(choice)}: `);
  return [
    `root ::= ${opening} character* ${middle} value "}"`,
    String.raw`character ::= [^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt]`,
    `value ::= ${values.map((value) => literal(JSON.stringify(value))).join(' | ')}`,
    '',
  ].join('\n');
}

/** Bytes of what follows the free text in the longest case: it takes at most as many tokens. */
export function tailOf({ choice, values }: AnswerForm): number {
  const longest = Math.max(...values.map((value) => bytesOf(JSON.stringify(value))));
  return bytesOf(`", ${JSON.stringify(choice)}: }`) + longest;
}

/**
 * The form as a JSON schema. The free text is bounded, so that an answer of usual words ends within its tokens.
 *
 * @param maxTokens of the whole answer
 */
export function schemaOf(form: AnswerForm, maxTokens: number): Readonly<Record<string, Json>> {
  const { text, choice, values } = form;
  const room = charactersOfToken * (maxTokens - tailOf(form));
  return {
    type: 'object',
    properties: {
      [text]: { type: 'string', maxLength: Math.max(fewestCharacters, Math.min(mostCharacters, room)) },
      [choice]: { enum: [...values] },
    },
    required: [text, choice],
    additionalProperties: false,
  };
}

/** Whether an answer has the form, whatever its white space. */
export function hasForm({ text, choice, values }: AnswerForm, answer: string): boolean {
  let object: Json;
  try {
    object = JSON.parse(answer) as Json;
  } catch {
    return false;
  }
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return false;
  const entries = Object.entries(object);
  const [first, second] = entries;
  return (
    entries.length === 2 &&
    first?.[0] === text &&
    typeof first[1] === 'string' &&
    second?.[0] === choice &&
    values.some((value) => value === second[1])
  );
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
