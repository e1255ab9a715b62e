/** The report as one HTML file: no script, nothing loaded from anywhere, readable on any machine and on paper. */
import { judgeReviewTitle } from '../contract/presentation/judge-review-words.ts';
import { formatTime } from '../contract/presentation/numbers.ts';
import { answer, decision, notices } from './html/answer.ts';
import { cases } from './html/cases.ts';
import { costCharts, costChoiceStyle, costTable } from './html/costs.ts';
import { divergence } from './html/divergence.ts';
import { forest } from './html/forest.ts';
import type { Markup } from './html/markup.ts';
import { markup, render, styleElement } from './html/markup.ts';
import { patterns } from './html/marks.ts';
import { judge } from './html/judge.ts';
import { method, plan } from './html/method.ts';
import { numbers } from './html/numbers.ts';
import { ledger, missingScores, strataLedger } from './html/outcomes.ts';
import { passAtK } from './html/pass-at-k.ts';
import { judgeReview } from './html/judge-review.ts';
import { review } from './html/review.ts';
import { reportStyle } from './html/style.ts';
import { whatRan } from './html/what-ran.ts';
import type { ReportInput } from './report-input.ts';

export interface HtmlOptions {
  /** Items shown side by side for each candidate, at most. */
  readonly examples?: number;
  /** Pins the theme; absent: the reader's system decides. */
  readonly theme?: 'light' | 'dark';
}

/** What a reader may look at without scrolling past tens of pages, and what keeps a file below a few megabytes. */
const defaultExamples = 50;

/**
 * The whole report. The answer comes first, then the forest plot, its numbers, cost and outcomes, the items that
 * flipped side by side, what every run ran on, and the method. Settings that were not met stand before the results.
 */
export function htmlReport(input: ReportInput, options: HtmlOptions = {}): string {
  const { examples = defaultExamples, theme } = options;
  const { decision: title } = input.plan.plan;
  const page = markup`<!doctype html>
<html lang="en"${theme === undefined ? null : markup` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="Noisefloor ${input.noisefloor}">
<title>${title} - Noisefloor report</title>
${styleElement(`${reportStyle}\n${costChoiceStyle}`)}
</head>
<body>
${patterns}
<header class="page-head"><div class="bar"><span class="brand">${brand}Noisefloor</span><span class="small muted">Report made ${formatTime(input.generatedAt)}</span>${contents}</div></header>
<main>
${decision(input)}
${notices(input)}
${answer(input)}
<section class="section" aria-labelledby="h-plot"><h2 id="h-plot">Where each candidate stands</h2>
${forest(input)}</section>
${section('numbers', 'Numbers', markup`${numbers(input)}${passAtK(input)}`)}
${section('cost', 'Cost and outcomes', costAndOutcomes(input))}
${input.divergence === null ? null : section('divergence', 'Divergence from the baseline', divergence(input.divergence))}
${section('items', 'Items that flipped', cases(input, examples), casesLegend)}
${input.judge === null ? null : section('judge', 'The judge', judge(input.judge))}
${input.review === null ? null : section('review', 'What people preferred', review(input.review))}
${input.judgeReview === null ? null : section('judge-review', judgeReviewTitle, judgeReview(input.judgeReview))}
${section('runs', 'What ran', whatRan(input))}
${section('method', 'Plan and method', markup`${plan(input)}${method(input)}`)}
</main>
<footer class="end-of-page">Made by Noisefloor ${input.noisefloor} from plan ${input.plan.hash.slice(0, 12)}. This file loads nothing from elsewhere.</footer>
</body>
</html>
`;
  return render(page);
}

const casesLegend = markup`Words that only one side has are marked: <span class="d-a">dashed</span> in the baseline’s answer, <span class="d-b">solid</span> in the candidate’s. What the scorer read is <span class="read">shaded</span>.`;

const contents = markup`<nav aria-label="Contents"><a href="#answer">Answer</a><a href="#plot">Plot</a><a href="#numbers">Numbers</a><a href="#cost">Cost</a><a href="#items">Items</a><a href="#runs">What ran</a><a href="#method">Method</a></nav>`;

const brand = markup`<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><rect x="9" y="1" width="6" height="16" fill="currentColor" opacity=".22"/><path d="M12 1v16" stroke="currentColor"/><path d="M1 9h8" stroke="currentColor" stroke-width="1.6"/><circle cx="5" cy="9" r="2.9" fill="currentColor"/></svg>`;

function section(id: string, title: string, body: Markup, lead: Markup | null = null): Markup {
  return markup`<section class="section" id="${id}" aria-labelledby="h-${id}"><h2 id="h-${id}">${title}</h2>${lead === null ? null : markup`<p>${lead}</p>`}
${body}</section>`;
}

function costAndOutcomes(input: ReportInput): Markup {
  return markup`<div class="two">${costCharts(input) ?? markup`<p class="muted">There is nothing to draw: no candidate has both a cost and a change.</p>`}${ledger(input)}</div>
<div class="numbers"><div class="caption"><h3>What every run took</h3><p>Time is wall time spent generating, loading left out. A GB is 10⁹ bytes.</p></div>${costTable(input)}</div>
${strataLedger(input)}${missingScores(input)}`;
}
