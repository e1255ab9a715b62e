/**
 * Did both sides get the same input? Checked before anything is compared: rendered prompt, token ids, stops,
 * limits, sampling. What differs makes the pair not comparable, unless the plan accepts it by name; and so does what
 * cannot be proved, because an endpoint does not tell what it made of the messages.
 */
import type { Candidate, InputDifference } from '../contract/candidate.ts';
import type { Output } from '../contract/output.ts';
import { fewShotWords, promptTemplateWords } from '../contract/presentation/composition-words.ts';

/**
 * What is compared of an output. A hash is empty where it is not known: of a request that failed, and where an endpoint
 * does not tell.
 */
export type SentPrompt = Pick<
  Output,
  'itemId' | 'sample' | 'promptHash' | 'tokenHash' | 'promptTokens' | 'finish'
>;

export interface InputSide {
  readonly candidate: Candidate;
  readonly sent: Iterable<SentPrompt>;
}

export interface FoundDifference {
  readonly kind: InputDifference;
  /** The first difference, in words. */
  readonly words: string;
  /** Items that it concerns; null where it is a setting. */
  readonly items: number | null;
}

/** The text of a prompt by its hash; null where it is not kept. */
export type PromptText = (promptHash: string) => string | null;

/**
 * Every kind of difference once, in the order of `inputDifferences` of the contract.
 *
 * @param textOf for showing where two prompts part
 */
export function findInputDifferences(
  baseline: InputSide,
  candidate: InputSide,
  textOf: PromptText = () => null,
): readonly FoundDifference[] {
  return [...promptDifferences(baseline, candidate, textOf), ...settingDifferences(baseline, candidate)];
}

/** What the prompts of one item tell: in what they differ, and how it is said; undefined: they are the same. */
interface PromptDifference {
  readonly kind: 'prompt' | 'tokens' | 'limits';
  readonly itemId: string;
  readonly words: () => string;
}

function promptDifferences(
  baseline: InputSide,
  candidate: InputSide,
  textOf: PromptText,
): readonly FoundDifference[] {
  const names = [baseline.candidate.name, candidate.candidate.name] as const;
  const expected = new Map<string, SentPrompt>();
  for (const prompt of baseline.sent) if (prompt.finish !== 'error') expected.set(promptKey(prompt), prompt);
  const differences: PromptDifference[] = [];
  for (const prompt of candidate.sent) {
    const other = expected.get(promptKey(prompt));
    if (!other || prompt.finish === 'error') continue;
    const difference = promptDifference(other, prompt, names, textOf);
    if (difference) differences.push(difference);
  }
  return (['prompt', 'tokens', 'limits'] as const).flatMap((kind) => {
    const own = differences.filter((difference) => difference.kind === kind);
    const [first] = own;
    if (!first) return [];
    const why = kind === 'prompt' ? cause(baseline.candidate, candidate.candidate) : '';
    const items = new Set(own.map(({ itemId }) => itemId)).size;
    return [{ kind, words: `${why}${first.words()}`, items }];
  });
}

function promptDifference(
  one: SentPrompt,
  other: SentPrompt,
  names: readonly [string, string],
  textOf: PromptText,
): PromptDifference | undefined {
  const { itemId } = other;
  const knownIds = one.tokenHash !== '' && other.tokenHash !== '';
  const knownTexts = one.promptHash !== '' && other.promptHash !== '';
  const sameText = knownTexts && one.promptHash === other.promptHash;
  // The ids are what a model reads: where they are the same, nothing else can differ.
  if (knownIds && one.tokenHash === other.tokenHash) return fitDifference(one, other, names);
  if (sameText && knownIds)
    return {
      kind: 'tokens',
      itemId,
      words: () => `the same prompt became other token ids, first on item ${itemId}${countWords(one, other)}`,
    };
  if (sameText && one.promptTokens === other.promptTokens) return fitDifference(one, other, names);
  if (sameText)
    return {
      kind: 'tokens',
      itemId,
      words: () =>
        `the same prompt was read as another number of tokens, first on item ${itemId}${countWords(one, other)}`,
    };
  if (knownTexts)
    return {
      kind: 'prompt',
      itemId,
      words: () =>
        `the rendered prompt differs, first on item ${itemId}${whereTheyPart(textOf(one.promptHash), textOf(other.promptHash))}`,
    };
  if (knownIds)
    return {
      kind: 'prompt',
      itemId,
      words: () => `the token ids of the prompt differ, first on item ${itemId}${countWords(one, other)}`,
    };
  const silent = one.promptHash === '' && one.tokenHash === '' ? names[0] : names[1];
  return {
    kind: 'prompt',
    itemId,
    words: () =>
      `equal prompts cannot be proved: ${silent} does not tell what it made of the messages, first on item ${itemId}`,
  };
}

/** The same prompt that fits one side only: the contexts are not the same. */
function fitDifference(
  one: SentPrompt,
  other: SentPrompt,
  [left, right]: readonly [string, string],
): PromptDifference | undefined {
  const overlong = one.finish === 'overlong';
  if (overlong === (other.finish === 'overlong')) return undefined;
  return {
    kind: 'limits',
    itemId: other.itemId,
    words: () =>
      `the prompt does not fit the context of ${overlong ? left : right} and does fit that of ${overlong ? right : left}, first on item ${other.itemId}`,
  };
}

function countWords({ promptTokens: one }: SentPrompt, { promptTokens: other }: SentPrompt): string {
  return one === other ? '' : `: ${one} tokens and ${other} tokens`;
}

/** Characters that are shown before the place where two texts part, and after it. */
const shownBefore = 20;
const shownAfter = 40;

function whereTheyPart(one: string | null, other: string | null): string {
  if (one === null || other === null) return '';
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const piece = (text: string): string => {
    const from = Math.max(0, at - shownBefore);
    return `${from > 0 ? '…' : ''}${text.slice(from, at + shownAfter)}${at + shownAfter < text.length ? '…' : ''}`;
  };
  return `, from character ${at + 1} on: ${JSON.stringify(piece(one))} and ${JSON.stringify(piece(other))}`;
}

/** Why the prompts differ, where the plan itself says it: other exemplars, another prompt template. */
function cause(left: Candidate, right: Candidate): string {
  const reasons = [
    ...(JSON.stringify(left.fewShot) === JSON.stringify(right.fewShot)
      ? []
      : [between('few-shot', left, fewShotWords(left.fewShot), right, fewShotWords(right.fewShot))]),
    ...(left.promptTemplate?.hash === right.promptTemplate?.hash
      ? []
      : [
          between(
            'the prompt template',
            left,
            promptTemplateWords(left.promptTemplate),
            right,
            promptTemplateWords(right.promptTemplate),
          ),
        ]),
  ];
  return reasons.length === 0 ? '' : `${reasons.join(' and ')}: `;
}

function between(what: string, left: Candidate, one: string, right: Candidate, other: string): string {
  return `${what} is ${one} for ${left.name} and ${other} for ${right.name}`;
}

function settingDifferences(baseline: InputSide, candidate: InputSide): readonly FoundDifference[] {
  const [left, right] = [baseline.candidate, candidate.candidate];
  const found: FoundDifference[] = [];
  const compare = (kind: InputDifference, name: string, one: unknown, other: unknown): void => {
    if (JSON.stringify(one) === JSON.stringify(other)) return;
    if (found.some((difference) => difference.kind === kind)) return;
    found.push({
      kind,
      words: `${name} is ${JSON.stringify(one)} for ${left.name} and ${JSON.stringify(other)} for ${right.name}`,
      items: null,
    });
  };
  compare('stops', 'stop', left.sampling.stops, right.sampling.stops);
  compare('limits', 'max_tokens', left.sampling.maxTokens, right.sampling.maxTokens);
  // An endpoint's context is the server's: what did not fit it is seen on the items.
  if (left.engine === 'llama' && right.engine === 'llama')
    compare('limits', 'context', left.settings.context, right.settings.context);
  for (const name of ['temperature', 'topK', 'topP', 'minP', 'seed'] as const)
    compare('sampling', name, left.sampling[name], right.sampling[name]);
  return found;
}

function promptKey(prompt: Pick<SentPrompt, 'itemId' | 'sample'>): string {
  return `${prompt.itemId}\u0000${prompt.sample}`;
}
