/** Variations of a candidate in one setting, and what each of them is called. */
import type { DraftFields } from '../calls/plans.ts';

export const variations = [
  'without_template',
  'without_exemplars',
  'two_exemplars',
  'without_system',
  'half_max_tokens',
  'double_max_tokens',
  'other_cache_type',
  'other_flash_attention',
  'other_parallel',
  'half_context',
  'double_context',
] as const;
export type Variation = (typeof variations)[number];

export interface VariationChoice {
  readonly variation: Variation;
  readonly label: string;
}

const labels: Readonly<Record<Variation, string>> = {
  without_template: 'Without the prompt template',
  without_exemplars: 'Without exemplars',
  two_exemplars: 'With two exemplars',
  without_system: 'Without the system prompt',
  half_max_tokens: 'Half the max tokens',
  double_max_tokens: 'Double the max tokens',
  other_cache_type: 'Another KV-cache type',
  other_flash_attention: 'Flash attention the other way',
  other_parallel: 'One answer at a time, or four',
  half_context: 'Half the context',
  double_context: 'Double the context',
};

const ofFiles = new Set<Variation>([
  'other_cache_type',
  'other_flash_attention',
  'other_parallel',
  'half_context',
  'double_context',
]);

/** What can be varied of a candidate: what it lacks cannot be taken out, and a server keeps its own settings. */
export function variationsOf(
  { settings, candidates }: Pick<DraftFields, 'settings' | 'candidates'>,
  name: string,
): readonly VariationChoice[] {
  const candidate = candidates.find((one) => one.name === name);
  if (candidate === undefined) return [];
  const { promptTemplate, fewShot } = candidate.ownPrompt ?? settings;
  const hasTemplate = promptTemplate !== null && promptTemplate.trim() !== '';
  const offered = (variation: Variation): boolean => {
    if (variation === 'without_template') return hasTemplate;
    if (variation === 'without_exemplars') return fewShot !== null;
    if (variation === 'two_exemplars') return fewShot === null;
    if (variation === 'without_system') return settings.system !== null && settings.system !== '';
    return candidate.endpoint === null || !ofFiles.has(variation);
  };
  return variations.filter(offered).map((variation) => ({ variation, label: labels[variation] }));
}
