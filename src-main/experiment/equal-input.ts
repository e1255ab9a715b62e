/**
 * Did both sides get the same input? Checked before anything is compared: rendered prompt, token ids, stops,
 * limits, sampling. What differs makes the pair not comparable, unless the plan accepts it by name.
 */
import type { Candidate, InputDifference } from '../contract/candidate.ts';
import { fewShotWords, promptTemplateWords } from '../contract/presentation/composition-words.ts';

/** What is compared of an output. An output whose request failed has no prompt: its hashes are empty. */
export interface SentPrompt {
  readonly itemId: string;
  readonly sample: number;
  readonly promptHash: string;
  readonly tokenHash: string;
}

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

/** Every kind of difference once, in the order of `inputDifferences` of the contract. */
export function findInputDifferences(baseline: InputSide, candidate: InputSide): readonly FoundDifference[] {
  return [...promptDifferences(baseline, candidate), ...settingDifferences(baseline, candidate)];
}

function promptDifferences(baseline: InputSide, candidate: InputSide): readonly FoundDifference[] {
  const expected = new Map<string, SentPrompt>();
  for (const prompt of baseline.sent) if (prompt.promptHash !== '') expected.set(promptKey(prompt), prompt);
  const prompts: string[] = [];
  const tokens: string[] = [];
  for (const prompt of candidate.sent) {
    const other = expected.get(promptKey(prompt));
    if (!other || prompt.promptHash === '') continue;
    if (prompt.promptHash !== other.promptHash) prompts.push(prompt.itemId);
    else if (prompt.tokenHash !== other.tokenHash) tokens.push(prompt.itemId);
  }
  const found: FoundDifference[] = [];
  if (prompts[0] !== undefined)
    found.push({
      kind: 'prompt',
      words: `${cause(baseline.candidate, candidate.candidate)}the rendered prompt differs, first on item ${prompts[0]}`,
      items: new Set(prompts).size,
    });
  if (tokens[0] !== undefined)
    found.push({
      kind: 'tokens',
      words: `the same prompt became other token ids, first on item ${tokens[0]}`,
      items: new Set(tokens).size,
    });
  return found;
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
  compare('limits', 'context', left.settings.context, right.settings.context);
  for (const name of ['temperature', 'topK', 'topP', 'minP', 'seed'] as const)
    compare('sampling', name, left.sampling[name], right.sampling[name]);
  return found;
}

function promptKey(prompt: SentPrompt): string {
  return `${prompt.itemId}\u0000${prompt.sample}`;
}
