import { describe, expect, test } from 'vitest';
import { forestGeometry } from '../../../src-main/contract/presentation/forest-geometry.ts';
import { scatterGeometry } from '../../../src-main/contract/presentation/scatter-geometry.ts';
import type { PlotShape } from '../../../src-renderer/charts/shapes.ts';
import { forestShapes, scatterShapes, shapeTokens } from '../../../src-renderer/charts/shapes.ts';
import { madeUpPoints, madeUpSections } from '../../../src-renderer/gallery/made-up-rows.ts';

const rowHeight = 27;

function placesOf(sections: typeof madeUpSections) {
  let top = 0;
  const next = () => {
    const place = { top, height: rowHeight };
    top += rowHeight;
    return place;
  };
  return sections.map(({ rows }) => ({ heading: next(), rows: rows.map(next) }));
}

const geometry = forestGeometry(madeUpSections, 470);
const shapes = forestShapes(geometry, placesOf(madeUpSections), { section: 0, row: 3 });

const tokensOf = (shape: PlotShape): string => (shape.kind === 'marker' ? shape.ground : shape.token);

describe('the forest plot', () => {
  test('draws a marker for every row that has a number, and none for the others', () => {
    const rows = madeUpSections.flatMap((section) => section.rows);
    const computed = rows.filter(({ delta }) => delta !== null);
    expect(shapes.filter(({ kind }) => kind === 'marker')).toHaveLength(computed.length);
    expect(shapes.filter(({ kind }) => kind === 'whisker')).toHaveLength(computed.length);
    expect(computed.length).toBe(rows.length - 1);
  });

  test('draws each row from the back to the front', () => {
    const order = ['--beyond', '--band', '--band-edge', '--grid', '--zero', '--guard'];
    const first = shapes.filter((shape) => {
      const y = shape.kind === 'marker' ? shape.at.y : shape.from.y;
      return y >= rowHeight && y < 2 * rowHeight;
    });
    const places = first.map((shape) =>
      shape.kind === 'whisker' ? 6 : shape.kind === 'marker' ? 7 : order.indexOf(tokensOf(shape)),
    );
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  });

  test('keeps every shape of a row within it, and every position within the plot', () => {
    const height = (madeUpSections.flatMap(({ rows }) => rows).length + madeUpSections.length) * rowHeight;
    for (const shape of shapes) {
      const points = shape.kind === 'marker' ? [shape.at] : [shape.from, shape.to];
      for (const { x, y } of points) {
        expect(x >= 0 && x <= 1 && y >= 0 && y <= height, JSON.stringify(shape)).toBe(true);
      }
    }
  });

  test('cuts a stratum that goes too far, at its side', () => {
    const cut = shapes.filter((shape) => shape.kind === 'whisker' && (shape.cutFrom || shape.cutTo));
    expect(cut).toMatchObject([
      { from: { x: 0 }, cutFrom: true, cutTo: false },
      { to: { x: 1 }, cutFrom: false, cutTo: true },
    ]);
  });

  test('fills the hollow marker of the chosen row with what lies under it', () => {
    const grounds = shapes.filter((shape) => shape.kind === 'marker').map(({ ground }) => ground);
    expect(grounds.filter((ground) => ground === '--selected')).toHaveLength(1);
    expect(grounds[3]).toBe('--selected');
  });

  test('uses tokens that the canvas reads', () => {
    for (const shape of shapes) expect(shapeTokens).toContain(tokensOf(shape));
    for (const shape of shapes) if (shape.kind === 'marker') expect(shapeTokens).toContain(shape.mark.token);
  });
});

describe('cost against quality', () => {
  test('draws every point with its whisker upright, within the plot', () => {
    const height = 240;
    const made = scatterGeometry({
      points: madeUpPoints,
      margin: 0.02,
      halfWidth: 0.005,
      width: 480,
      height,
    });
    if (made === null) throw new Error('There are points to draw.');
    const drawn = scatterShapes(made, height);
    expect(drawn.filter(({ kind }) => kind === 'marker')).toHaveLength(madeUpPoints.length);
    for (const shape of drawn) {
      if (shape.kind === 'whisker') expect(shape.from.x).toBe(shape.to.x);
      const points = shape.kind === 'marker' ? [shape.at] : [shape.from, shape.to];
      for (const { x, y } of points) expect(x >= 0 && x <= 1 && y >= 0 && y <= height).toBe(true);
      expect(shapeTokens).toContain(tokensOf(shape));
    }
  });
});
