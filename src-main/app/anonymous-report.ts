/** A report without the names of people, machines and folders: for showing it outside. */
import type { Manifest } from '../contract/manifest.ts';
import type { ReportInput } from '../report/report-input.ts';

/**
 * Host name, folders of the weights and process numbers are replaced; hashes, hardware and settings stay, since the
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
        candidates: plan.candidates.map((candidate) => ({
          ...candidate,
          weights: fileName(candidate.weights),
        })),
      },
    },
    runs: input.runs.map((run) => ({
      ...run,
      sittings: run.sittings.map((sitting) => ({
        ...sitting,
        manifest: anonymousManifest(sitting.manifest),
      })),
    })),
  };
}

function anonymousManifest(manifest: Manifest): Manifest {
  return {
    ...manifest,
    machine: { ...manifest.machine, hostname: 'this machine' },
    processId: 0,
    loadLog: manifest.loadLog.map((line) => line.replace(/(?:[A-Za-z]:)?[/\\][^\s'":]*[/\\]/g, '…/')),
  };
}

function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
