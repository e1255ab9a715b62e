/** Feeds a model answers that are given, and keeps its logits at every token of them. */
import { setImmediate as turn } from 'node:timers/promises';
import { failure, success, type Result } from '../../../../contract/result.ts';
import { withSystem } from '../../../prompt-identity.ts';
import type { Followed, FollowQuestion } from '../../../tracer.ts';
import type { Vocabulary } from '../answer.ts';
import type { BatchToken, DirectContext } from './context.ts';
import { RowFile } from './row-file.ts';

/** Rows of logits that are held at a time: few, so that memory stays flat whatever the vocabulary. */
const rowsAtOnce = 16;

/** One answer after the other in the first sequence. @param stopped looked at after every answer */
export async function follow(
  { candidate, prompts }: Vocabulary,
  context: DirectContext,
  { answers, file }: FollowQuestion,
  stopped: () => boolean,
): Promise<Result<Followed>> {
  return RowFile.use(file, async (out) => {
    let rows = 0;
    for (const { messages, tokens } of answers) {
      if (stopped()) return failure('interrupted', 'Stopped on request.', { next: 'Start it again.' });
      const prompt = prompts.make(withSystem(messages, candidate.system));
      if (!prompt.ok) return prompt;
      // The last token is only drawn; nothing follows it that would have to read it.
      const all = [...prompt.data.tokens, ...tokens.slice(0, -1)];
      if (all.length > candidate.settings.context) {
        return failure(
          'usage',
          `An answer of ${tokens.length} tokens after a prompt of ${prompt.data.tokens.length} does not fit a context of ${candidate.settings.context}.`,
          { next: 'The plan gave the baseline a larger context: compare candidates with the same.' },
        );
      }
      await readThrough(context, all, prompt.data.tokens.length - 1, (row) => {
        out.write(row, rows);
        rows += 1;
      });
      await turn();
    }
    return success({ vocabulary: context.vocabulary });
  });
}

/** @param first position whose logits are wanted, and those of all after it */
async function readThrough(
  context: DirectContext,
  tokens: readonly number[],
  first: number,
  keep: (row: Float32Array) => void,
): Promise<void> {
  context.clear(0);
  for (let from = 0; from < tokens.length;) {
    // Up to the last token of the prompt in large pieces, from there on in small ones.
    const to =
      from < first
        ? Math.min(first, from + context.batch)
        : Math.min(tokens.length, from + Math.min(rowsAtOnce, context.batch));
    const batch: BatchToken[] = tokens.slice(from, to).map((token, offset) => ({
      token,
      position: from + offset,
      sequence: 0,
      output: from + offset >= first,
    }));
    await context.decode(batch);
    if (from >= first) for (const index of batch.keys()) keep(context.logits(index));
    from = to;
  }
}
