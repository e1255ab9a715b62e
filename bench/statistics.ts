/**
 * The time of a whole comparison: 10,000 resamples of 2,000 items, overall and in 8 strata, with the noise floor,
 * excess flips, the cross-checks and the tests; then the bootstrap alone beside numpy. Run with
 * ./node_modules/.bin/node bench/statistics.ts
 */
import { compareScores, usualResamples } from '../src-main/experiment/comparison/compare-scores.ts';
import type { SampleScore } from '../src-main/experiment/comparison/sample-scores.ts';
import { createStream, drawIndices, generatorName } from '../src-main/statistics/generator.ts';
import { besideNumpy } from './statistics/beside-numpy.ts';

const items = 2000;
const strata = 8;
const repeats = 7;

interface Shape {
  readonly title: string;
  /** From a number drawn from 0 to 999 to a score. */
  readonly score: (draw: number) => number;
  readonly clusterSize: number;
}

const shapes: readonly Shape[] = [
  { title: 'right or wrong', score: (draw) => (draw < 850 ? 1 : 0), clusterSize: 1 },
  { title: 'fractions', score: (draw) => Math.min(1, draw / 800), clusterSize: 1 },
  { title: 'right or wrong, clusters of 5', score: (draw) => (draw < 850 ? 1 : 0), clusterSize: 5 },
];

/** A run whose scores are the shape's own, but for a share of items that draw anew. */
function run(shape: Shape, name: string, anew: number): SampleScore[] {
  const drawn = (of: string): Int32Array => {
    const numbers = new Int32Array(items);
    drawIndices(createStream(1, of), 1000, numbers);
    return numbers;
  };
  const own = drawn('items');
  const other = drawn(name);
  const changes = drawn(`${name}, which change`);
  return Array.from({ length: items }, (_, index): SampleScore => {
    const draw = (changes[index] ?? 0) < anew ? other[index] : own[index];
    return {
      id: `item-${index}`,
      sample: 0,
      value: shape.score(draw ?? 0),
      outcome: 'scored',
      stratum: `stratum-${index % strata}`,
      cluster:
        shape.clusterSize === 1 ? undefined : `document-${Math.floor(index / (strata * shape.clusterSize))}`,
    };
  });
}

console.log(`${usualResamples} resamples, ${items} items, ${strata} strata and overall; ${generatorName}`);
for (const shape of shapes) {
  const input = {
    baseline: run(shape, 'baseline', 0),
    candidate: run(shape, 'candidate', 300),
    reruns: [run(shape, 'rerun', 100)],
    guardRail: { margin: 0.02, strata: {}, everyStratum: 0.04, maxMissing: 0.02 },
    seed: 1,
  };
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    const before = process.cpuUsage().user;
    compareScores(input);
    return { wall: (performance.now() - start) / 1000, core: (process.cpuUsage().user - before) / 1e6 };
  });
  const least = (of: 'wall' | 'core'): string => Math.min(...times.map((time) => time[of])).toFixed(3);
  console.log(
    `${shape.title}: ${least('wall')} s, of them ${least('core')} s on the processor (best of ${repeats})`,
  );
}

besideNumpy();
