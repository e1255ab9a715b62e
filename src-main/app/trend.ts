/** One item set over many comparisons in time, from what the store keeps of each. */
import type { Estimate } from '../contract/comparison.ts';
import type { Manifest } from '../contract/manifest.ts';
import type { Plan, RegisteredPlan } from '../contract/plan.ts';
import { engineWords } from '../contract/presentation/endpoint-words.ts';
import { failure, success, type Result } from '../contract/result.ts';
import type { Trend, TrendGroup, TrendMark, TrendPoint, TrendSeries } from '../contract/trend.ts';
import { openStore } from '../store/open.ts';
import type { StoreReader } from '../store/store.ts';
import { finishedAt } from './comparisons/run-times.ts';
import { hasEnded } from './comparison-state.ts';
import { conditionsApart, conditionsOf, numberedConditions, type Conditions } from './trend-conditions.ts';

/** A point with what it is sorted into. */
interface Found {
  readonly model: string;
  readonly point: Marked;
  readonly conditions: Conditions;
}

type Marked = Omit<TrendPoint, 'changes' | 'conditions'>;

/** Fails with `item_set_unknown`. */
export function trendOf(store: StoreReader, name: string): Result<Trend> {
  const versions = store
    .itemSetVersions()
    .filter((version) => version.name === name)
    .toSorted((a, b) => a.version - b.version);
  if (versions.length === 0)
    return failure('item_set_unknown', `There is no item set ${name} in ${store.folder}.`, {
      next: 'List the sets with `noisefloor items list`.',
    });
  const plans = store.plans().filter(({ items }) => items.name === name);
  const ended = plans.flatMap(({ hash }) => {
    const plan = store.plan(hash);
    return plan.ok && hasEnded(store.runs(hash), store.judging(hash)) ? [plan.data] : [];
  });
  const groups = Map.groupBy(ended, ({ plan }) => JSON.stringify([plan.split, plan.items.limit ?? null]));
  return success({
    name,
    versions: versions.map(({ version, frozenAt }) => ({ version, frozenAt })),
    groups: [...groups.values()].map((own) => groupOf(store, own)).filter(({ series }) => series.length > 0),
    comparisons: ended.length,
    unfinished: plans.length - ended.length,
  });
}

/** The same for the command line. */
export function itemSetTrend(dataFolder: string, name: string): Result<Trend> {
  const store = openStore(dataFolder, { access: 'read' });
  if (!store.ok) return store;
  try {
    return trendOf(store.data, name);
  } finally {
    store.data.close();
  }
}

function groupOf(store: StoreReader, plans: readonly RegisteredPlan[]): TrendGroup {
  const [first] = plans;
  const found = plans
    .flatMap((plan) => pointsOf(store, plan))
    .toSorted((a, b) => compareText(a.point.at, b.point.at));
  const series = [...Map.groupBy(found, ({ model }) => model)]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([model, own]): TrendSeries => {
      const alike = numberedConditions(own.map(({ conditions }) => conditions));
      return {
        model,
        points: own.map(({ point, conditions }, index) => ({
          ...point,
          conditions: alike[index] ?? 0,
          changes: changesOf(own[index - 1], { point, conditions }),
        })),
      };
    });
  return {
    split: first?.plan.split ?? 'held_out',
    limit: first?.plan.items.limit ?? null,
    series,
    marks: [...marksOf(found.map(({ point }) => point)), ...conditionMarks(found)].toSorted((a, b) =>
      compareText(a.at, b.at),
    ),
  };
}

function pointsOf(store: StoreReader, { hash, plan }: RegisteredPlan): readonly Found[] {
  const compared = store.comparisons(hash);
  const at = finishedAt(store.runs(hash));
  if (at === null) return [];
  // Each comparison's baseline is over its own pairs; a candidate may have none.
  const [baseline] = compared.map(({ comparison }) => comparison.baseline).toSorted((a, b) => b.n - a.n);
  const sides: readonly (readonly [string, Estimate])[] = [
    ...(baseline === undefined ? [] : [[plan.baseline, baseline] as const]),
    ...compared.map(({ candidate, comparison }) => [candidate, comparison.candidate] as const),
  ];
  return sides.map(([candidate, { mean, interval, n }]) => {
    const manifest = store.sittings(hash, { candidate, replicate: 1 }).at(-1)?.manifest ?? null;
    return {
      model: modelOf(plan, candidate, manifest),
      conditions: conditionsOf(plan, candidate),
      point: {
        comparison: hash,
        decision: plan.decision,
        candidate,
        isBaseline: candidate === plan.baseline,
        at,
        version: plan.items.version,
        n,
        mean,
        interval,
        engine: manifest === null ? null : engineWords(manifest),
        weights: manifest?.model.hashes[0] ?? null,
      },
    };
  });
}

/** The weights' first file without its folder, or the model at the endpoint: what people call the same model. */
function modelOf(plan: Plan, candidate: string, manifest: Manifest | null): string {
  const planned = plan.candidates.find(({ name }) => name === candidate);
  const file = manifest?.model.files[0];
  if (planned?.engine === 'openai') return planned.model;
  const path = file ?? planned?.weights ?? candidate;
  return path.split(/[/\\]/).at(-1) ?? path;
}

function changesOf(
  before: Pick<Found, 'point' | 'conditions'> | undefined,
  { point: now, conditions }: Pick<Found, 'point' | 'conditions'>,
): readonly string[] {
  if (before === undefined) return [];
  const { point: last } = before;
  return [
    ...(last.version === now.version ? [] : [`version ${last.version} to ${now.version}`]),
    ...(last.engine === now.engine ? [] : [`${last.engine ?? 'unknown'} to ${now.engine ?? 'unknown'}`]),
    ...(last.weights === now.weights ? [] : ['other weights under the same name']),
    ...conditionsApart(before.conditions, conditions),
  ];
}

/** What is apart for every model of a comparison against its point before, such as another judge. */
function conditionMarks(found: readonly Found[]): readonly TrendMark[] {
  const before = new Map<string, Conditions>();
  const apart = found.map(({ model, point, conditions }) => {
    const last = before.get(model);
    before.set(model, conditions);
    return { point, texts: last === undefined ? null : conditionsApart(last, conditions) };
  });
  return [...Map.groupBy(apart, ({ point }) => point.comparison).values()].flatMap((own) => {
    const [first, ...others] = own.flatMap(({ texts }) => (texts === null ? [] : [texts]));
    const at = own[0]?.point.at;
    if (first === undefined || at === undefined) return [];
    return first
      .filter((text) => others.every((texts) => texts.includes(text)))
      .map((text) => ({ at, text }));
  });
}

/** Where a comparison is the first on a version, or the first after another engine. */
function marksOf(points: readonly Marked[]): readonly TrendMark[] {
  const versions = new Set(points.slice(0, 1).map(({ version }) => version));
  const marks: TrendMark[] = [];
  let engine: string | null = null;
  for (const point of points) {
    if (!versions.has(point.version)) {
      versions.add(point.version);
      marks.push({ at: point.at, text: `version ${point.version} of the items` });
    }
    if (point.engine === null) continue;
    if (engine !== null && engine !== point.engine)
      marks.push({ at: point.at, text: `${engine} to ${point.engine}` });
    engine = point.engine;
  }
  return marks;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
