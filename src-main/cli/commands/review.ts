import { Command, Option } from 'commander';
import { reviewPlan, type PlanReview, type RatingsFormat } from '../../app/review-plan.ts';
import type { JudgeReview } from '../../contract/judge-review.ts';
import {
  judgeReviewLead,
  judgeReviewRemarks,
  judgeReviewTitle,
} from '../../contract/presentation/judge-review-words.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import {
  judgeTable,
  pairTable,
  raterTable,
  strengthTable,
  type TextTable,
} from '../../contract/presentation/review-tables.ts';
import {
  agreementWords,
  firstShownWords,
  pairMethod,
  reviewLead,
  reviewReasons,
  reviewTitle,
} from '../../contract/presentation/review-words.ts';
import type { ReviewFigures } from '../../contract/review.ts';
import { answer, columns } from '../answer.ts';
import { onInterrupt } from '../interruption.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';
import { PlanProgress } from '../progress.ts';

interface ReviewOptions extends DataOption, JsonOption {
  readonly elo?: boolean;
  readonly export?: RatingsFormat;
  readonly out: string;
  readonly limit?: number;
  readonly askJudge?: boolean;
  readonly candidate?: string;
  readonly items?: number;
}

export function reviewCommand(): Command {
  return new Command('review')
    .description(
      "What people preferred, who chose blind between two answers in the app; and what the plan's judge chose.",
    )
    .argument('<plan>', 'the plan file, or the beginning of its hash')
    .option('--elo', "strengths on Elo's scale as well")
    .addOption(
      new Option(
        '--export <format>',
        'write every choice to a file, and what the judge said to another',
      ).choices(['csv', 'jsonl']),
    )
    .option('--out <dir>', 'the folder of that file', '.')
    .option('--ask-judge', "have the plan's judge compare answers with the baseline's first, in both orders")
    .option('--candidate <name>', 'with --ask-judge: this candidate only')
    .option('--items <n>', 'with --ask-judge: so many items of each pair, drawn by the plan', positiveInteger)
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: ReviewOptions) => {
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      const toFile = options.export === undefined ? null : { format: options.export, folder: options.out };
      if (options.askJudge !== true) {
        answer(await reviewPlan(options.data, reference, toFile), options, (found) =>
          words(found, options.elo === true),
        );
        return;
      }
      const progress = new PlanProgress();
      const { signal, release } = onInterrupt();
      const reviewed = await reviewPlan(options.data, reference, toFile, {
        ...(options.candidate === undefined ? {} : { candidate: options.candidate }),
        ...(options.items === undefined ? {} : { items: options.items }),
        signal,
        report: (event) => {
          progress.show(event);
        },
      });
      release();
      progress.end();
      answer(reviewed, options, (found) => words(found, options.elo === true));
    });
}

function words({ plan, review, judge, exported, exportedJudge }: PlanReview, elo: boolean): string {
  return [
    plan.decision,
    ...(review === null ? ['Nobody has rated answers yet.'] : peopleWords(review, elo)),
    ...(judge === null ? [] : ['', ...judgeWords(judge)]),
    ...(exported === null
      ? []
      : ['', `${formatCount(exported.ratings)} choices written to ${exported.path}`]),
    ...(exportedJudge === null
      ? []
      : [`${formatCount(exportedJudge.answers)} answers of the judge written to ${exportedJudge.path}`]),
  ].join('\n');
}

function peopleWords(review: ReviewFigures, elo: boolean): readonly string[] {
  const first = firstShownWords(review);
  return [
    `${reviewTitle(review)}.`,
    '',
    reviewLead(review),
    '',
    textColumns(strengthTable(review, elo)),
    ...reviewReasons(review),
    '',
    textColumns(pairTable(review)),
    pairMethod,
    '',
    textColumns(raterTable(review)),
    '',
    agreementWords(review),
    ...(first === null ? [] : [first]),
  ];
}

function judgeWords(judge: JudgeReview): readonly string[] {
  return [
    `${judgeReviewTitle}.`,
    '',
    judgeReviewLead(judge),
    '',
    textColumns(judgeTable(judge)),
    '',
    ...judgeReviewRemarks(judge),
  ];
}

function textColumns({ heads, rows }: TextTable): string {
  return columns([heads, ...rows.map(({ cells }) => cells)]);
}
