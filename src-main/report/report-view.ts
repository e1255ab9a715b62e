/** What every format of the report needs to know of its input: names, costs, differing settings, sentences. */
import { ablationOf } from '../contract/presentation/ablation-words.ts';
import type { ComparisonPart, Interval } from '../contract/comparison.ts';
import type { InputDifference } from '../contract/candidate.ts';
import type { Manifest, ResolvedSetting } from '../contract/manifest.ts';
import { differingSettings } from '../contract/manifest.ts';
import { equipmentSentence } from '../contract/presentation/equipment-words.ts';
import type { Plan, RunKey } from '../contract/plan.ts';
import type { CandidateResult, CostKind } from '../contract/presentation/findings.ts';
import { answerSentence } from '../contract/presentation/findings.ts';
import type { ComparedCandidate } from '../contract/presentation/forest-rows.ts';
import { absent, formatCount } from '../contract/presentation/numbers.ts';
import { remeasuredRuns, remeasureReasons } from '../contract/presentation/repeat-words.ts';
import type { AcceptedDifference, Headline, Measure, Sides } from '../contract/presentation/words.ts';
import { explanation, headline, measureOf } from '../contract/presentation/words.ts';
import type { ReportCandidate, ReportCase, ReportCaseKind, ReportInput, RunCost } from './report-input.ts';

/** "BF16", "BF16 rerun", "BF16 rerun 2", "Q4_K_M". */
export function runName(key: RunKey): string {
  if (key.replicate <= 1) return key.candidate;
  return key.replicate === 2 ? `${key.candidate} rerun` : `${key.candidate} rerun ${key.replicate - 1}`;
}

function sidesOf(input: ReportInput, candidate: string): Sides {
  return { candidate, baseline: input.plan.plan.baseline };
}

/** Whether scores are right or wrong, as the first comparison with pairs tells. */
export function measureOfReport(input: ReportInput): Measure {
  const first = input.candidates.find(({ comparison }) => comparison !== null && comparison.n > 0);
  return first?.comparison == null ? 'right' : measureOf(first.comparison);
}

export function comparedCandidates(input: ReportInput): readonly ComparedCandidate[] {
  return input.candidates.map(({ name, comparison, reason }) => ({
    name,
    comparison,
    ...(reason === null ? {} : { reason }),
  }));
}

/** The verdict of one candidate in words: what is said first, and what stands beside it. */
export function sentencesOf(
  input: ReportInput,
  candidate: ReportCandidate,
): Headline & { readonly rest: readonly string[] } {
  const sides = sidesOf(input, candidate.name);
  if (candidate.comparison === null) {
    const why = candidate.reason === null ? '' : `: ${candidate.reason.replace(/\.$/, '')}`;
    const next = candidate.nextStep === null ? [] : [candidate.nextStep];
    return {
      text: `${candidate.name} was not compared with ${sides.baseline}${why}.`,
      verdict: 'not comparable',
      rest: next,
    };
  }
  return {
    ...headline(candidate.comparison, sides, candidate.nextStep ?? undefined),
    rest: [
      ...explanation(candidate.comparison, sides, acceptedOf(input, candidate)),
      ...[ablationOf(input.plan.plan, candidate.name), equipmentOf(input, candidate.name)].filter(
        (sentence) => sentence !== null,
      ),
    ],
  };
}

/** Of a sitting that ended without an output nothing is compared. */
function equipmentOf({ plan: { plan }, runs }: ReportInput, candidate: string): string | null {
  const manifests = runs
    .filter(({ key }) => key.candidate === candidate || key.candidate === plan.baseline)
    .flatMap(({ sittings }) => sittings.filter(({ outputs }) => outputs > 0))
    .map(({ manifest }) => manifest);
  return equipmentSentence(candidate, plan.baseline, manifests);
}

const inputWords: Readonly<Record<InputDifference, string>> = {
  prompt: 'another rendered prompt',
  tokens: 'other token ids of the same prompt',
  stops: 'other stops',
  limits: 'another limit of tokens',
  sampling: 'other sampling',
  slots: 'another number of answers at the same time',
  cache: 'another cache',
};

/** Every difference that was accepted by name: those that the plan itself accepts first. */
export function acceptedOf(input: ReportInput, candidate: ReportCandidate): readonly AcceptedDifference[] {
  const planned = input.plan.plan.candidates.find(({ name }) => name === candidate.name);
  const inPlan = (planned?.accepted ?? []).map((kind) => ({
    what: `${inputWords[kind]} (accept: ${kind})`,
    acceptedAt: input.plan.registeredAt,
  }));
  return [...inPlan, ...candidate.accepted];
}

/** The costs of a candidate: of its first run. */
export function costOf(input: ReportInput, candidate: string): RunCost | null {
  return input.runs.find(({ key }) => key.candidate === candidate && key.replicate === 1)?.cost ?? null;
}

export function costValue(cost: RunCost | null, kind: CostKind): number | null {
  return cost?.[kind] ?? null;
}

/** Plan state and cost of every candidate. */
export function resultsBy(input: ReportInput, kind: CostKind): readonly CandidateResult[] {
  return input.candidates.map(({ name, comparison }) => ({
    name,
    plan: comparison?.plan ?? null,
    cost: costValue(costOf(input, name), kind),
  }));
}

/** The answer to the plan; for a single candidate its headline. Null where there is no candidate. */
export function answerOf(
  input: ReportInput,
): { readonly text: string; readonly single: ReportCandidate | null } | null {
  const { baseline } = input.plan.plan;
  const cost = costValue(costOf(input, baseline), 'fileSize');
  const answer = answerSentence(resultsBy(input, 'fileSize'), { name: baseline, cost });
  if (answer !== null) return { text: answer, single: null };
  const [only] = input.candidates;
  if (only === undefined) return null;
  if (input.candidates.length === 1) return { text: sentencesOf(input, only).text, single: only };
  return { text: `${formatCount(input.candidates.length)} candidates against ${baseline}`, single: null };
}

/** Why all of it should be measured again before anything is decided; empty where nothing speaks for it. */
export function remeasureOf(input: ReportInput): readonly string[] {
  const { baseline, replicates } = input.plan.plan;
  if (unfinishedWords(input) !== null) return [];
  return remeasureReasons({
    baseline,
    replicates,
    candidates: input.candidates.map(({ name, comparison }) => ({
      name,
      comparison,
      fileSize: costOf(input, name)?.fileSize ?? null,
    })),
  });
}

/** What to do about it. */
export function remeasureNext({ plan }: ReportInput): string {
  return `Run the plan again with ${remeasuredRuns} runs of ${plan.plan.baseline} (\`noisefloor run\` with \`--replicates ${remeasuredRuns}\`): what is a fluke goes away.`;
}

/** The candidate that the decision is about: the first compared that does not pass, else the first compared. */
export function decidedCandidate(input: ReportInput): ReportCandidate | null {
  const compared = input.candidates.filter(({ comparison }) => comparison !== null);
  return compared.find(({ comparison }) => comparison?.plan !== 'passes') ?? compared[0] ?? null;
}

/** A setting that some runs resolved to something else than was asked for. */
export interface DifferingSetting {
  readonly name: string;
  readonly requested: string;
  readonly resolved: string;
  /** The plan itself sets the candidate apart from the baseline; each got what it asked for. */
  readonly planned: boolean;
  /** Display names, in the report's order. */
  readonly runs: readonly string[];
  /** Names of the candidates, each once. */
  readonly candidates: readonly string[];
  /** Whether that is every run. */
  readonly all: boolean;
  /** Some candidate and the baseline ran with different values. */
  readonly touchesComparison: boolean;
  /** In words: whether the baseline ran the same. */
  readonly meaning: string;
}

/** What is asked of a report, or of a plan that still runs: who ran with which settings. */
export interface SettingsSource {
  readonly plan: { readonly plan: Pick<Plan, 'baseline'> };
  readonly runs: readonly SettingsRun[];
}

interface SettingsRun {
  readonly key: RunKey;
  readonly sittings: readonly { readonly manifest: Pick<Manifest, 'settings'> }[];
}

/** Settings of the prompt: here a candidate can differ from the baseline though each got what it asked for. */
const promptSettings: ReadonlySet<string> = new Set(['promptTemplate', 'fewShot']);

/** Every difference once, with the runs that it concerns. In the order in which runs and settings come. */
export function differingSettingsOf(input: SettingsSource): readonly DifferingSetting[] {
  return [...resolvedOtherwise(input), ...composedOtherwise(input)];
}

/** Candidates whose prompts are put together in another way than the baseline's. */
function composedOtherwise({ plan, runs }: SettingsSource): readonly DifferingSetting[] {
  const { baseline } = plan.plan;
  const ofBaseline = runs.filter(({ key, sittings }) => key.candidate === baseline && sittings.length > 0);
  if (ofBaseline.length === 0) return [];
  return [...promptSettings].flatMap((name) => {
    const expected = valuesOf(ofBaseline, name);
    const others = runs.filter(
      (run) =>
        run.key.candidate !== baseline && run.sittings.length > 0 && valuesOf([run], name) !== expected,
    );
    return [...Map.groupBy(others, (run) => valuesOf([run], name))].map(([value, concerned]) => ({
      name,
      requested: value,
      resolved: value,
      planned: true,
      runs: concerned.map(({ key }) => runName(key)),
      candidates: [...new Set(concerned.map(({ key }) => key.candidate))],
      all: false,
      touchesComparison: true,
      meaning: `By plan: ${baseline} has ${expected}. The prompts are not the same.`,
    }));
  });
}

/** What a list of them is called. */
export function differingTitle(settings: readonly Pick<DifferingSetting, 'planned'>[]): string {
  const many = settings.length === 1 ? 'One setting' : `${formatCount(settings.length)} settings`;
  if (settings.some(({ planned }) => planned))
    return `${many} ${settings.length === 1 ? 'differs' : 'differ'}`;
  return `${many} ${settings.length === 1 ? 'is' : 'are'} not what the plan asked for`;
}

function resolvedOtherwise(input: SettingsSource): readonly DifferingSetting[] {
  const found = new Map<string, { setting: ResolvedSetting; runs: SettingsRun[] }>();
  for (const run of input.runs) {
    for (const { manifest } of run.sittings) {
      for (const setting of differingSettings(manifest)) {
        const key = JSON.stringify([setting.name, setting.requested, setting.resolved]);
        const entry = found.get(key) ?? { setting, runs: [] };
        if (!entry.runs.includes(run)) entry.runs.push(run);
        found.set(key, entry);
      }
    }
  }
  const started = input.runs.filter(({ sittings }) => sittings.length > 0);
  return [...found.values()].map(({ setting, runs }) => {
    const all = runs.length === started.length;
    return {
      name: setting.name,
      requested: setting.requested,
      resolved: setting.resolved ?? '',
      planned: false,
      runs: runs.map(({ key }) => runName(key)),
      candidates: [...new Set(runs.map(({ key }) => key.candidate))],
      all,
      touchesComparison: !all && touchesComparison(input, setting.name, runs),
      meaning: meaningOf(input, setting, all),
    };
  });
}

/** The values that a candidate's runs had for a setting, as one text. */
function valuesOf(runs: readonly SettingsRun[], setting: string): string {
  const values = runs
    .flatMap(({ sittings }) => sittings)
    .flatMap(({ manifest }) => manifest.settings)
    .filter(({ name }) => name === setting)
    .map((other) => other.resolved ?? other.requested);
  return [...new Set(values)].sort().join(' and ');
}

/** Of the runs that a difference concerns, or of all others where it concerns the baseline's own. */
function touchesComparison(
  { plan, runs }: SettingsSource,
  setting: string,
  concerned: readonly SettingsRun[],
): boolean {
  const { baseline } = plan.plan;
  const ofBaseline = runs.filter(({ key }) => key.candidate === baseline);
  const others = (concerned.some((run) => ofBaseline.includes(run)) ? runs : concerned).filter(
    (run) => !ofBaseline.includes(run) && run.sittings.length > 0,
  );
  const expected = valuesOf(ofBaseline, setting);
  return others.some((run) => valuesOf([run], setting) !== expected);
}

function meaningOf(input: SettingsSource, setting: ResolvedSetting, all: boolean): string {
  if (all) return 'The same in every run: it does not touch the comparison.';
  const { baseline } = input.plan.plan;
  const resolved = valuesOf(
    input.runs.filter(({ key }) => key.candidate === baseline),
    setting.name,
  );
  if (resolved === '') return '';
  return resolved === setting.resolved
    ? `The same as ${baseline} got.`
    : `${baseline} got ${resolved}: rounding may differ between the two.`;
}

/** Names of the candidates whose settings differ, for the tag in tables. */
export function candidatesWithDifferences(input: ReportInput): ReadonlySet<string> {
  const partly = differingSettingsOf(input).filter(({ all }) => !all);
  return new Set(partly.flatMap(({ runs }) => runs));
}

/** "once", "twice", "3 times". */
export function timesWords(times: number): string {
  return ['never', 'once', 'twice'][times] ?? `${formatCount(times)} times`;
}

/** "support-desk@3 held-out, 1,840 items". */
export function itemsWords(input: ReportInput): string {
  const { plan } = input.plan;
  const split = plan.split === 'held_out' ? 'held-out' : 'dev';
  return `${plan.items.name}@${plan.items.version} ${split}, ${formatCount(input.items.asked)} items`;
}

/** Of every candidate's overall change. */
export function intervalsOf({ candidates }: ReportInput): readonly (Interval | null)[] {
  return candidates.map(({ comparison }) => comparison?.interval ?? null);
}

/** Why one of the pairs is missing, as an example of them; null where none is, or no reason is known. */
export function missingExample(candidate: ReportCandidate, baseline: string): string | null {
  // Cases take a second to find in a large comparison.
  if (candidate.comparison?.dropped === 0) return null;
  for (const { item, kind, samples } of candidate.cases.items) {
    if (kind !== 'missing') continue;
    const answers = samples.flatMap((sample) => [
      { of: baseline, answer: sample.baseline },
      { of: candidate.name, answer: sample.candidate },
    ]);
    for (const { of, answer } of answers) {
      if (answer === null) continue;
      const { output, score } = answer;
      const counts = score !== null && ['scored', 'unparsed', 'truncated'].includes(score.outcome);
      const reason = output.error?.message ?? (counts ? undefined : score?.reason);
      if (reason !== undefined)
        return `Missing, for example: item ${item.id}, ${of}: ${reason.replace(/[.]$/, '')}.`;
    }
  }
  return null;
}

/** How far the runs of a report got, and why one failed, where its candidate's sentence does not say it. Null when every run is complete. */
export function unfinishedWords(input: ReportInput): string | null {
  const unfinished = input.runs.filter(({ state }) => state !== 'complete');
  if (unfinished.length === 0) return null;
  const list = unfinished.map(({ key, state }) => `${runName(key)} (${state})`).join(', ');
  // Of a candidate that was not compared the sentence has one reason: the baseline's, or else its own.
  const told = new Map(
    input.candidates
      .filter(({ comparison }) => comparison === null)
      .map(({ name, reason }) => [name, reason] as const),
  );
  const reasons = new Map<string, string[]>();
  for (const { key, failure } of unfinished) {
    if (failure === null || told.get(key.candidate) === failure.message) continue;
    const reason = `${failure.message} ${failure.next ?? ''}`.trimEnd();
    reasons.set(reason, [...(reasons.get(reason) ?? []), runName(key)]);
  }
  return [
    `Not every run has ended: ${list}. The numbers are of what is there so far.`,
    ...[...reasons].map(([reason, names]) => `${names.join(', ')} failed: ${reason}`),
  ].join(' ');
}

/** By which of the two signs a change stands out from a rerun. */
export function standsOutWords({ standsOut, standsOutBy }: ComparisonPart): string {
  if (standsOut === null) return absent;
  if (!standsOut) return 'does not';
  return standsOutBy.map((by) => (by === 'delta' ? 'interval' : 'flips')).join(' and ');
}

const caseOrder: Readonly<Record<ReportCaseKind, number>> = { lost: 0, gained: 1, missing: 2 };

/** Lost first, then gained, then those without a pair; within a kind in the order given. */
export function casesInOrder(cases: readonly ReportCase[]): readonly ReportCase[] {
  return cases.toSorted((a, b) => caseOrder[a.kind] - caseOrder[b.kind]);
}
