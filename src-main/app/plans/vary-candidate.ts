/** One candidate more, which differs from one that is there in one setting. */
import type { DraftCandidate } from '../../contract/calls/plans.ts';
import type { InputDifference } from '../../contract/candidate.ts';
import { variationsOf, type Variation } from '../../contract/presentation/variations.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { PlanFileSettings } from '../../experiment/plan/plan-schema.ts';
import type { CarriedCandidate, DraftContent } from './draft-content.ts';

/** What a variation changes, what the candidate is called for it, and what the pair may then differ in. */
interface Varied {
  readonly suffix: string;
  readonly settings?: PlanFileSettings;
  readonly without?: readonly (keyof PlanFileSettings)[];
  readonly ownPrompt?: DraftCandidate['ownPrompt'];
  readonly accept: readonly InputDifference[];
}

/** Contexts and limits are not made smaller than this, tokens. */
const leastContext = 256;

/**
 * The draft with a variation of a candidate after all others. The difference is accepted by name, because it is meant.
 * Fails with `usage` where the draft has no such candidate, or nothing to vary in it.
 */
export function withVariation(
  content: DraftContent,
  name: string,
  variation: Variation,
): Result<DraftContent> {
  const { fields, carried } = content;
  const candidate = fields.candidates.find((one) => one.name === name);
  const offered = variationsOf(fields, name).some((one) => one.variation === variation);
  if (candidate === undefined || !offered)
    return failure('usage', `${name} has nothing that this would vary.`, {
      next: 'Choose another variation.',
      where: { field: 'candidates' },
    });
  const own: CarriedCandidate = carried.candidates[name] ?? { accept: [], settings: {}, without: [] };
  const { suffix, settings, without, ownPrompt, accept } = variedBy(variation, content, candidate, own);
  const added: DraftCandidate = {
    ...candidate,
    name: freeName(
      `${name}-${suffix}`,
      fields.candidates.map((one) => one.name),
    ),
    ownPrompt: ownPrompt === undefined ? candidate.ownPrompt : ownPrompt,
  };
  const carriedOfAdded: CarriedCandidate = {
    ...own,
    accept: [...new Set([...own.accept, ...accept])],
    settings: { ...own.settings, ...settings },
    without: [...new Set([...own.without, ...(without ?? [])])],
  };
  return success({
    ...content,
    fields: { ...fields, candidates: [...fields.candidates, added] },
    carried: { ...carried, candidates: { ...carried.candidates, [added.name]: carriedOfAdded } },
  });
}

function variedBy(
  variation: Variation,
  { fields: { settings } }: DraftContent,
  candidate: DraftCandidate,
  { settings: own }: CarriedCandidate,
): Varied {
  const prompt = candidate.ownPrompt ?? settings;
  const { promptTemplate, fewShot } = prompt;
  const maxTokens = own.max_tokens ?? settings.maxTokens;
  const context = own.context ?? settings.context;
  const flash = own.flash_attention ?? settings.flashAttention;
  const parallel = own.parallel ?? settings.parallel;
  const cache = own.cache_key_type ?? settings.cacheType;
  switch (variation) {
    case 'without_template':
      return {
        suffix: 'no-template',
        ownPrompt: { promptTemplate: null, fewShot, accepted: true },
        accept: ['prompt'],
      };
    case 'without_exemplars':
      return {
        suffix: 'no-exemplars',
        ownPrompt: { promptTemplate, fewShot: null, accepted: true },
        accept: ['prompt'],
      };
    case 'two_exemplars':
      return {
        suffix: '2-exemplars',
        ownPrompt: {
          promptTemplate,
          fewShot: { from: 'drawn', count: 2, seed: 1, sameStratum: false },
          accepted: true,
        },
        accept: ['prompt'],
      };
    case 'without_system':
      return { suffix: 'no-system', without: ['system'], accept: ['prompt'] };
    case 'half_max_tokens':
      return maxTokensOf(Math.max(1, Math.floor(maxTokens / 2)));
    case 'double_max_tokens':
      return maxTokensOf(maxTokens * 2);
    case 'half_context':
      return contextOf(Math.max(leastContext, Math.floor(context / 2)));
    case 'double_context':
      return contextOf(context * 2);
    case 'other_flash_attention':
      return { suffix: flash ? 'no-flash' : 'flash', settings: { flash_attention: !flash }, accept: [] };
    case 'other_parallel': {
      const other = parallel === 1 ? 4 : 1;
      return { suffix: `parallel-${other}`, settings: { parallel: other }, accept: ['slots'] };
    }
    case 'other_cache_type': {
      const other = cache === 'f16' ? 'q8_0' : 'f16';
      return {
        suffix: `kv-${other}`,
        // Without flash attention llama.cpp takes no quantised type for values.
        settings: { cache_key_type: other, cache_value_type: flash ? other : 'f16' },
        accept: ['cache'],
      };
    }
  }
}

function maxTokensOf(tokens: number): Varied {
  return { suffix: `max-${tokens}`, settings: { max_tokens: tokens }, accept: ['limits'] };
}

function contextOf(tokens: number): Varied {
  return { suffix: `context-${tokens}`, settings: { context: tokens }, accept: ['limits'] };
}

function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const name = `${wanted}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
