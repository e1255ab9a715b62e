/** How the numbers were made, and what was decided before them. */
import { formatCount, formatPointsSize, formatTime } from '../../contract/presentation/numbers.ts';
import { lookRuleWords } from '../../contract/presentation/look-words.ts';
import { ruleWords } from '../../contract/presentation/repeat-words.ts';
import { methodParagraph } from '../method-words.ts';
import type { ReportInput } from '../report-input.ts';
import { acceptedOf, itemsWords, timesWords } from '../report-view.ts';
import type { Markup } from './markup.ts';
import { foreign, markup } from './markup.ts';

export function plan(input: ReportInput): Markup {
  const { plan: registered, hash, registeredAt } = input.plan;
  const { guardRail } = registered;
  const { version } = input.items;
  const strata = Object.entries(guardRail.strata)
    .map(([name, margin]) => `${name} ${formatPointsSize(margin)}`)
    .join(', ');
  const facts: (readonly [string, string])[] = [
    ['Decision', registered.decision],
    ['Registered', `${formatTime(registeredAt)}, sha256 ${hash}`],
    [
      'Items',
      `${itemsWords(input)}; the set holds ${formatCount(version.counts.items)} (${formatCount(version.counts.dev)} dev, ${formatCount(version.counts.heldOut)} held out), frozen ${formatTime(version.frozenAt)}, sha256 ${version.hash}`,
    ],
    ['Strata', input.items.strata.map(({ stratum, items }) => `${stratum} ${formatCount(items)}`).join(', ')],
    [
      'Guard rail',
      [
        `${formatPointsSize(guardRail.margin)} points overall`,
        ...(strata === '' ? [] : [`must pass: ${strata}`]),
        ...(guardRail.everyStratum === undefined
          ? []
          : [`every other stratum ${formatPointsSize(guardRail.everyStratum)}`]),
        `at most ${formatPointsSize(guardRail.maxMissing)} % of pairs missing`,
      ].join('; '),
    ],
    [
      'Runs',
      `${registered.baseline} ${timesWords(registered.replicates)}, every candidate once, ${formatCount(registered.samples)} ${registered.samples === 1 ? 'sample' : 'samples'} an item`,
    ],
    ...(registered.repeatRule === undefined
      ? []
      : [['Simple rule', ruleWords(registered.repeatRule)] as const]),
    ...(registered.looks === undefined ? [] : [['Looks', lookRuleWords] as const]),
    ...(input.items.heldOutReadings === null
      ? []
      : [['Held-out items', `read by registered plans ${timesWords(input.items.heldOutReadings)}`] as const]),
    ...input.candidates.flatMap((candidate) =>
      acceptedOf(input, candidate).map(
        ({ what, acceptedAt }) =>
          ['Accepted', `${candidate.name}: ${what}, ${formatTime(acceptedAt)}`] as const,
      ),
    ),
  ];
  return markup`<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${foreign(value)}</dd>`)}</dl>`;
}

export function method(input: ReportInput): Markup {
  return markup`${methodParagraph(input).map((text) => markup`<p class="method">${text}</p>`)}`;
}
