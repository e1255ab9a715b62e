/** From stored judgements and people's labels to how far the judge can be trusted. Nothing is stored: it is a reading. */
import type {
  AgreementFigure,
  Calibration,
  CorrectedDifference,
  ScaleAgreement,
} from '../../contract/calibration.ts';
import type { Candidate } from '../../contract/candidate.ts';
import type { Item } from '../../contract/item.ts';
import type { Manifest } from '../../contract/manifest.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { answerFormSetting } from '../../engine/answer-form.ts';
import { gradesOf, placeOfGrade, valueOfGrade } from '../../scoring/judge/scale.ts';
import { readGrade } from '../../scoring/judge/reading.ts';
import type { Agreement } from '../../statistics/agreement.ts';
import { createStream } from '../../statistics/generator.ts';
import { cohenKappaOfItems } from '../../statistics/kappa.ts';
import { krippendorffAlphaOfItems } from '../../statistics/krippendorff.ts';
import { mean } from '../../statistics/moments.ts';
import { predictionPoweredMean } from '../../statistics/prediction-powered.ts';
import type { StoreReader } from '../../store/store.ts';
import { gradingOrder } from './grading-order.ts';
import { judgedItems, type JudgedItem } from './judge-work.ts';
import { judgedSides, type JudgedSide } from './judged-sides.ts';

/** One output that somebody graded, places on its item's scale. */
interface LabelledOutput {
  readonly item: JudgedItem;
  readonly key: RunKey;
  readonly sample: number;
  /** By rater. */
  readonly people: ReadonlyMap<string, number>;
  readonly judge: number | null;
}

/** How the judge is called where people read it. */
export function judgeName(judge: Candidate): string {
  return judge.engine === 'llama'
    ? (judge.weights.split(/[/\\]/).at(-1) ?? judge.weights)
    : `${judge.model} at ${judge.endpoint}`;
}

function ranOn(manifest: Manifest | undefined): string | null {
  if (manifest === undefined) return null;
  const { engine, model } = manifest;
  const parts =
    engine.engine === 'llama'
      ? [model.quantisation, `llama.cpp ${engine.llamaCppRelease}`, engine.backend]
      : [engine.version === null ? engine.server : `${engine.server} ${engine.version}`];
  return parts.filter((part) => part !== null).join(', ');
}

function isForced(manifest: Manifest | undefined): boolean | null {
  const form = manifest?.settings.find(({ name }) => name === answerFormSetting.name);
  return form === undefined ? null : form.resolved === form.requested;
}

/** Null: the plan has no judge. */
export function calibrate(
  store: StoreReader,
  registered: RegisteredPlan,
  items: readonly Item[],
): Calibration | null {
  const { plan, hash } = registered;
  if (plan.judge === undefined) return null;
  const judgeHash = store.judging(hash)?.judge ?? '';
  const manifest = store.judgeManifests(hash, judgeHash).at(-1);
  const judged = judgedItems(items);
  const labelled = labelledOutputs(store, hash, judgeHash, judged);
  const byScale = Map.groupBy(labelled, ({ item }) => JSON.stringify(gradesOf(item.check.scale)));
  const sides = (candidate: string) => sidesOf(store, hash, { candidate, replicate: 1 }, judged, labelled);
  const baseline = sides(plan.baseline);
  const drawn = [...new Set(gradingOrder(registered, [...judged.keys()]).map(({ itemId }) => itemId))];
  const inOrder = drawn.flatMap((id) => judged.get(id) ?? []);
  const counts = new Map<string, number>();
  for (const { people } of labelled)
    for (const rater of people.keys()) counts.set(rater, (counts.get(rater) ?? 0) + 1);
  return {
    judge: judgeName(plan.judge),
    ranOn: ranOn(manifest),
    forced: isForced(manifest),
    judgeHash,
    raters: [...counts].map(([rater, labels]) => ({ rater, labels })),
    scales: [...byScale.values()]
      .map((outputs) => scaleAgreement(outputs, registered))
      .toSorted((one, other) => other.labels - one.labels),
    corrected: plan.candidates
      .filter(({ name }) => name !== plan.baseline)
      .map(({ name }) => correctedDifference(name, inOrder, baseline, sides(name))),
  };
}

function labelledOutputs(
  store: StoreReader,
  hash: string,
  judgeHash: string,
  items: ReadonlyMap<string, JudgedItem>,
): readonly LabelledOutput[] {
  const labels = store.judgeLabels(hash).filter(({ itemId }) => items.has(itemId));
  const byOutput = Map.groupBy(labels, ({ key, itemId, sample }) =>
    JSON.stringify([key.candidate, key.replicate, itemId, sample]),
  );
  return [...byOutput.values()].flatMap((same): LabelledOutput[] => {
    const [first] = same;
    const item = first && items.get(first.itemId);
    if (!first || !item) return [];
    const grades = gradesOf(item.check.scale);
    const people = new Map(
      same.flatMap(({ rater, grade }) => {
        const place = placeOfGrade(grade, grades);
        return place === null ? [] : [[rater, place] as const];
      }),
    );
    if (people.size === 0) return [];
    const { key, sample } = first;
    const judgement = store.judgement(hash, key, first.itemId, sample, judgeHash);
    const read =
      judgement === null ? null : readGrade(item.check, { text: judgement.text, finish: judgement.finish });
    return [{ item, key, sample, people, judge: read?.ok === true ? read.place : null }];
  });
}

function scaleAgreement(outputs: readonly LabelledOutput[], { plan }: RegisteredPlan): ScaleAgreement {
  const grades = gradesOf(outputs[0]?.item.check.scale ?? []);
  const graded = outputs.flatMap((output) =>
    output.judge === null
      ? []
      : [{ ...output, judge: output.judge, person: middle([...output.people.values()]) }],
  );
  const table = grades.map(() => grades.map(() => 0));
  for (const { person, judge } of graded) {
    const row = table[person];
    if (row) row[judge] = (row[judge] ?? 0) + 1;
  }
  const binary = grades.length === 2;
  const byItem = [...Map.groupBy(graded, ({ item }) => item.id).values()];
  const resampling = (name: string) => ({
    resamples: plan.resamples,
    stream: createStream(plan.seed, `calibration ${name}`),
  });
  const raters = [...new Set(outputs.flatMap(({ people }) => [...people.keys()]))];
  /** What was rated, item by item: an item's outputs belong together, as above. */
  const ratings = (withJudge: boolean) =>
    [...Map.groupBy(outputs, ({ item }) => item.id).values()].map((same) =>
      same.map(({ people, judge }) => [
        ...raters.map((rater) => people.get(rater) ?? null),
        ...(withJudge ? [judge] : []),
      ]),
    );
  const metric = binary ? 'nominal' : 'ordinal';
  return {
    grades,
    measure: binary ? 'kappa' : 'weighted kappa',
    labels: graded.length,
    ungraded: outputs.length - graded.length,
    agreement: figureOf(
      cohenKappaOfItems(
        byItem.map((same) => same.map(({ person, judge }) => ({ first: person, second: judge }))),
        grades.length,
        binary ? 'nominal' : 'quadratic',
        resampling('judge'),
      ),
    ),
    people:
      raters.length < 2
        ? null
        : figureOf(krippendorffAlphaOfItems(ratings(false), metric, resampling('people'))),
    everyone:
      raters.length < 2
        ? null
        : figureOf(krippendorffAlphaOfItems(ratings(true), metric, resampling('everyone'))),
    table,
  };
}

/** The middle one of several people's grades; of an even number the lower of the two in the middle. */
function middle(places: readonly number[]): number {
  const ordered = places.toSorted((a, b) => a - b);
  return ordered[Math.floor((ordered.length - 1) / 2)] ?? 0;
}

function figureOf({ value, interval, n, reason }: Agreement): AgreementFigure {
  return { value, interval, items: n, reason: reason ?? null };
}

/**
 * The paired difference on the items that the judge read, as it says and as the labels correct it.
 *
 * @param items in the order in which the app asks for grades
 */
function correctedDifference(
  candidate: string,
  items: readonly JudgedItem[],
  baseline: ReadonlyMap<string, JudgedSide>,
  others: ReadonlyMap<string, JudgedSide>,
): CorrectedDifference {
  const pairs = items.flatMap((item) => {
    const [one, other] = [baseline.get(item.id), others.get(item.id)];
    return one && other ? [{ item, one, other }] : [];
  });
  if (pairs.length === 0)
    return {
      candidate,
      items: 0,
      judge: null,
      estimate: null,
      interval: null,
      labelled: 0,
      inDrawnOrder: true,
      reason: 'No item has grades on both sides.',
    };
  const found = predictionPoweredMean(
    pairs.map(({ item, one, other }) => ({
      judge: other.judge - one.judge,
      label: one.label === null || other.label === null ? null : other.label - one.label,
      // No label could change it where neither side has an answer that people grade.
      ...(one.open || other.open ? {} : { known: true as const }),
      ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
    })),
  );
  const { judge, estimate, interval, labelled, reason = null } = found;
  const isLabelled = pairs
    .filter(({ one, other }) => one.open || other.open)
    .map(({ one, other }) => one.label !== null && other.label !== null);
  const inDrawnOrder = isLabelled.slice(0, labelled).every(Boolean);
  return { candidate, items: pairs.length, judge, estimate, interval, labelled, inDrawnOrder, reason };
}

function sidesOf(
  store: StoreReader,
  hash: string,
  key: RunKey,
  items: ReadonlyMap<string, JudgedItem>,
  labelled: readonly LabelledOutput[],
): ReadonlyMap<string, JudgedSide> {
  const labels = labelled
    .filter((output) => output.key.candidate === key.candidate && output.key.replicate === key.replicate)
    .map(({ item, sample, people }) => ({ itemId: item.id, sample, value: valueOfPeople(item, people) }));
  return judgedSides(
    store.scores(hash, key).filter(({ itemId }) => items.has(itemId)),
    labels,
  );
}

/** The mean of the raters: of two the middle one would be the lower, and every difference between them a loss. */
function valueOfPeople({ check }: JudgedItem, people: ReadonlyMap<string, number>): number {
  const grades = gradesOf(check.scale);
  return mean([...people.values()].map((place) => valueOfGrade(place, grades)));
}
