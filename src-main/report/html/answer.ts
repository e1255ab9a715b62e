/** The head of the report: what was decided, what to know before the results, and the answer in words. */
import { verdictMark } from '../../contract/presentation/verdict-marks.ts';
import { formatDay, formatPointsSize, formatTime } from '../../contract/presentation/numbers.ts';
import { remeasureTitle } from '../../contract/presentation/repeat-words.ts';
import type { ReportInput } from '../report-input.ts';
import type { DifferingSetting } from '../report-view.ts';
import {
  answerOf,
  differingSettingsOf,
  differingTitle,
  itemsWords,
  remeasureNext,
  remeasureOf,
  sentencesOf,
  timesWords,
  unfinishedWords,
} from '../report-view.ts';
import type { Markup } from './markup.ts';
import { foreign, markup } from './markup.ts';
import { glyph, wideTable } from './marks.ts';

export function decision(input: ReportInput): Markup {
  const { plan, registeredAt } = input.plan;
  const last = input.runs
    .flatMap(({ sittings }) => sittings.map(({ endedAt }) => endedAt))
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  const facts = [
    itemsWords(input),
    `guard rail ${formatPointsSize(plan.guardRail.margin)} points`,
    `plan registered ${formatDay(registeredAt)}`,
    ...(last === undefined ? [] : [`outputs until ${formatTime(last)}`]),
  ];
  return markup`<div class="decision"><h1>${foreign(plan.decision)}</h1><p class="small muted">${facts.join(', ')}</p></div>`;
}

/** What a reader has to know before the results: unfinished runs, earlier looks, settings that were not met. */
export function notices(input: ReportInput): Markup {
  const unfinished = unfinishedWords(input);
  return markup`${unfinished === null ? null : markup`<div class="notice attention"><p>${unfinished}</p></div>`}
${input.peeks === 0 ? null : markup`<div class="notice"><p>Results were looked at ${timesWords(input.peeks)} before every run had ended.</p></div>`}
${settingsNotice(differingSettingsOf(input))}
${remeasureNotice(input)}`;
}

function remeasureNotice(input: ReportInput): Markup | null {
  const reasons = remeasureOf(input);
  if (reasons.length === 0) return null;
  return markup`<div class="notice attention"><h2>${remeasureTitle}</h2><p>${reasons.join(' ')} ${remeasureNext(input)}</p></div>`;
}

function settingsNotice(settings: readonly DifferingSetting[]): Markup | null {
  if (settings.length === 0) return null;
  const title = differingTitle(settings);
  const attention = settings.some(({ all }) => !all) ? ' attention' : '';
  return markup`<div class="notice${attention}"><h2>${title}</h2>
${wideTable(
  title,
  '',
  markup`<table><thead><tr><th scope="col">Run</th><th scope="col">Setting</th><th scope="col" class="num">Asked for</th><th scope="col" class="num">Got</th><th scope="col">What it means</th></tr></thead><tbody>
${settings.map(settingRow)}
</tbody></table>`,
)}</div>`;
}

function settingRow({ runs, all, name, requested, resolved, meaning }: DifferingSetting): Markup {
  const who = all && runs.length > 1 ? `all ${runs.length} runs` : runs.join(', ');
  return markup`<tr><th scope="row">${who}</th><td>${name}</td><td class="num">${requested}</td><td class="num"><b>${resolved}</b></td><td class="soft">${meaning}</td></tr>
`;
}

/** The answer to the plan, then every candidate's verdict as sentences that can be read aloud. */
export function answer(input: ReportInput): Markup {
  const found = answerOf(input);
  if (found === null) return markup`<p>The plan has no candidate beside its baseline.</p>`;
  if (found.single !== null) {
    const { text, verdict, rest } = sentencesOf(input, found.single);
    return markup`<section class="answer" id="answer" aria-label="Verdict"><h2 class="big">${glyph(verdictMark(verdict))}${text}</h2><p>${rest.join(' ')}</p></section>`;
  }
  return markup`<section class="answer" id="answer" aria-label="Verdict"><h2 class="big">${found.text}</h2>
<ul class="verdicts">${input.candidates.map((candidate) => {
    const { text, verdict, rest } = sentencesOf(input, candidate);
    return markup`<li>${glyph(verdictMark(verdict))}<div><p class="say">${text}</p><p>${rest.join(' ')}</p></div></li>
`;
  })}</ul></section>`;
}
