/** Feeds a model answers that are given, and keeps its logits at their tokens. */
import { setImmediate as turn } from 'node:timers/promises';
import { failure, success, type Result } from '../../../../contract/result.ts';
import { withSystem } from '../../../prompt-identity.ts';
import type { Followed, FollowedTokens, FollowQuestion } from '../../../tracer.ts';
import type { Vocabulary } from '../answer.ts';
import type { DirectContext } from './context.ts';
import { RowFile } from './row-file.ts';
import { sequenceTokens } from './sequence-tokens.ts';

/** Rows of logits that are held at a time: few, so that memory stays flat whatever the vocabulary. */
const rowsAtOnce = 16;

/** What the first sequence of a context holds after an answer was followed. */
const held = new WeakMap<DirectContext, readonly number[]>();

/** To be told of whatever else uses the first sequence. */
export function forgetFollowed(context: DirectContext): void {
  held.delete(context);
}

/** One answer after the other in the first sequence. @param stopped looked at after every answer */
export async function follow(
  vocabulary: Vocabulary,
  context: DirectContext,
  { answers, file }: FollowQuestion,
  stopped: () => boolean,
): Promise<Result<Followed>> {
  const { settings } = vocabulary.candidate;
  return RowFile.use(file, async (out) => {
    let rows = 0;
    for (const answer of answers) {
      if (stopped()) return failure('interrupted', 'Stopped on request.', { next: 'Start it again.' });
      const prompt = promptTokens(vocabulary, answer);
      if (!prompt.ok) return prompt;
      const { tokens, from = 0 } = answer;
      // The last token is only drawn; nothing follows it that would have to read it.
      const all = [...prompt.data, ...tokens.slice(0, -1)];
      if (all.length > settings.context) {
        return failure(
          'usage',
          `An answer of ${tokens.length} tokens after a prompt of ${prompt.data.length} does not fit a context of ${settings.context}.`,
          { next: 'The plan gave the baseline a larger context: compare candidates with the same.' },
        );
      }
      await readThrough(context, all, prompt.data.length - 1 + from, (row) => {
        out.write(row, rows);
        rows += 1;
      });
      await turn();
    }
    return success({ vocabulary: context.vocabulary });
  });
}

function promptTokens(
  { candidate, prompts }: Vocabulary,
  { prompt }: FollowedTokens,
): Result<readonly number[]> {
  if ('tokens' in prompt) return success(prompt.tokens);
  const made = prompts.make(withSystem(prompt, candidate.system));
  return made.ok ? success(made.data.tokens) : made;
}

/** @param first position whose logits are wanted, and those of all after it */
async function readThrough(
  context: DirectContext,
  tokens: readonly number[],
  first: number,
  keep: (row: Float32Array) => void,
): Promise<void> {
  const start = continued(held.get(context) ?? [], tokens, first) ? first : 0;
  held.delete(context);
  if (start === 0) context.clear(0);
  for (let from = start; from < tokens.length;) {
    // Up to the last token of the prompt in large pieces, from there on in small ones.
    const to =
      from < first
        ? Math.min(first, from + context.batch)
        : Math.min(tokens.length, from + Math.min(rowsAtOnce, context.batch));
    const batch = sequenceTokens(tokens.slice(from, to), from, 0, (position) => position >= first);
    await context.decode(batch);
    if (from >= first) for (const index of batch.keys()) keep(context.logits(index));
    from = to;
  }
  held.set(context, tokens);
}

/** The sequence holds just the tokens before the first that is wanted. */
function continued(before: readonly number[], tokens: readonly number[], first: number): boolean {
  return (
    before.length > 0 && before.length === first && before.every((token, place) => token === tokens[place])
  );
}
