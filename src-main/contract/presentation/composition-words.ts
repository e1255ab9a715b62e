/** What stands around an item in words: its exemplars and its prompt template. */
import type { DraftComposition, DraftFields } from '../calls/plans.ts';
import type { FewShot, PromptComposition } from '../candidate.ts';
import { formatCount } from './numbers.ts';

const mostIds = 5;

/** "none", "2 drawn, seed 7", "2 drawn from the item's stratum, seed 7", "2 fixed: a, b". */
export function fewShotWords(fewShot: FewShot | null | undefined): string {
  if (!fewShot) return 'none';
  if (fewShot.from === 'drawn') {
    const where = fewShot.sameStratum ? " from the item's stratum" : '';
    return `${formatCount(fewShot.count)} drawn${where}, seed ${fewShot.seed}`;
  }
  const { ids } = fewShot;
  const others = ids.length > mostIds ? ` and ${formatCount(ids.length - mostIds)} more` : '';
  return `${formatCount(ids.length)} fixed: ${ids.slice(0, mostIds).join(', ')}${others}`;
}

/** "none", or the beginning of the template's sha256. */
export function promptTemplateWords(template: PromptComposition['promptTemplate']): string {
  return template === undefined ? 'none' : `sha256 ${template.hash.slice(0, 12)}`;
}

/** "2 drawn, seed 1; a template of 128 characters", "each item as it is". */
function promptWords({ promptTemplate, fewShot }: DraftComposition): string {
  const parts = [
    ...(fewShot === null ? [] : [`exemplars: ${fewShotWords(fewShot)}`]),
    ...(promptTemplate === null || promptTemplate.trim() === ''
      ? []
      : [`a template of ${formatCount(promptTemplate.length)} characters`]),
  ];
  return parts.length === 0 ? 'each item as it is' : parts.join('; ');
}

/** Label and text of the shared prompt, and of each candidate that has its own. */
export function promptFacts({
  settings,
  candidates,
}: Pick<DraftFields, 'settings' | 'candidates'>): readonly (readonly [string, string])[] {
  const own = candidates.flatMap(({ name, ownPrompt }): (readonly [string, string])[] =>
    ownPrompt === null
      ? []
      : [[name, `${promptWords(ownPrompt)}${ownPrompt.accepted ? '; the difference is accepted' : ''}`]],
  );
  return [[own.length === 0 ? 'Every candidate' : 'Every other candidate', promptWords(settings)], ...own];
}
