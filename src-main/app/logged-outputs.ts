/** An old run out of another tool's log, as files that `score` and `compare` read. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failure, success, type Result } from '../contract/result.ts';
import { importItems, planImport, type ImportedItem } from '../items/import/import-file.ts';
import { loggedRun, type LoggedRun } from '../items/import/logged-run.ts';
import { checkFree } from './free-place.ts';

export interface LoggedOutputsRequest {
  readonly file: string;
  /** The shape of the log, where it is not to be recognised. */
  readonly format?: string;
  /** Where the outputs go. */
  readonly out: string;
  /** Where the other tool's own marks go. */
  readonly scores?: string;
  /** Which of its marks; may be left out where it has one. */
  readonly metric?: string;
  readonly replace: boolean;
}

export interface LoggedOutputs {
  readonly out: string;
  readonly outputs: number;
  readonly scores: string | null;
  readonly metric: string | null;
  /** Names of all marks in the log. */
  readonly metrics: readonly string[];
  /** Records that made no item, and have no output here. */
  readonly leftOut: number;
}

/** Fails as an import does, with `usage` for marks that are not there, and with `file_exists`. Nothing is half written. */
export async function writeLoggedOutputs(request: LoggedOutputsRequest): Promise<Result<LoggedOutputs>> {
  const { file, out, scores } = request;
  const free = checkPlaces(request);
  if (!free.ok) return free;
  const plan = await planImport(file, request.format === undefined ? {} : { shape: request.format });
  if (!plan.ok) return plan;
  const records: ImportedItem[] = [];
  let leftOut = 0;
  for await (const batch of importItems(plan.data)) {
    for (const record of batch) {
      if (record.ok) records.push(record.data);
      else leftOut += 1;
    }
  }
  const run = loggedRun(records);
  if (run.outputs.length === 0) {
    return failure('outputs_broken', `${file} holds no outputs of a run.`, {
      next: 'Give a log of lm-evaluation-harness (samples_*.jsonl) or of inspect_ai.',
      where: { file },
    });
  }
  const metric = scores === undefined ? success(null) : chooseMetric(run, request);
  if (!metric.ok) return metric;
  const files = [
    { path: out, rows: run.outputs as readonly object[] },
    ...(scores === undefined || metric.data === null
      ? []
      : [{ path: scores, rows: run.scores(metric.data) as readonly object[] }]),
  ];
  const written = await writeAll(files);
  if (!written.ok) return written;
  return success({
    out,
    outputs: run.outputs.length,
    scores: scores ?? null,
    metric: metric.data,
    metrics: run.metrics,
    leftOut,
  });
}

function checkPlaces({ file, out, scores, replace }: LoggedOutputsRequest): Result<void> {
  const targets = [out, ...(scores === undefined ? [] : [scores])];
  const places = [file, ...targets].map((path) => resolve(path));
  if (new Set(places).size < places.length) {
    return failure('usage', 'The log, the outputs and the scores are three files.', {
      next: 'Give each a name of its own.',
    });
  }
  return checkFree(targets, replace);
}

function chooseMetric({ metrics }: LoggedRun, { file, metric }: LoggedOutputsRequest): Result<string> {
  const [only] = metrics;
  if (metric !== undefined && metrics.includes(metric)) return success(metric);
  if (metric === undefined && only !== undefined && metrics.length === 1) return success(only);
  const listed = metrics.length === 0 ? 'none' : metrics.join('; ');
  return failure(
    'usage',
    metric === undefined
      ? `${file} has several marks, or none: ${listed}.`
      : `${file} has no mark called ${metric}.`,
    { next: `Name one with --metric. There are: ${listed}.`, where: { file } },
  );
}

/** All of them, or none. */
async function writeAll(
  files: readonly { readonly path: string; readonly rows: readonly object[] }[],
): Promise<Result<void>> {
  try {
    for (const { path, rows } of files)
      await writeFile(`${path}.partial`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    for (const { path } of files) await rename(`${path}.partial`, path);
    return success(undefined);
  } catch (error) {
    for (const { path } of files) await rm(`${path}.partial`, { force: true });
    return failure('file_unwritable', `The outputs could not be written: ${(error as Error).message}`, {
      next: 'Choose a folder that is there and has room.',
    });
  }
}
