/** A report without the names of people, machines and folders: for showing it outside. */
import type { Candidate, EndpointCandidate } from '../contract/candidate.ts';
import type { Manifest } from '../contract/manifest.ts';
import type { Plan } from '../contract/plan.ts';
import type { Failure, Place } from '../contract/result.ts';
import { judgeName } from '../experiment/judging/calibrate.ts';
import type { ReportAnswer, ReportCase, ReportCandidate, ReportInput } from '../report/report-input.ts';

/** Takes out of a sentence what the report does not say. */
type Words = (text: string) => string;

/**
 * Host name, addresses of servers, names of their keys, folders, names of raters and process numbers are replaced, also
 * where a failure tells of them; hashes, hardware and settings stay, since the numbers mean nothing without them. Prompts
 * and outputs are the person's own to leave out (examples: 0).
 */
export function anonymousReport(input: ReportInput): ReportInput {
  const { plan } = input.plan;
  const reader = plan.judge ?? plan.pairJudge;
  const words = wordsOf(plan);
  return {
    ...input,
    plan: {
      ...input.plan,
      plan: {
        ...plan,
        candidates: plan.candidates.map(anonymousCandidate),
        ...(plan.judge === undefined ? {} : { judge: anonymousCandidate(plan.judge) }),
        ...(plan.pairJudge === undefined ? {} : { pairJudge: anonymousCandidate(plan.pairJudge) }),
      },
    },
    runs: input.runs.map((run) => ({
      ...run,
      failure: run.failure && anonymousFailure(run.failure, words),
      sittings: run.sittings.map((sitting) => ({
        ...sitting,
        manifest: anonymousManifest(sitting.manifest, words),
      })),
    })),
    candidates: input.candidates.map((candidate) => anonymousResult(candidate, words)),
    judge: input.judge && {
      ...input.judge,
      ...(plan.judge === undefined ? {} : { judge: judgeName(anonymousCandidate(plan.judge)) }),
      raters: input.judge.raters.map((rater, index) => ({ ...rater, rater: `Rater ${index + 1}` })),
    },
    divergence: input.divergence && {
      ...input.divergence,
      left: input.divergence.left.map((one) => ({ ...one, reason: words(one.reason) })),
    },
    judgeReview: input.judgeReview && {
      ...input.judgeReview,
      ...(reader === undefined ? {} : { judge: judgeName(anonymousCandidate(reader)) }),
    },
    review: input.review && {
      ...input.review,
      raters: input.review.raters.map((rater, index) => ({ ...rater, rater: `Rater ${index + 1}` })),
    },
  };
}

function anonymousCandidate(candidate: Candidate): Candidate {
  if (candidate.engine === 'llama') return { ...candidate, weights: fileName(candidate.weights) };
  const { tokenizer } = candidate;
  const shown: { -readonly [Key in keyof EndpointCandidate]: EndpointCandidate[Key] } = {
    ...candidate,
    endpoint: anonymousEndpoint,
    ...(tokenizer ? { tokenizer: { ...tokenizer, file: fileName(tokenizer.file) } } : {}),
  };
  delete shown.keyVariable;
  delete shown.keyringName;
  return shown;
}

function anonymousFailure({ code, message, next, where, detail }: Failure, words: Words): Failure {
  return {
    code,
    message: words(message),
    ...(next === undefined ? {} : { next: words(next) }),
    ...(where === undefined ? {} : { where: anonymousPlace(where, words) }),
    ...(detail === undefined ? {} : { detail: words(detail) }),
  };
}

function anonymousPlace(where: Place, words: Words): Place {
  const { file, field } = where;
  return {
    ...where,
    ...(file === undefined ? {} : { file: fileName(file) }),
    ...(field === undefined ? {} : { field: words(field) }),
  };
}

function anonymousResult(candidate: ReportCandidate, words: Words): ReportCandidate {
  const { reason, nextStep, accepted, cases } = candidate;
  return {
    ...candidate,
    reason: reason === null ? null : words(reason),
    nextStep: nextStep === null ? null : words(nextStep),
    accepted: accepted.map((difference) => ({ ...difference, what: words(difference.what) })),
    cases: { ...cases, items: cases.items.map((one) => anonymousCase(one, words)) },
  };
}

/** A request that failed tells of the server. */
function anonymousCase(one: ReportCase, words: Words): ReportCase {
  const answered = (answer: ReportAnswer | null): ReportAnswer | null => {
    if (answer?.output.error === undefined) return answer;
    const error = anonymousFailure(answer.output.error, words);
    return { ...answer, output: { ...answer.output, error } };
  };
  return {
    ...one,
    samples: one.samples.map(({ sample, baseline, candidate }) => ({
      sample,
      baseline: answered(baseline),
      candidate: answered(candidate),
    })),
  };
}

function anonymousManifest(manifest: Manifest, words: Words): Manifest {
  return {
    ...manifest,
    machine: { ...manifest.machine, hostname: 'this machine' },
    engine:
      manifest.engine.engine === 'openai'
        ? {
            ...manifest.engine,
            endpoint: anonymousEndpoint,
            root: manifest.engine.root === null ? null : fileName(manifest.engine.root),
          }
        : manifest.engine,
    processId: 0,
    loadLog: manifest.loadLog.map(words),
    ...(manifest.remarks === undefined ? {} : { remarks: manifest.remarks.map(words) }),
  };
}

/** What the plan names is known, whatever characters it has; other addresses and folders are known by their look. */
function wordsOf({ candidates, judge }: Plan): Words {
  const all = judge === undefined ? candidates : [...candidates, judge];
  const files = all.flatMap((one) => (one.engine === 'llama' ? one.weights : (one.tokenizer?.file ?? [])));
  const servers = all.filter((one) => one.engine === 'openai');
  const hosts = servers.flatMap(({ endpoint }) => URL.parse(endpoint)?.hostname ?? []);
  const keys = servers.flatMap(({ keyVariable, keyringName }) => keyVariable ?? keyringName ?? []);
  const replacements = [
    ...files.map((path) => [wholeWord(path), fileName(path)] as const),
    [/https?:\/\/[^\s'"“”<>]*[\w/]/gi, anonymousEndpoint] as const,
    ...hosts.map((host) => [wholeWord(host), 'its host'] as const),
    ...keys.map((key) => [wholeWord(key), 'its key'] as const),
  ];
  return (text) =>
    withoutFolders(replacements.reduce((left, [what, by]) => left.replaceAll(what, () => by), text));
}

function wholeWord(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g');
}

function withoutFolders(text: string): string {
  return text.replace(/(?:[A-Za-z]:)?[/\\][^\s'":]*[/\\]/g, '…/');
}

const anonymousEndpoint = 'an endpoint';

function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
