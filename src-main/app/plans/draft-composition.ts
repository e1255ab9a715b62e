/** Prompt templates and exemplars between a draft's fields and a plan file. The file has the template's text in it. */
import type { DraftCandidate, DraftComposition } from '../../contract/calls/plans.ts';
import type { FewShot, InputDifference } from '../../contract/candidate.ts';
import type { PlanFileFewShot, PlanFileSettings } from '../../experiment/plan/plan-schema.ts';
import { fewShotOf } from '../../experiment/plan/resolve-composition.ts';

type FileComposition = Pick<PlanFileSettings, 'prompt_template' | 'few_shot'>;

export function compositionFromFile({ prompt_template, few_shot }: FileComposition): DraftComposition {
  return {
    promptTemplate: prompt_template ?? null,
    fewShot: few_shot === undefined ? null : fewShotOf(few_shot),
  };
}

export function compositionToFile({ promptTemplate, fewShot }: DraftComposition): FileComposition {
  return {
    ...(promptTemplate === null || promptTemplate.trim() === '' ? {} : { prompt_template: promptTemplate }),
    ...(fewShot === null ? {} : { few_shot: fewShotToFile(fewShot) }),
  };
}

/** Every setting named, so that the same text says the same later. */
export function fewShotToFile(fewShot: FewShot): PlanFileFewShot {
  if (fewShot.from === 'fixed') return { ids: [...fewShot.ids] };
  const { count, seed, sameStratum } = fewShot;
  return { count, seed, same_stratum: sameStratum };
}

/** A candidate's own prompt where it differs from the shared one. */
export function ownPrompt(
  own: FileComposition,
  shared: FileComposition,
  accept: readonly InputDifference[],
): DraftCandidate['ownPrompt'] {
  const [mine, theirs] = [compositionFromFile(own), compositionFromFile(shared)];
  if (JSON.stringify(mine) === JSON.stringify(theirs)) return null;
  return { ...mine, accepted: accept.includes('prompt') };
}

/** What a candidate may differ in: as it came along, and in the prompt as its own prompt says. */
export function acceptedOf(
  carried: readonly InputDifference[],
  ownPrompt: DraftCandidate['ownPrompt'],
): InputDifference[] {
  if (ownPrompt === null) return [...carried];
  if (!ownPrompt.accepted) return carried.filter((kind) => kind !== 'prompt');
  return carried.includes('prompt') ? [...carried] : [...carried, 'prompt'];
}
