/**
 * What a plot is drawn from: a list of shapes, back to front. Across, positions are fractions of the plot's width;
 * down, px from its upper edge. Pure: nothing here knows of a canvas.
 */
import type {
  ForestGeometry,
  ForestHeadingGeometry,
  ForestRowGeometry,
} from '../../src-main/contract/presentation/forest-geometry.ts';
import type { ScatterGeometry } from '../../src-main/contract/presentation/scatter-geometry.ts';
import type { VerdictMark } from '../../src-main/contract/presentation/verdict-marks.ts';
import type { Token } from './token-colors.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type PlotShape =
  | { readonly kind: 'area'; readonly token: Token; readonly from: Point; readonly to: Point }
  | {
      readonly kind: 'line';
      readonly token: Token;
      /** px. */
      readonly width: number;
      readonly dash: readonly number[];
      readonly from: Point;
      readonly to: Point;
    }
  | {
      readonly kind: 'whisker';
      readonly token: Token;
      readonly from: Point;
      readonly to: Point;
      /** An arrowhead in place of the cap: the true end lies outside. */
      readonly cutFrom: boolean;
      readonly cutTo: boolean;
    }
  | { readonly kind: 'marker'; readonly mark: VerdictMark; readonly at: Point; readonly ground: Token };

/** Where a row stands, px from the plot's upper edge. */
export interface RowPlace {
  readonly top: number;
  readonly height: number;
}

/** Every token that shapes are drawn with. */
export const shapeTokens = [
  '--beyond',
  '--band',
  '--band-edge',
  '--grid',
  '--zero',
  '--guard',
  '--surface',
  '--selected',
  '--worse',
  '--within',
  '--better',
  '--cannot',
  '--not-comparable',
  '--text-2',
  '--text-3',
] as const satisfies readonly Token[];

const guardDash = [5, 4];
const edgeDash = [1, 2];

function vertical(
  token: Token,
  x: number,
  { top, height }: RowPlace,
  width = 1,
  dash: readonly number[] = [],
): PlotShape {
  return { kind: 'line', token, width, dash, from: { x, y: top }, to: { x, y: top + height } };
}

function area(token: Token, from: number, to: number, { top, height }: RowPlace): PlotShape {
  return { kind: 'area', token, from: { x: from, y: top }, to: { x: to, y: top + height } };
}

/** Zone past the guard rail, noise band and its edges, grid, zero line, guard rail. */
function furniture(
  { guard, band }: Pick<ForestRowGeometry, 'guard' | 'band'> | ForestHeadingGeometry,
  { zero, ticks }: ForestGeometry,
  place: RowPlace,
  heading: boolean,
): PlotShape[] {
  return [
    ...(guard === null ? [] : [area('--beyond', 0, guard, place)]),
    ...(band === null ? [] : [area('--band', band.from, band.to, place)]),
    ...(band === null ? [] : band.edges.map((x) => vertical('--band-edge', x, place, 1, edgeDash))),
    ...(heading ? [] : ticks.filter(({ x }) => x !== zero).map(({ x }) => vertical('--grid', x, place))),
    vertical('--zero', zero, place),
    ...(guard === null ? [] : [vertical('--guard', guard, place, 2, guardDash)]),
  ];
}

function marks(
  { whisker, marker, mark }: ForestRowGeometry,
  { top, height }: RowPlace,
  ground: Token,
): PlotShape[] {
  const y = top + height / 2;
  return [
    ...(whisker === null
      ? []
      : [
          {
            kind: 'whisker' as const,
            token: mark.token,
            from: { x: whisker.from, y },
            to: { x: whisker.to, y },
            cutFrom: whisker.cutFrom,
            cutTo: whisker.cutTo,
          },
        ]),
    ...(marker === null ? [] : [{ kind: 'marker' as const, mark, at: { x: marker, y }, ground }]),
  ];
}

/** The places of a section's heading and rows. */
export interface SectionPlaces {
  readonly heading: RowPlace;
  readonly rows: readonly RowPlace[];
}

/** `chosen` names the row on the selected ground: a hollow marker is filled with what lies under it. */
export function forestShapes(
  geometry: ForestGeometry,
  places: readonly SectionPlaces[],
  chosen: { readonly section: number; readonly row: number } | null,
): PlotShape[] {
  return geometry.sections.flatMap((section, index) => {
    const place = places[index];
    if (place === undefined) return [];
    return [
      ...furniture(section.heading, geometry, place.heading, true),
      ...section.rows.flatMap((row, at) => {
        const own = place.rows[at];
        if (own === undefined) return [];
        const isChosen = chosen?.section === index && chosen.row === at;
        return [
          ...furniture(row, geometry, own, false),
          ...marks(row, own, isChosen ? '--selected' : '--surface'),
        ];
      }),
    ];
  });
}

/** Cost against quality; `height` in px is the one that the geometry was made for. */
export function scatterShapes(geometry: ScatterGeometry, height: number): PlotShape[] {
  const { guard, band, zero, qualityTicks, cost, points } = geometry;
  const across = (token: Token, y: number, width = 1, dash: readonly number[] = []): PlotShape => ({
    kind: 'line',
    token,
    width,
    dash,
    from: { x: 0, y },
    to: { x: 1, y },
  });
  const whole = { top: 0, height };
  return [
    ...(guard === null
      ? []
      : [
          {
            kind: 'area' as const,
            token: '--beyond' as const,
            from: { x: 0, y: guard },
            to: { x: 1, y: height },
          },
        ]),
    ...(band === null
      ? []
      : [
          {
            kind: 'area' as const,
            token: '--band' as const,
            from: { x: 0, y: band.from },
            to: { x: 1, y: band.to },
          },
        ]),
    ...(band === null
      ? []
      : [across('--band-edge', band.from, 1, edgeDash), across('--band-edge', band.to, 1, edgeDash)]),
    ...qualityTicks.filter(({ y }) => y !== zero).map(({ y }) => across('--grid', y)),
    ...cost.ticks.map(({ x }) => vertical('--grid', x, whole)),
    across('--zero', zero),
    ...(guard === null ? [] : [across('--guard', guard, 2, guardDash)]),
    ...points.flatMap(({ x, y, whisker, mark }): PlotShape[] => [
      {
        kind: 'whisker',
        token: mark.token,
        from: { x, y: whisker.from },
        to: { x, y: whisker.to },
        cutFrom: false,
        cutTo: false,
      },
      { kind: 'marker', mark, at: { x, y }, ground: '--surface' },
    ]),
  ];
}
