/** Results: what the comparison says of each candidate. */
import type { Handlers } from '../../contract/calls/calls.ts';
import type { Comparison } from '../../contract/comparison.ts';
import { worstFirst } from '../../contract/presentation/forest-rows.ts';
import { outcomesByStratum } from '../../contract/presentation/outcome-words.ts';
import { runWords } from '../../contract/presentation/part-words.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { methodParagraph } from '../../report/method-words.ts';
import { decidedCandidate, sentencesOf } from '../../report/report-view.ts';
import { findResults, type FoundResults } from '../comparison-results.ts';
import { planOf } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { pageOfList } from './paging.ts';

type ResultHandlers = Pick<
  Handlers,
  'results.read_comparison' | 'results.list_strata' | 'results.read_costs' | 'results.read_outcomes'
>;

interface Asked {
  readonly comparison: string;
  readonly peek: boolean;
}

export function resultHandlers(context: AppContext): ResultHandlers {
  const find = async ({ comparison, peek }: Asked): Promise<Result<FoundResults>> => {
    const plan = planOf(context.store, comparison);
    return plan.ok ? findResults(context, plan.data, peek) : plan;
  };
  return {
    'results.read_comparison': async (asked) => mapped(await find(asked), comparisonView),
    'results.list_strata': async ({ candidate, page, ...asked }) => {
      const found = await find(asked);
      if (!found.ok) return found;
      const one = found.data.report.candidates.find(({ name }) => name === candidate);
      if (!one)
        return failure('comparison_unknown', `The plan has no candidate ${candidate} beside its baseline.`);
      return success(pageOfList(worstFirst(one.comparison?.strata ?? []), page));
    },
    'results.read_costs': async (asked) =>
      mapped(await find(asked), ({ report }) => {
        const { candidates, baseline } = report.plan.plan;
        const order = [baseline, ...candidates.map(({ name }) => name).filter((name) => name !== baseline)];
        return {
          rows: order.map((candidate) => {
            const cost = report.runs.find(
              ({ key }) => key.candidate === candidate && key.replicate === 1,
            )?.cost;
            return {
              candidate,
              isBaseline: candidate === baseline,
              fileSize: cost?.fileSize ?? null,
              memory: cost?.memory ?? null,
              tokensPerSecond: cost?.tokensPerSecond ?? null,
              seconds: cost?.seconds ?? null,
              promptTokens: cost?.promptTokens ?? 0,
              generatedTokens: cost?.generatedTokens ?? 0,
            };
          }),
        };
      }),
    'results.read_outcomes': async (asked) => mapped(await find(asked), outcomesView),
  };
}

/** Strata whose outputs are listed one by one; all of them are in the reports. */
const mostStrata = 200;

function outcomesView({ report }: FoundResults) {
  const { touched, whole } = outcomesByStratum(
    report.runs.map(({ key, outcomes, strata }) => ({
      name: runWords(key),
      counts: outcomes,
      strata: strata.map((one) => ({ stratum: one.stratum, counts: one.outcomes })),
    })),
  );
  return {
    items: report.items.asked,
    rows: report.runs.map(({ key, outcomes }) => ({
      key,
      isBaseline: key.candidate === report.plan.plan.baseline,
      counts: outcomes,
    })),
    strata: touched
      .slice(0, mostStrata)
      .map(({ stratum, runs }) => ({ stratum, runs: runs.map((run) => ({ ...run })) })),
    whole: whole.length,
    left: Math.max(0, touched.length - mostStrata),
  };
}

function mapped<T, R>(result: Result<T>, view: (data: T) => R): Result<R> {
  return result.ok ? success(view(result.data)) : result;
}

function comparisonView({ report, rerun, peeked }: FoundResults) {
  const { plan, hash, registeredAt } = report.plan;
  return {
    comparison: hash,
    baseline: plan.baseline,
    candidates: report.candidates.map((candidate) => {
      const { text, rest } = sentencesOf(report, candidate);
      return {
        candidate: candidate.name,
        overall: candidate.comparison === null ? null : withoutStrata(candidate.comparison),
        reason: candidate.reason,
        sentences: { first: text, rest: [...rest] },
        accepted: candidate.accepted.map(({ what, acceptedAt }) => ({
          setting: what,
          requested: '',
          resolved: '',
          acceptedAt,
        })),
        strata: candidate.comparison?.strata.length ?? 0,
      };
    }),
    rerun: rerun === null ? null : withoutStrata(rerun),
    selected: decidedCandidate(report)?.name ?? null,
    peeked,
    peeks: report.peeks,
    planHash: hash,
    registeredAt,
    heldOutReadings: report.items.heldOutReadings ?? 0,
    method: methodParagraph(report).join('\n\n'),
  };
}

function withoutStrata(comparison: Comparison): Omit<Comparison, 'strata'> {
  return Object.fromEntries(
    Object.entries(comparison).filter(([name]) => name !== 'strata'),
  ) as unknown as Omit<Comparison, 'strata'>;
}
