import { Command, Option } from 'commander';
import { reviewPlan, type PlanReview, type RatingsFormat } from '../../app/review-plan.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import {
  agreementWords,
  eloCells,
  eloHeads,
  firstShownWords,
  pairCells,
  pairHeads,
  pairMethod,
  partName,
  raterCells,
  raterHeads,
  reviewLead,
  reviewReasons,
  reviewTitle,
  strengthCells,
  strengthHeads,
} from '../../contract/presentation/review-words.ts';
import { answer, columns } from '../answer.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';

interface ReviewOptions extends DataOption, JsonOption {
  readonly elo?: boolean;
  readonly export?: RatingsFormat;
  readonly out: string;
  readonly limit?: number;
}

export function reviewCommand(): Command {
  return new Command('review')
    .description('What people preferred, who chose blind between two answers in the app.')
    .argument('<plan>', 'the plan file, or the beginning of its hash')
    .option('--elo', "strengths on Elo's scale as well")
    .addOption(new Option('--export <format>', 'write every choice to a file').choices(['csv', 'jsonl']))
    .option('--out <dir>', 'the folder of that file', '.')
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: ReviewOptions) => {
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      const toFile = options.export === undefined ? null : { format: options.export, folder: options.out };
      answer(await reviewPlan(options.data, reference, toFile), options, (found) =>
        words(found, options.elo === true),
      );
    });
}

function words({ plan, review, exported }: PlanReview, elo: boolean): string {
  const { reference, overall, strata } = review;
  const first = firstShownWords(review);
  return [
    plan.decision,
    `${reviewTitle(review)}.`,
    '',
    reviewLead(review),
    '',
    columns([
      ['Part', ...strengthHeads(reference), ...(elo ? eloHeads : [])],
      ...[overall, ...strata].flatMap((part) =>
        part.strengths.map((row) => [
          partName(part),
          ...strengthCells(row, reference),
          ...(elo ? eloCells(row) : []),
        ]),
      ),
    ]),
    ...reviewReasons(review),
    '',
    columns([pairHeads, ...review.pairs.map(pairCells)]),
    pairMethod,
    '',
    columns([raterHeads, ...review.raters.map(raterCells)]),
    '',
    agreementWords(review),
    ...(first === null ? [] : [first]),
    ...(exported === null
      ? []
      : ['', `${formatCount(exported.ratings)} choices written to ${exported.path}`]),
  ].join('\n');
}
