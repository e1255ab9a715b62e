/** The methods paragraph: which interval where, how many resamples, which seed and generator. */
import type { Comparison } from '../contract/comparison.ts';
import { formatCount } from '../contract/presentation/numbers.ts';
import { lookRuleWords } from '../contract/presentation/look-words.ts';
import { methodWord } from '../contract/presentation/part-words.ts';
import { listWords } from '../contract/presentation/words.ts';
import type { ReportInput } from './report-input.ts';
import { measureOfReport } from './report-view.ts';

/** Paragraphs, each a few plain sentences. */
export function methodParagraph(input: ReportInput): readonly string[] {
  const compared = input.candidates.flatMap(({ comparison }) => (comparison === null ? [] : [comparison]));
  const [first] = compared;
  const { baseline, samples } = input.plan.plan;
  const measure = measureOfReport(input);
  const parts = compared.flatMap((comparison) => [comparison, ...comparison.strata]);
  const primary = [...new Set(parts.flatMap(({ interval }) => (interval === null ? [] : [interval.method])))];
  const tests = [...new Set(parts.flatMap(({ p }) => (p === null ? [] : [p.method])))];
  const paired = [
    `Every candidate is compared with ${baseline} item by item: the change is the mean over items of the candidate’s score less the baseline’s${samples > 1 ? ', each the mean of its samples' : ''}.`,
    'Unparsed and truncated answers count as wrong; a failed or overlong request is missing, never zero: its pair is dropped and counted, and the bounds say what the missing answers could change.',
  ].join(' ');
  const intervals = [
    `${intervalLevels(compared)}${primary.length === 0 ? '' : `: ${listWords(primary.map(methodWord))}`}.`,
    ...(primary.includes('tango')
      ? [
          'The Tango score interval is the one shown where fewer than 50 items flipped: there a bootstrap is too narrow, or ends too high.',
        ]
      : []),
    ...(first === undefined
      ? []
      : [
          `Bootstrap: percentile, ${formatCount(first.resamples)} resamples, generator ${first.generator}, ${seedWords(compared)}.`,
        ]),
    measure === 'right' ? 'Shares of items right have Wilson intervals.' : 'Means have bootstrap intervals.',
    ...(tests.includes('mid-p-mcnemar') ? ['p values are McNemar’s, mid-p, two-sided.'] : []),
    ...(tests.includes('sign-flip-permutation')
      ? ['p values are of the sign-flip permutation test, seeded, two-sided.']
      : []),
    'The plan is decided by intervals against the guard rail, not by p values.',
  ].join(' ');
  return [paired, intervals, noiseWords(compared, baseline), verdictWords];
}

function intervalLevels(compared: readonly Comparison[]): string {
  return compared.some(({ look }) => look !== undefined && look.level > 0.95)
    ? `Intervals of the change are wider than 95 % ones where results were looked at before the end: ${lookRuleWords}; p values are not adjusted for it`
    : 'Intervals of the change are 95 %';
}

function seedWords(compared: readonly Comparison[]): string {
  const seeds = [...new Set(compared.map(({ seed }) => seed))];
  return `${seeds.length === 1 ? 'seed' : 'seeds'} ${listWords(seeds.map(String))}`;
}

function noiseWords(compared: readonly Comparison[], baseline: string): string {
  const noise = compared.find((comparison) => comparison.noise !== null)?.noise;
  if (noise == null) return `The noise floor was not measured: ${baseline} ran once.`;
  return `The noise floor is the difference between ${formatCount(noise.replicates)} runs of ${baseline} with the same settings in separate processes, over ${formatCount(noise.n)} items; the band reaches as far as the farther end of its interval. A change stands out from a rerun when its whole interval lies outside the band, or when it flips more items than the rerun does, with an interval wholly above zero.`;
}

const verdictWords =
  'Verdicts, with margin m: worse where the interval lies wholly below −m; better where it lies wholly above −m and above the noise floor; within the guard rail where it lies wholly above −m; else it cannot be told yet. A plan passes when overall and every stratum that must pass are within the guard rail or better.';
