import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import {
  createStream,
  drawIndices,
  generatorName,
  mostUnits,
} from '../../../src-main/statistics/generator.ts';

const numbers = (seed: number, name: string, substream = 0, count = 6): number[] => {
  const stream = createStream(seed, name, substream);
  return Array.from({ length: count }, () => stream.next());
};

describe('a stream', () => {
  it('names the package that is locked', () => {
    const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
      packages: Record<string, { version: string } | undefined>;
    };
    expect(generatorName).toBe(
      `xoroshiro128plus (pure-rand ${lock.packages['node_modules/pure-rand']?.version ?? ''})`,
    );
  });

  it('gives the same numbers on every machine', () => {
    expect(numbers(1, 'overall')).toEqual([
      -1139484889, -2003911409, 1132012436, -1096625168, 1631227869, -854683057,
    ]);
    expect(numbers(20_261_127, 'stratum/tool_call', 1)).toEqual([
      36486717, -1181646604, -1903450161, -382312997, -60418356, -1896733581,
    ]);
  });

  it('differs by seed, by name and by substream', () => {
    const fixed = numbers(1, 'overall').join();
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.integer({ min: 0, max: 3 }), (seed, name, substream) => {
        fc.pre(seed !== 1 || name !== 'overall' || substream !== 0);
        expect(numbers(seed, name, substream).join()).not.toBe(fixed);
      }),
    );
    expect(numbers(1 + 2 ** 32, 'overall').join()).not.toBe(fixed);
    expect(numbers(-1, 'overall').join()).not.toBe(fixed);
  });

  it('jumps where the generator jumps', () => {
    const stream = createStream(5, 'x');
    stream.jump();
    stream.jump();
    expect(numbers(5, 'x', 2)).toEqual(Array.from({ length: 6 }, () => stream.next()));
  });

  it('refuses seeds that a double cannot tell apart', () => {
    expect(() => createStream(2 ** 53, 'x')).toThrow(RangeError);
    expect(() => createStream(0.5, 'x')).toThrow(RangeError);
  });
});

/** The documented mapping, in whole numbers of any size. */
function plainIndices(state: readonly number[], units: number, count: number): number[] {
  const generator = xoroshiro128plusFromState(state);
  const bits = units <= 65_536 ? 16n : 32n;
  const indices: number[] = [];
  while (indices.length < count) {
    const draw = BigInt(generator.next() >>> 0);
    const values = bits === 32n ? [draw] : [draw >> 16n, draw & 0xffffn];
    for (const value of values) {
      const product = value * BigInt(units);
      const size = 1n << bits;
      if (product % size >= size % BigInt(units)) indices.push(Number(product / size));
    }
  }
  return indices.slice(0, count);
}

describe('indices', () => {
  it('are those of the documented mapping', () => {
    const units = fc.oneof(
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 30_000, max: 70_000 }),
      fc.integer({ min: 65_530, max: mostUnits }),
    );
    fc.assert(
      fc.property(fc.integer(), units, fc.integer({ min: 0, max: 200 }), (seed, size, count) => {
        const stream = createStream(seed, 'indices');
        const state = stream.getState();
        const drawn = new Int32Array(count);
        drawIndices(stream, size, drawn);
        expect([...drawn]).toEqual(plainIndices(state, size, count));
      }),
    );
  });

  it('are those of the documented mapping where whole draws are passed over', () => {
    // 2^32 mod this is 2,095,104: of 20,000 draws about ten are passed over.
    const units = mostUnits - 1023;
    const stream = createStream(1, 'indices');
    const state = stream.getState();
    const drawn = new Int32Array(20_000);
    drawIndices(stream, units, drawn);
    expect([...drawn]).toEqual(plainIndices(state, units, 20_000));
    const kept = createStream(1, 'indices');
    for (let draw = 0; draw < 20_000; draw += 1) kept.next();
    expect(stream.getState()).not.toEqual(kept.getState());
  });

  it('are equally likely, also where the units do not divide the bits', () => {
    const units = 7;
    const drawn = new Int32Array(700_000);
    drawIndices(createStream(3, 'even'), units, drawn);
    const counts = new Array<number>(units).fill(0);
    for (const index of drawn) counts[index] = (counts[index] ?? 0) + 1;
    const expected = drawn.length / units;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // The 0.999 quantile of chi-square with 6 degrees of freedom.
    expect(chiSquare).toBeLessThan(22.46);
  });

  it('cannot be drawn from nothing, or from more units than can be told apart', () => {
    const stream = createStream(1, 'x');
    expect(() => {
      drawIndices(stream, 0, new Int32Array(1));
    }).toThrow(RangeError);
    expect(() => {
      drawIndices(stream, mostUnits + 1, new Int32Array(1));
    }).toThrow(RangeError);
  });
});
