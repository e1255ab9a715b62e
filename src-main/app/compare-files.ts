/** The paired analysis of score files that were made anywhere. */
import { readFile } from 'node:fs/promises';
import type { Comparison } from '../contract/comparison.ts';
import type { GuardRail } from '../contract/plan.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { compareScores, usualResamples } from '../experiment/comparison/compare-scores.ts';
import type { SampleScore } from '../experiment/comparison/sample-scores.ts';
import { parseScoreFile } from '../experiment/comparison/score-file.ts';

export interface ScoreFiles {
  readonly baseline: string;
  readonly candidate: string;
  /** The baseline run again, in order. */
  readonly reruns: readonly string[];
}

export interface CompareChoices {
  /** Null: nothing is decided, all is measured. */
  readonly guardRail: GuardRail | null;
  readonly seed: number;
  readonly resamples?: number;
}

export async function compareFiles(files: ScoreFiles, choices: CompareChoices): Promise<Result<Comparison>> {
  const read: SampleScore[][] = [];
  for (const path of [files.baseline, files.candidate, ...files.reruns]) {
    const scores = await readScores(path);
    if (!scores.ok) return scores;
    read.push([...scores.data]);
  }
  const [baseline = [], candidate = [], ...reruns] = read;
  return success(
    compareScores({
      baseline,
      candidate,
      reruns,
      guardRail: choices.guardRail,
      seed: choices.seed,
      resamples: choices.resamples ?? usualResamples,
    }),
  );
}

async function readScores(path: string): Promise<Result<readonly SampleScore[]>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return failure(
      code === 'ENOENT' ? 'file_not_found' : 'file_unreadable',
      `${path} cannot be read (${code}).`,
      { next: 'Check the path.', where: { file: path }, detail: code },
    );
  }
  return parseScoreFile(bytes.toString('utf8'), path);
}
