/**
 * Did both sides get the same input? Checked before anything is compared: rendered prompt, token ids, stops,
 * limits, sampling. What differs makes the pair not comparable, unless the plan accepts it by name.
 */
import type { Candidate, InputDifference } from '../contract/candidate.ts';

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
  return [...promptDifferences(baseline.sent, candidate.sent), ...settingDifferences(baseline, candidate)];
}

function promptDifferences(
  baseline: Iterable<SentPrompt>,
  candidate: Iterable<SentPrompt>,
): readonly FoundDifference[] {
  const expected = new Map<string, SentPrompt>();
  for (const prompt of baseline) if (prompt.promptHash !== '') expected.set(promptKey(prompt), prompt);
  const prompts: string[] = [];
  const tokens: string[] = [];
  for (const prompt of candidate) {
    const other = expected.get(promptKey(prompt));
    if (!other || prompt.promptHash === '') continue;
    if (prompt.promptHash !== other.promptHash) prompts.push(prompt.itemId);
    else if (prompt.tokenHash !== other.tokenHash) tokens.push(prompt.itemId);
  }
  const found: FoundDifference[] = [];
  if (prompts[0] !== undefined)
    found.push({
      kind: 'prompt',
      words: `the rendered prompt differs, first on item ${prompts[0]}`,
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
