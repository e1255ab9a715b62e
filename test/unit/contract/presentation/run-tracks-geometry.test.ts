import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { RunTracksInput } from '../../../../src-main/contract/presentation/run-tracks-geometry.ts';
import { runTracksGeometry } from '../../../../src-main/contract/presentation/run-tracks-geometry.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 28, 14, 2);
const at = (minutes: number): number => start + minutes * minute;

function input(more: Partial<RunTracksInput> = {}): RunTracksInput {
  return {
    tracks: [
      {
        name: 'BF16',
        blocks: [
          { from: at(0), to: at(4) },
          { from: at(60), to: at(90) },
        ],
      },
      {
        name: 'Q8_0',
        blocks: [
          { from: at(4), to: at(4.001) },
          { from: at(100), to: null },
        ],
      },
    ],
    stops: [{ from: at(29), to: at(33) }],
    now: at(105),
    expectedEnd: at(200),
    memory: [
      { at: at(0), used: 30e9 },
      { at: at(4), used: 15e9 },
    ],
    memoryFree: 40e9,
    width: 600,
    offsetMinutes: 0,
    ...more,
  };
}

describe('run tracks', () => {
  const tracks = runTracksGeometry(input());

  it('put every run on one clock, from the first block to the expected end', () => {
    expect(tracks).toMatchObject({ from: at(0), to: at(200) });
    expect(tracks?.now).toBeCloseTo(105 / 200, 12);
    expect(tracks?.tracks[0]?.blocks[1]).toEqual({ from: 0.3, to: 0.45, live: false });
    expect(tracks?.tracks[0]?.ahead).toEqual({ from: 105 / 200, to: 1 });
    expect(tracks?.stops[0]?.to).toBeCloseTo(33 / 200, 12);
  });

  it('draw the shortest block 1 px wide, and what is running now up to now', () => {
    const [short, live] = tracks?.tracks[1]?.blocks ?? [];
    expect((short?.to ?? 0) - (short?.from ?? 0)).toBeCloseTo(1 / 600, 12);
    expect(live).toEqual({ from: 0.5, to: 105 / 200, live: true });
  });

  it('label whole steps of the local clock', () => {
    expect(tracks?.ticks.map((tick) => tick.label)).toEqual([
      '14:30',
      '15:00',
      '15:30',
      '16:00',
      '16:30',
      '17:00',
    ]);
    expect(runTracksGeometry(input({ offsetMinutes: 345 }))?.ticks[0]?.label).toBe('20:00');
  });

  it('name the day where it changes', () => {
    const night = runTracksGeometry(
      input({
        tracks: [{ name: 'BF16', blocks: [{ from: at(0), to: at(24 * 60) }] }],
        now: null,
        expectedEnd: null,
      }),
    );
    expect(night?.ticks.map((tick) => tick.label)).toEqual([
      '15:00',
      '18:00',
      '21:00',
      '29 Nov, 00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
    ]);
    expect(night?.now).toBeNull();
    expect(night?.tracks[0]?.ahead).toBeNull();
  });

  it('set memory against what was free', () => {
    expect(tracks?.memory.map(({ height }) => height)).toEqual([0.75, 0.375]);
    expect(tracks?.memory[0]).toMatchObject({ from: 0, to: 0.02 });
    expect(tracks).toMatchObject({ memoryFree: 1, memoryMost: 30e9 });
    const unknown = runTracksGeometry(input({ memory: [], memoryFree: null }));
    expect(unknown).toMatchObject({ memory: [], memoryFree: null, memoryMost: null });
  });

  it('are absent before anything has run', () => {
    expect(runTracksGeometry(input({ tracks: [{ name: 'BF16', blocks: [] }] }))).toBeNull();
  });

  it('stay within the plot, with labels that have room, whatever the times', () => {
    const time = fc.integer({ min: 0, max: 60 * 24 * 40 });
    const block = fc.tuple(time, fc.option(time)).map(([a, b]) => ({
      from: at(a),
      to: b === null ? null : at(Math.max(a, b)),
    }));
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 12 }),
        fc.option(time),
        fc.integer({ min: 200, max: 1600 }),
        fc.integer({ min: -720, max: 840 }),
        (blocks, now, width, offsetMinutes) => {
          const drawn = runTracksGeometry(
            input({
              tracks: [{ name: 'any', blocks }],
              now: now === null ? null : at(now),
              expectedEnd: null,
              width,
              offsetMinutes,
            }),
          );
          for (const { from, to } of drawn?.tracks[0]?.blocks ?? []) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThanOrEqual(1 + 1e-12);
            expect(to - from).toBeGreaterThanOrEqual(1 / width - 1e-12);
          }
          const xs = drawn?.ticks.map(({ x }) => x * width) ?? [];
          for (const [index, x] of xs.slice(1).entries())
            expect(x - (xs[index] ?? 0)).toBeGreaterThanOrEqual(63.9);
        },
      ),
    );
  });
});
