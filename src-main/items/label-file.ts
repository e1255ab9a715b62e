/** Label files (JSONL): people's grades of a plan's outputs. */
import { z } from 'zod';
import { failure, success, type Result } from '../contract/result.ts';
import { answerRecords } from './answer-records.ts';
import { BrokenRecords } from './broken-records.ts';
import { unkeepable } from './record-text.ts';
import { firstIssue } from './schema-issue.ts';

export interface FileLabel {
  readonly itemId: string;
  readonly candidate: string;
  /** 1-based. */
  readonly replicate: number;
  /** 0-based. */
  readonly sample: number;
  readonly rater: string;
  readonly grade: string;
  readonly line: number;
}

const recordSchema = z.object({
  id: z.string().min(1),
  candidate: z.string().min(1),
  grade: z.union([z.string().min(1), z.number()]),
  rater: z.string().trim().min(1).max(100).optional(),
  replicate: z.int().min(1).optional(),
  sample: z.int().min(0).optional(),
});

/** Who graded where a line does not say. */
const nobody = 'file';
const needs =
  'Write one label a line, with "id", "candidate" and "grade", and "rater" where there are several.';

/** Fails as reading a file does, and with `outputs_broken` for lines that are no labels, the first of them named. */
export async function readLabelFile(file: string): Promise<Result<readonly FileLabel[]>> {
  const labels: FileLabel[] = [];
  const broken = new BrokenRecords();
  for await (const { fields, where } of answerRecords(file, broken)) {
    const unkept = unkeepable(fields);
    if (unkept !== null) {
      broken.addAt(
        where,
        failure('outputs_broken', `${unkept}.`, { next: 'Take it out of the record.' }).error,
      );
      continue;
    }
    const parsed = recordSchema.safeParse(fields);
    if (!parsed.success) {
      const { field, what } = firstIssue(parsed.error);
      const message = `${field === '' ? 'the record' : field}: ${what}.`;
      broken.addAt(where, failure('outputs_broken', message, { next: needs }).error);
      continue;
    }
    const { id, candidate, grade, rater = nobody, replicate = 1, sample = 0 } = parsed.data;
    labels.push({
      itemId: id,
      candidate,
      replicate,
      sample,
      rater,
      grade: String(grade),
      line: where.line ?? 0,
    });
  }
  const wrong = broken.summary();
  if (wrong) return { ok: false, error: wrong };
  if (labels.length > 0) return success(labels);
  return failure('outputs_broken', `${file} holds no labels.`, {
    next: needs,
    where: { file },
  });
}
