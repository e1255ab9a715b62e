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

/** A point with what it is sorted into. */
interface Found {
  readonly model: string;
  readonly point: Omit<TrendPoint, 'changes'>;
}

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
    .map(([model, own]): TrendSeries => ({
      model,
      points: own.map(({ point }, index) => ({ ...point, changes: changesOf(own[index - 1]?.point, point) })),
    }));
  return {
    split: first?.plan.split ?? 'held_out',
    limit: first?.plan.items.limit ?? null,
    series,
    marks: marksOf(found.map(({ point }) => point)),
  };
}

function pointsOf(store: StoreReader, { hash, plan }: RegisteredPlan): readonly Found[] {
  const compared = store.comparisons(hash);
  const at = finishedAt(store.runs(hash));
  if (at === null) return [];
  const baseline = compared[0]?.comparison.baseline;
  const sides: readonly (readonly [string, Estimate])[] = [
    ...(baseline === undefined ? [] : [[plan.baseline, baseline] as const]),
    ...compared.map(({ candidate, comparison }) => [candidate, comparison.candidate] as const),
  ];
  return sides.map(([candidate, { mean, interval, n }]) => {
    const manifest = store.sittings(hash, { candidate, replicate: 1 }).at(-1)?.manifest ?? null;
    return {
      model: modelOf(plan, candidate, manifest),
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

type Marked = Omit<TrendPoint, 'changes'>;

function changesOf(before: Marked | undefined, now: Marked): readonly string[] {
  if (before === undefined) return [];
  return [
    ...(before.version === now.version ? [] : [`version ${before.version} to ${now.version}`]),
    ...(before.engine === now.engine ? [] : [`${before.engine ?? 'unknown'} to ${now.engine ?? 'unknown'}`]),
    ...(before.weights === now.weights ? [] : ['other weights under the same name']),
  ];
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
