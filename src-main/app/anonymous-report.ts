/** A report without the names of people, machines and folders: for showing it outside. */
import type { Candidate } from '../contract/candidate.ts';
import type { Manifest } from '../contract/manifest.ts';
import { judgeName } from '../experiment/judging/calibrate.ts';
import type { ReportInput } from '../report/report-input.ts';

/**
 * Host name, folders of the weights, names of raters and process numbers are replaced; hashes, hardware and settings stay, since the
 * numbers mean nothing without them. Prompts and outputs are the person's own to leave out (examples: 0).
 */
export function anonymousReport(input: ReportInput): ReportInput {
  const { plan } = input.plan;
  return {
    ...input,
    plan: {
      ...input.plan,
      plan: {
        ...plan,
        candidates: plan.candidates.map(anonymousCandidate),
        ...(plan.judge === undefined ? {} : { judge: anonymousCandidate(plan.judge) }),
      },
    },
    runs: input.runs.map((run) => ({
      ...run,
      sittings: run.sittings.map((sitting) => ({
        ...sitting,
        manifest: anonymousManifest(sitting.manifest),
      })),
    })),
    judge: input.judge && {
      ...input.judge,
      ...(plan.judge === undefined ? {} : { judge: judgeName(anonymousCandidate(plan.judge)) }),
      raters: input.judge.raters.map((rater, index) => ({ ...rater, rater: `Rater ${index + 1}` })),
    },
    divergence: input.divergence && {
      ...input.divergence,
      left: input.divergence.left.map((one) => ({ ...one, reason: withoutFolders(one.reason) })),
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
  return {
    ...candidate,
    endpoint: anonymousEndpoint,
    ...(tokenizer ? { tokenizer: { ...tokenizer, file: fileName(tokenizer.file) } } : {}),
  };
}

function anonymousManifest(manifest: Manifest): Manifest {
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
    loadLog: manifest.loadLog.map(withoutFolders),
  };
}

function withoutFolders(text: string): string {
  return text.replace(/(?:[A-Za-z]:)?[/\\][^\s'":]*[/\\]/g, '…/');
}

const anonymousEndpoint = 'an endpoint';

function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
