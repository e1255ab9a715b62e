/**
 * The bootstrap alone, beside numpy over the same arrays: 10,000 resamples of 2,000 items, 4 candidates, overall and in
 * 8 strata. The two draw from different generators: their intervals agree to what 10,000 resamples leave open.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { resampleMeans } from '../../src-main/statistics/bootstrap.ts';
import { createStream, drawIndices } from '../../src-main/statistics/generator.ts';
import { quantile } from '../../src-main/statistics/quantile.ts';

const items = 2000;
const strata = 8;
const candidates = 4;
const resamples = 10_000;
const repeats = 5;

interface Numpy {
  readonly seconds: number;
  /** [part][candidate][low, high]. */
  readonly intervals: readonly (readonly (readonly [number, number])[])[];
  readonly numpy: string;
}

/** Differences of one candidate: -1, 0 and 1, a tenth of the items flipped. */
function differencesOf(candidate: number): Float64Array {
  const draws = new Int32Array(items);
  drawIndices(createStream(1, `candidate ${candidate}`), 1000, draws);
  return Float64Array.from(draws, (draw) => (draw < 60 ? -1 : draw < 100 ? 1 : 0));
}

/** Overall first, then the strata. */
function partsOf(whole: readonly Float64Array[]): Float64Array[][] {
  const inStratum = (stratum: number) =>
    whole.map((values) => values.filter((_, index) => index % strata === stratum));
  return [[...whole], ...Array.from({ length: strata }, (_, stratum) => inStratum(stratum))];
}

function own(parts: readonly (readonly Float64Array[])[]) {
  return parts.map((columns, place) => {
    const group = { units: columns[0]?.length ?? 0, sizes: null, columns, weight: 1 };
    const means = resampleMeans([group], resamples, createStream(1, `part ${place}`));
    return means.map((of) => {
      const sorted = of.toSorted();
      return [quantile(sorted, 0.025), quantile(sorted, 0.975)] as const;
    });
  });
}

export function besideNumpy(): void {
  const parts = partsOf(Array.from({ length: candidates }, (_, candidate) => differencesOf(candidate)));
  let intervals: ReturnType<typeof own> = [];
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    intervals = own(parts);
    return (performance.now() - start) / 1000;
  });
  const seconds = Math.min(...times);
  const what = `bootstrap alone, ${candidates} candidates, overall and ${strata} strata`;
  console.log(`${what}: ${seconds.toFixed(3)} s (best of ${repeats})`);
  const numpy = inNumpy(parts);
  if (numpy === null) {
    console.log('numpy is not here (python3-numpy on Debian): no figure beside it');
    return;
  }
  const apart = Math.max(
    ...intervals.flatMap((part, place) =>
      part.flatMap((ends, candidate) =>
        ends.map((end, which) =>
          Math.abs(end - (numpy.intervals[place]?.[candidate]?.[which] ?? Number.NaN)),
        ),
      ),
    ),
  );
  console.log(
    `numpy ${numpy.numpy}: ${numpy.seconds.toFixed(3)} s, ${(numpy.seconds / seconds).toFixed(2)} times as long; ends of intervals differ by at most ${apart.toFixed(4)}`,
  );
}

function inNumpy(parts: readonly (readonly Float64Array[])[]): Numpy | null {
  const head = { resamples, candidates, repeats, parts: parts.map((columns) => columns[0]?.length ?? 0) };
  const input = Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...parts.flat().map((values) => Buffer.from(Float64Array.from(values).buffer)),
  ]);
  const program = join(import.meta.dirname, 'numpy_bootstrap.py');
  const ran = spawnSync('python3', [program], { input, maxBuffer: 2 ** 26 });
  return ran.status === 0 ? (JSON.parse(ran.stdout.toString('utf8')) as Numpy) : null;
}
