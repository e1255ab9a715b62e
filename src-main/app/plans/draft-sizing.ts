/** The live answer to "is this set large enough?". */
import type { DraftFields, Sizing } from '../../contract/calls/plans.ts';
import { formatCount, formatDay, formatPointsSize } from '../../contract/presentation/numbers.ts';
import { alphaAtEnd } from '../../statistics/alpha-spending.ts';
import {
  discordanceVariance,
  powerWith,
  requiredItems,
  requiredItemsAmong,
  smallestDifference,
} from '../../statistics/sample-size.ts';
import type { AppContext } from '../context.ts';
import { askedStrata, countItems } from '../../experiment/plan/asked-items.ts';
import type { DraftContent } from './draft-content.ts';
import { pathOfModel } from './draft-models.ts';
import { pilotOf } from './pilot-record.ts';
import type { FoundDraft } from './draft-content.ts';

/** Where nothing is known: a guess that suits four-bit versions of middling models, and it is said that it is one. */
const assumedDiscordance = 0.1;
const alpha = 0.05;
const curvePoints = 60;
/** A plan does not say how often it will be looked at: a look at each fifth, which is more than most people look. */
const countedLooks = 4;

export interface SizingQuestion {
  /** Null: not typed. */
  readonly discordance: number | null;
  readonly power: number;
}

interface Discordance {
  readonly share: number;
  readonly from: Sizing['discordanceFrom'];
  readonly source: string;
}

export function draftSizing(context: AppContext, draft: FoundDraft, question: SizingQuestion): Sizing {
  const { fields, carried } = draft.content;
  const strata =
    fields.items === null ? [] : askedStrata(context.store, fields.items, fields.split, carried.limit);
  const there = countItems(strata);
  const discordance = discordanceOf(context, draft, question.discordance);
  const variance = discordanceVariance(discordance.share);
  // P values are not adjusted for looks, the interval that the verdict is made of is.
  const tested = { variance, alpha, power: question.power };
  const demand = { ...tested, alpha: fields.looks === null ? alpha : alphaAtEnd(countedLooks, alpha) };
  const needed = (margin: number): number => requiredItems(demand, margin);
  const among = (margin: number, tests: number): number =>
    Math.max(needed(margin), requiredItemsAmong(tested, margin, tests));
  const detects = (items: number): number | null =>
    items === 0 ? null : Math.min(1, smallestDifference(demand, items));
  const rows = fields.strata.map(({ stratum, margin, mustPass }) => {
    const items = strata.find((one) => one.stratum === stratum)?.items ?? 0;
    return {
      stratum,
      margin,
      mustPass,
      there: items,
      needed: needed(margin),
      neededAmong: among(margin, Math.max(1, strata.length)),
      chance: items === 0 ? null : powerWith(demand, margin, items),
      detects: detects(items),
    };
  });
  const tests = fields.candidates.filter(({ name }) => name !== fields.baseline).length;
  const sizing = {
    there,
    needed: fields.margin === null ? null : needed(fields.margin),
    amongCandidates:
      fields.margin === null || tests < 2 ? null : { tests, needed: among(fields.margin, tests) },
    strataTested: strata.length,
    looks: fields.looks === null ? null : { before: countedLooks, level: 1 - demand.alpha },
    detects: detects(there),
    discordance: discordance.share,
    discordanceFrom: discordance.from,
    discordanceSource: discordance.source,
    power: question.power,
    strata: rows,
  };
  return {
    ...sizing,
    curve: curve(Math.max(there, sizing.needed ?? 0), detects),
    ways: [...overallWays(context, fields, carried.limit, sizing, detects), ...strataWays(rows)],
  };
}

/** Items that the margin needs as the draft stands; null where that is not known. */
export function itemsNeeded(context: AppContext, draft: FoundDraft): number | null {
  if (draft.content.fields.margin === null) return null;
  return draftSizing(context, draft, { discordance: null, power: usualPower }).needed;
}

const usualPower = 0.8;

/** To three times what is asked about, the points closer together where the curve falls steeply. */
function curve(items: number, detects: (items: number) => number | null): Sizing['curve'] {
  const last = Math.max(30, items * 3);
  const counts = Array.from({ length: curvePoints }, (_, index) =>
    Math.max(1, Math.round(last * ((index + 1) / curvePoints) ** 2)),
  );
  return [...new Set(counts)].map((count) => ({ items: count, detects: detects(count) ?? 1 }));
}

function discordanceOf(context: AppContext, draft: FoundDraft, typed: number | null): Discordance {
  if (typed !== null) return { share: typed, from: 'typed', source: 'as typed' };
  const pilot = pilotOf(draft);
  if (pilot && pilot.compared > 0)
    return {
      share: succession(pilot.flips, pilot.compared),
      from: 'pilot',
      source: `from the pilot: ${formatCount(pilot.flips)} of ${formatCount(pilot.compared)} dev ${pilot.compared === 1 ? 'item' : 'items'} flipped, with room for what so few cannot show`,
    };
  return (
    earlierComparison(context, draft.content) ?? {
      share: assumedDiscordance,
      from: 'assumed',
      source: `assumed: ${formatPointsSize(assumedDiscordance)} % of items flip, until a pilot or a comparison has measured it`,
    }
  );
}

/**
 * Laplace's rule of succession, (k + 1) / (n + 2): no flip among twenty items does not mean that none ever flips, and
 * a share of 0 would ask for a single item.
 */
function succession(flips: number, items: number): number {
  return (flips + 1) / (items + 2);
}

/** The latest comparison of the same two files; the most flips where the draft has several pairs in it. */
function earlierComparison(context: AppContext, content: DraftContent): Discordance | null {
  const { fields } = content;
  const pathOf = (name: string): string | null => {
    const model = fields.candidates.find((candidate) => candidate.name === name)?.model ?? null;
    return model === null ? null : pathOfModel(context, content, model);
  };
  const baseline = fields.baseline === null ? null : pathOf(fields.baseline);
  if (baseline === null) return null;
  const others = fields.candidates
    .filter(({ name }) => name !== fields.baseline)
    .map(({ name }) => pathOf(name));
  for (const { hash } of context.store.plans()) {
    const registered = context.store.plan(hash);
    if (!registered.ok) continue;
    const weights = new Map(
      registered.data.plan.candidates.map((candidate) => [
        candidate.name,
        candidate.engine === 'llama' ? candidate.weights : undefined,
      ]),
    );
    if (weights.get(registered.data.plan.baseline) !== baseline) continue;
    const rates = context.store
      .comparisons(hash)
      .filter(
        ({ candidate, comparison }) => others.includes(weights.get(candidate) ?? '') && comparison.n > 0,
      )
      .map(({ comparison: { flips, n } }) => succession(flips.losses + flips.gains, n));
    if (rates.length === 0) continue;
    return {
      share: Math.max(...rates),
      from: 'earlier_comparison',
      source: `as in the comparison of ${formatDay(registered.data.registeredAt)} with the same ${rates.length === 1 ? 'pair' : 'files'}`,
    };
  }
  return null;
}

type Overall = Pick<Sizing, 'there' | 'needed' | 'detects'>;

function overallWays(
  { store }: AppContext,
  { items, split, margin }: DraftFields,
  limit: number | undefined,
  { there, needed, detects }: Overall,
  detectsWith: (items: number) => number | null,
): Sizing['ways'] {
  if (items === null || needed === null || margin === null || there >= needed) return [];
  const blank = { items: null, margin: null, stratum: null };
  const versions = store
    .itemSetVersions()
    .filter(({ name, version }) => name === items.name && version !== items.version)
    .map((version) => ({ version, items: countItems(askedStrata(store, version, split, limit)) }))
    .filter((other) => other.items > there)
    .map((other) => ({
      ...blank,
      kind: 'other_version' as const,
      label: `Use ${other.version.name}@${other.version.version}`,
      effect: `${formatCount(other.items)} items, detects ${formatPointsSize(detectsWith(other.items))} points`,
      items: { name: other.version.name, version: other.version.version },
    }));
  return [
    ...versions,
    ...(detects === null || detects >= 1
      ? []
      : [
          {
            ...blank,
            kind: 'accept_more' as const,
            // Rounded up, so that the margin that is offered is one that the items suffice for.
            label: `Accept ${formatPointsSize(tenthUp(detects))} points`,
            effect: `${formatCount(there)} items suffice`,
            margin: tenthUp(detects),
          },
        ]),
    {
      ...blank,
      kind: 'add_items' as const,
      label: 'Add items',
      effect: `${formatCount(needed)} needed, ${formatCount(there)} there`,
    },
  ];
}

function strataWays(rows: Sizing['strata']): Sizing['ways'] {
  return rows
    .filter(({ mustPass, there, needed }) => mustPass && there < needed)
    .map(({ stratum, there, needed }) => ({
      kind: 'add_items' as const,
      label: `Add ${stratum} items`,
      effect: `${formatCount(needed)} needed, ${formatCount(there)} there`,
      items: null,
      margin: null,
      stratum,
    }));
}

/** The next tenth of a point that is not below `share`. */
function tenthUp(share: number): number {
  return Math.min(1, Math.ceil(share * 1000 - 1e-9) / 1000);
}
