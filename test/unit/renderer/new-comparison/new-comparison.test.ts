import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidateName } from '../../../../src-renderer/screens/new-comparison/candidate-names.ts';
import { curveGeometry } from '../../../../src-renderer/screens/new-comparison/curve-geometry.ts';

describe('the sizing curve', () => {
  const curve = Array.from({ length: 60 }, (_, index) => (index + 1) * 50).map((items) => ({
    items,
    detects: Math.min(1, 2.8 * Math.sqrt(0.1 / items)),
  }));

  test('shows what is there and what is needed on the guard rail', () => {
    const shape = curveGeometry({ there: 840, needed: 1963, detects: 0.0305, curve }, 0.02, 240, 112);
    expect(shape?.beyond).toBe(false);
    expect(shape?.needed?.y).toBeCloseTo(shape?.guardY ?? NaN, 6);
    expect(shape?.there?.x).toBeLessThan(shape?.needed?.x ?? 0);
    expect(shape?.there?.y).toBeLessThan(shape?.guardY ?? 0);
  });

  test('stops at three times what is there and says that more is needed', () => {
    const shape = curveGeometry({ there: 100, needed: 5000, detects: 0.088, curve }, 0.01, 240, 112);
    expect(shape).toMatchObject({ beyond: true, needed: null });
    expect(shape?.xTicks.at(-1)?.items).toBeLessThanOrEqual(300);
  });

  test('has no point where there is nothing, and no curve without one', () => {
    expect(curveGeometry({ there: 0, needed: 100, detects: null, curve }, 0.02, 240, 112)?.there).toBeNull();
    expect(curveGeometry({ there: 10, needed: 100, detects: 0.2, curve: [] }, 0.02, 240, 112)).toBeNull();
  });
});

describe('the name of a candidate', () => {
  const file = { fileName: 'Model 7B-Q4_K_M.gguf', quantisation: 'Q4_K_M' };

  test('is its quantisation, then the model too, then a number', () => {
    expect(candidateName(file, [], 'Larkspur 14B')).toBe('Q4_K_M');
    expect(candidateName(file, ['Q4_K_M'], 'Larkspur 14B')).toBe('Larkspur-14B-Q4_K_M');
    expect(candidateName(file, ['Q4_K_M', 'Larkspur-14B-Q4_K_M'], 'Larkspur 14B')).toBe('Q4_K_M-2');
    expect(candidateName({ ...file, quantisation: null }, [], 'x')).toBe('Model-7B-Q4_K_M');
  });

  test('is always free, and one that a plan file allows', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), fc.string(), (fileName, quantisation, model) => {
        const taken: string[] = [];
        for (let times = 0; times < 4; times += 1) {
          const name = candidateName({ fileName, quantisation }, taken, model);
          expect(taken).not.toContain(name);
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
          taken.push(name);
        }
      }),
    );
  });
});
