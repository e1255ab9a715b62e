import { Command } from 'commander';
import { passAtKOfLines } from '../../app/pass-at-k.ts';
import { scoreFiles } from '../../app/score-files.ts';
import { passAtKLine } from '../../contract/presentation/pass-at-k-words.ts';
import { exitCodeOfFailure, exitCodes } from '../exit-codes.ts';
import { failureText, note, print } from '../terminal.ts';

export function scoreCommand(): Command {
  return new Command('score')
    .description('Score stored outputs: one JSON line for each, {"id","sample","outcome","score","reason"}.')
    .argument('<items>', 'item file (JSONL)')
    .argument('<outputs>', 'output file (JSONL)')
    .action(async (items: string, outputs: string) => {
      const scored = await scoreFiles(items, outputs);
      if (!scored.ok) {
        note(failureText(scored.error));
        process.exitCode = exitCodeOfFailure(scored.error);
        return;
      }
      for (const { id, sample, outcome, score, reason } of scored.data.lines)
        print(JSON.stringify({ id, sample, outcome, score, reason }));
      const rates = passAtKOfLines(scored.data.lines);
      if (rates !== null) note(passAtKLine({ candidate: 'Several samples', copies: false, rates }));
      const { unanswered } = scored.data;
      if (unanswered.length > 0)
        note(`${unanswered.length} items have no output, the first is ${unanswered[0] ?? ''}.`);
      process.exitCode = exitCodes.done;
    });
}
