/** Under what a point of a trend was asked and scored, beside the items, the weights and the engine's release. */
import type { Candidate } from '../contract/candidate.ts';
import type { Plan } from '../contract/plan.ts';
import {
  settingsApart,
  settingsByName,
  type SettingsByName,
} from '../contract/presentation/ablation-words.ts';
import { listWords } from '../contract/presentation/words.ts';

export interface Conditions {
  readonly samples: number;
  readonly judge: Candidate | null;
  readonly candidate: Candidate | null;
}

export function conditionsOf(plan: Plan, candidate: string): Conditions {
  return {
    samples: plan.samples,
    judge: plan.judge ?? null,
    candidate: plan.candidates.find(({ name }) => name === candidate) ?? null,
  };
}

/** In words; empty where scores of both are of one kind. */
export function conditionsApart(before: Conditions, now: Conditions): readonly string[] {
  const settings = listWords(settingsApart(settingsOf(before.candidate), settingsOf(now.candidate)));
  const ofJudge = listWords(settingsApart(settingsOf(before.judge), settingsOf(now.judge)));
  return [
    ...(modelOf(before.judge) === modelOf(now.judge)
      ? ofJudge === ''
        ? []
        : [`other settings of the judge: ${ofJudge}`]
      : ['another judge']),
    ...(before.samples === now.samples ? [] : [`samples ${before.samples} to ${now.samples}`]),
    ...(settings === '' ? [] : [`other settings: ${settings}`]),
  ];
}

/** For each the number of the first that it is like: those of one number can be joined. */
export function numberedConditions(all: readonly Conditions[]): readonly number[] {
  const kinds: Conditions[] = [];
  return all.map((own) => {
    const found = kinds.findIndex((kind) => conditionsApart(kind, own).length === 0);
    return found >= 0 ? found : kinds.push(own) - 1;
  });
}

/** Without the weights and the kind of engine: these are told by what ran. */
function settingsOf(candidate: Candidate | null): SettingsByName {
  return candidate === null ? {} : { ...settingsByName(candidate), model: undefined, engine: undefined };
}

function modelOf(judge: Candidate | null): string {
  return JSON.stringify(judge === null ? null : settingsByName(judge)['model']);
}
