/**
 * The limit: llama.cpp's decoding alone, all sequences with the same lengths and begun together, nothing drawn, read or
 * written out.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Measured, Participant, Workload } from './measured.ts';
import type { Programs } from './programs.ts';

const row = z.object({ t: z.number() });

/** What an answer asks of the decoder: whole tokens, the mean over all answers. */
export interface Lengths {
  readonly prompt: number;
  /** Generated tokens that are decoded again. */
  readonly generated: number;
}

export function openBatchedBench(work: Workload, programs: Programs, lengths: Lengths): Participant {
  const { weights, parallel, flashAttention, context } = work;
  return {
    name: `llama-batched-bench, ${programs.library}`,
    async round(): Promise<Measured> {
      const { stdout } = await promisify(execFile)(
        join(programs.folder, 'llama-batched-bench'),
        [
          ...['--model', weights, '--threads', '1', '--threads-batch', '1'],
          ...['--ctx-size', String(context * parallel), '--batch-size', '512', '--ubatch-size', '512'],
          ...['--flash-attn', flashAttention ? 'on' : 'off', '--output-format', 'jsonl'],
          ...['-npp', String(lengths.prompt), '-ntg', String(lengths.generated)],
          // The first of three runs is cold.
          ...['-npl', [parallel, parallel, parallel].join(',')],
        ],
        programs.options,
      );
      const times = stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => row.parse(JSON.parse(line)).t);
      if (times.length === 0) throw new Error('llama-batched-bench printed no times');
      const seconds = Math.min(...times);
      return { items: parallel, tokens: parallel * lengths.generated, seconds, decodeSeconds: seconds };
    },
    close: () => Promise.resolve(),
  };
}
