/** What the tables of judgements of one answer, and of pairs, have in common. */
import type { Judgement } from '../contract/judging.ts';
import type { FinishReason } from '../contract/output.ts';
import type { Failure } from '../contract/result.ts';

export interface SaidRow {
  readonly item: string;
  readonly finish: FinishReason;
  readonly prompt_hash: string;
  readonly prompt_tokens: number;
  readonly generated_tokens: number;
  readonly total_ms: number;
  readonly error: string | null;
  readonly text: string;
}

/** What a judge said, and of which item, without what it was about. */
export function saidOf(row: SaidRow): Omit<Judgement, 'sample'> {
  return {
    itemId: row.item,
    text: row.text,
    finish: row.finish,
    promptHash: row.prompt_hash,
    promptTokens: row.prompt_tokens,
    generatedTokens: row.generated_tokens,
    totalMs: row.total_ms,
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as Failure }),
  };
}
