/** The prompts of a draft's candidates: which fields say them, and how those change. Pure. */
import type { DraftComposition, DraftFields } from '../../../src-main/contract/calls/plans.ts';

/** The shared prompt is not that of any candidate. */
export const everyCandidate = '';

/** The prompt that is edited: a candidate's own, or the shared one. */
export function compositionOf(fields: DraftFields, of: string): DraftComposition {
  const { promptTemplate, fewShot } =
    fields.candidates.find(({ name }) => name === of)?.ownPrompt ?? fields.settings;
  return { promptTemplate, fewShot };
}

/** The fields with that prompt changed. A candidate without its own is given one. */
export function withComposition(
  { settings, candidates }: DraftFields,
  of: string,
  change: Partial<DraftComposition & { readonly accepted: boolean }>,
): Partial<DraftFields> {
  if (of === everyCandidate) {
    const { promptTemplate, fewShot } = { ...settings, ...change };
    return { settings: { ...settings, promptTemplate, fewShot } };
  }
  return {
    candidates: candidates.map((candidate) => {
      if (candidate.name !== of) return candidate;
      const { promptTemplate, fewShot } = settings;
      const before = candidate.ownPrompt ?? { promptTemplate, fewShot, accepted: false };
      return { ...candidate, ownPrompt: { ...before, ...change } };
    }),
  };
}

/** The fields with the candidate's own prompt taken away. */
export function withoutOwnPrompt({ candidates }: DraftFields, of: string): Partial<DraftFields> {
  return {
    candidates: candidates.map((candidate) =>
      candidate.name === of ? { ...candidate, ownPrompt: null } : candidate,
    ),
  };
}

/** Where the app writes what is wrong with it. */
export function problemField({ candidates }: DraftFields, of: string): string {
  return of === everyCandidate
    ? 'settings.prompt'
    : `candidates.${candidates.findIndex(({ name }) => name === of)}.ownPrompt`;
}

/** Ids as a person types them: one a line, or with commas. */
export function typedIds(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((id) => id.trim())
    .filter((id) => id !== '');
}
