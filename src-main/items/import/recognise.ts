/** Which of the known shapes a file has. */
import { failure, success, type Result } from '../../contract/result.ts';
import type { FileHead, Shape } from './shape.ts';
import { arc } from './shapes/arc.ts';
import { openaiChat, sharegpt } from './shapes/chat-logs.ts';
import { humaneval, mbpp } from './shapes/code-tasks.ts';
import { gsm8k } from './shapes/gsm8k.ts';
import { hellaswag } from './shapes/hellaswag.ts';
import { ifeval } from './shapes/ifeval.ts';
import { inspectLog } from './shapes/inspect-log.ts';
import { instructions } from './shapes/instructions.ts';
import { itemRecords } from './shapes/item-records.ts';
import { lmEvalSamples } from './shapes/lm-eval-samples.ts';
import { mmluPro } from './shapes/mmlu-pro.ts';
import { mmlu, mmluCsv } from './shapes/mmlu.ts';
import { suite } from './shapes/suite.ts';
import { truthfulqa } from './shapes/truthfulqa.ts';
import type { FileFormat } from './sniff-format.ts';

export const shapes: readonly Shape[] = [
  itemRecords, lmEvalSamples, inspectLog, suite, openaiChat, sharegpt, gsm8k, mmluCsv, mmlu, mmluPro, arc, hellaswag,
  truthfulqa, humaneval, mbpp, ifeval, instructions,
]; // prettier-ignore

export interface RecognisedShape {
  readonly format: FileFormat;
  readonly shape: string;
  readonly title: string;
  /** 0 to 1. Below `sureEnough` the person is asked. */
  readonly confidence: number;
  readonly reasons: readonly string[];
  /** What else it might be, the likelier first. */
  readonly others: readonly { readonly shape: string; readonly title: string; readonly confidence: number }[];
}

/** From here on a file is imported without a question. */
export const sureEnough = 0.7;

/** The likeliest shape, or null when nothing speaks for any. */
export function recognise(head: FileHead): RecognisedShape | null {
  const found = shapes
    .flatMap((shape) => {
      const recognition = shape.recognise(head);
      return recognition === null ? [] : [{ shape, ...recognition }];
    })
    .sort((one, other) => other.confidence - one.confidence);
  const [best, ...others] = found;
  if (best === undefined) return null;
  return {
    format: head.sniffed.format,
    shape: best.shape.name,
    title: best.shape.title,
    confidence: best.confidence,
    reasons: best.reasons,
    others: others.map(({ shape, confidence }) => ({ shape: shape.name, title: shape.title, confidence })),
  };
}

/** The shape of that name. Fails with `usage`. */
export function shapeByName(name: string): Result<Shape> {
  const shape = shapes.find((one) => one.name === name);
  if (shape !== undefined) return success(shape);
  return failure('usage', `${JSON.stringify(name)} is no known shape.`, {
    next: `Use one of ${shapes.map((one) => one.name).join(', ')}.`,
  });
}
