/**
 * The geometry of the forest plot: where everything in a row stands, as fractions of the plot's width (0 left, 1
 * right). Drawing is left to whoever draws; what is drawn where, and what is left out, is decided here.
 */
import type { Axis } from './axis.ts';
import { inPoints, pointsAxis, positionOn, textWidth, tickLabel } from './axis.ts';
import type { ForestRow, ForestSection } from './forest-rows.ts';
import { formatHalfWidth, formatPoints } from './numbers.ts';
import type { VerdictMark } from './verdict-marks.ts';
import { rerunMark, verdictMark } from './verdict-marks.ts';

/** A text beside a position: it starts or ends `gap` px from there. */
export interface PlotLabel {
  readonly text: string;
  /** Fraction of the width. */
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

/** From the label's position to its text, px. */
export const labelGap = 6;
/** How far a heading's label may reach right of the plot, px: the cells beside it are empty in that row. */
export const headingOverhang = 24;
/** Between two tick labels, px, from tick to tick. */
const tickGap = 32;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface NoiseBand extends Stretch {
  /** Where the dotted edges are: those that lie within the plot. */
  readonly edges: readonly number[];
}

export interface Whisker extends Stretch {
  /** The true end lies outside: an arrowhead in place of the cap. */
  readonly cutFrom: boolean;
  readonly cutTo: boolean;
}

export interface ForestRowGeometry {
  readonly row: ForestRow;
  /** The zone past the guard rail reaches from 0 to here. */
  readonly guard: number | null;
  readonly band: NoiseBand | null;
  readonly whisker: Whisker | null;
  readonly marker: number | null;
  readonly mark: VerdictMark;
  /** The row's own margin, where it is not the section's and there is room beside its line. */
  readonly marginLabel: PlotLabel | null;
}

export interface ForestHeadingGeometry {
  readonly guard: number | null;
  readonly band: NoiseBand | null;
  readonly guardLabel: PlotLabel | null;
  readonly noiseLabel: PlotLabel | null;
}

export interface ForestSectionGeometry {
  readonly title: string;
  readonly heading: ForestHeadingGeometry;
  readonly rows: readonly ForestRowGeometry[];
}

export interface ForestGeometry {
  readonly axis: Axis;
  readonly zero: number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly sections: readonly ForestSectionGeometry[];
}

/**
 * The plot of all sections on one axis. `width` is that of the plot column in px, or the least that it can get
 * where the picture stretches: labels that fit there fit everywhere wider.
 *
 * The axis covers zero, every guard rail, the noise floor of the overall rows, every estimate and every overall
 * interval; a stratum's interval may be cut by it. `estimates` are shares that must lie on it too, so that the
 * axis stays while another candidate's strata are shown.
 */
export function forestGeometry(
  sections: readonly ForestSection[],
  width: number,
  estimates: readonly number[] = [],
): ForestGeometry {
  const rows = sections.flatMap((section) => section.rows);
  const values = [...rows.flatMap(reach), ...estimates].map(inPoints);
  const axis = pointsAxis(values, width, tickGap);
  const at = (share: number): number => positionOn(axis, inPoints(share));
  return {
    axis,
    zero: at(0),
    ticks: axis.ticks.map((tick) => ({ x: positionOn(axis, tick), label: tickLabel(tick) })),
    sections: sections.map((section) => {
      const margin = commonest(section.rows.map((row) => row.margin));
      return {
        title: section.title,
        heading: headingGeometry(section.rows, margin, at, width),
        rows: section.rows.map((row) => rowGeometry(row, margin, at, width)),
      };
    }),
  };
}

/** The shares of a row that the axis must cover. */
function reach(row: ForestRow): readonly number[] {
  const overall = row.kind !== 'stratum';
  return [
    ...(row.margin === null ? [] : [-row.margin]),
    ...(row.delta === null ? [] : [row.delta]),
    ...(overall && row.halfWidth !== null ? [-row.halfWidth, row.halfWidth] : []),
    ...(overall && row.interval !== null ? [row.interval.lo, row.interval.hi] : []),
  ];
}

type Place = (share: number) => number;

function rowGeometry(
  row: ForestRow,
  sectionMargin: number | null,
  at: Place,
  width: number,
): ForestRowGeometry {
  const computed = row.delta !== null && row.interval !== null;
  // A row without numbers has no margin of its own: the section's line runs through it.
  const margin = row.margin ?? (computed ? null : sectionMargin);
  const guard = margin === null ? null : at(-margin);
  const whisker = computed ? cut(at(row.interval.lo), at(row.interval.hi)) : null;
  const marker = computed ? at(row.delta) : null;
  return {
    row,
    guard,
    band: bandOf(row.halfWidth, at),
    whisker,
    marker,
    mark: row.kind === 'rerun' ? rerunMark : verdictMark(row.verdict),
    marginLabel:
      guard === null || row.margin === null || row.margin === sectionMargin
        ? null
        : marginLabel(formatPoints(-row.margin), guard, whisker, marker, width),
  };
}

function cut(from: number, to: number): Whisker {
  return { from: clamp(from), to: clamp(to), cutFrom: from < 0, cutTo: to > 1 };
}

function bandOf(halfWidth: number | null, at: Place): NoiseBand | null {
  if (halfWidth === null) return null;
  const ends = [at(-halfWidth), at(halfWidth)] as const;
  return {
    from: clamp(ends[0]),
    to: clamp(ends[1]),
    edges: ends.filter((x) => x > 0 && x < 1),
  };
}

function clamp(x: number): number {
  return Math.min(1, Math.max(0, x));
}

/** Half of a marker, px: a label keeps off it. */
const markerHalf = 6;

/** Left of the line where the whisker leaves that free, else right of it, else not at all. */
function marginLabel(
  text: string,
  guard: number,
  whisker: Whisker | null,
  marker: number | null,
  width: number,
): PlotLabel | null {
  const taken: Stretch[] = [];
  if (whisker !== null) taken.push({ from: whisker.from * width, to: whisker.to * width });
  if (marker !== null) taken.push({ from: marker * width - markerHalf, to: marker * width + markerHalf });
  return firstFree(
    [
      { text, x: guard, anchor: 'end' },
      { text, x: guard, anchor: 'start' },
    ],
    taken,
    width,
  );
}

function headingGeometry(
  rows: readonly ForestRow[],
  margin: number | null,
  at: Place,
  width: number,
): ForestHeadingGeometry {
  const guard = margin === null ? null : at(-margin);
  const noise = rows.flatMap((row) => (row.halfWidth === null ? [] : [row.halfWidth]));
  const [first] = noise;
  const same = noise.every((halfWidth) => formatHalfWidth(halfWidth) === formatHalfWidth(first ?? 0));
  const band = same ? bandOf(first ?? null, at) : null;
  const zero = at(0);
  const guardText = margin === null ? '' : formatPoints(-margin);
  const guardLabels: readonly PlotLabel[] =
    guard === null
      ? []
      : [
          { text: `guard rail ${guardText}`, x: guard, anchor: 'end' },
          { text: `guard rail ${guardText}`, x: guard, anchor: 'start' },
          { text: guardText, x: guard, anchor: 'end' },
        ];
  const middle = { from: zero * width, to: zero * width };
  const around = band === null ? middle : { from: band.from * width, to: band.to * width };
  // Clear of the band if that can be had; a guard rail within the band has its label there.
  const guardLabel = firstFree(guardLabels, [around], width) ?? firstFree(guardLabels, [middle], width);
  return {
    guard,
    band,
    guardLabel,
    noiseLabel: firstFree(
      noiseLabels(rows, first ?? null, same, at),
      [middle, ...(guardLabel === null ? [] : [extent(guardLabel, width)])],
      width,
      headingOverhang,
    ),
  };
}

/** The noise floor's label in falling order of preference. Rows without any number need none. */
function noiseLabels(
  rows: readonly ForestRow[],
  first: number | null,
  same: boolean,
  at: Place,
): readonly PlotLabel[] {
  if (rows.every((row) => row.delta === null)) return [];
  if (first === null) {
    const long = 'noise floor not measured: the baseline ran once';
    return [
      { text: long, x: at(0), anchor: 'start' },
      { text: long, x: 1, anchor: 'end' },
      { text: 'noise floor not measured', x: at(0), anchor: 'start' },
      { text: 'noise floor not measured', x: at(0), anchor: 'end' },
    ];
  }
  const right = clamp(at(first));
  if (!same) {
    const text = 'noise floor, per row';
    return [
      { text, x: right, anchor: 'start' },
      { text, x: 1, anchor: 'end' },
    ];
  }
  const text = `noise floor ${formatHalfWidth(first)}`;
  return [
    { text, x: right, anchor: 'start' },
    // A band that reaches the edge has its label within.
    ...(right === 1 ? [{ text, x: 1, anchor: 'end' } as const] : []),
    { text: formatHalfWidth(first), x: right, anchor: 'start' },
    { text: formatHalfWidth(first), x: right, anchor: 'end' },
  ];
}

/** Where a label's text reaches, px. */
function extent(label: PlotLabel, width: number): Stretch {
  const size = textWidth(label.text);
  const x = label.x * width;
  return label.anchor === 'start'
    ? { from: x + labelGap, to: x + labelGap + size }
    : { from: x - labelGap - size, to: x - labelGap };
}

/** The first label that lies within the plot and clear of what is taken (px). */
function firstFree(
  labels: readonly PlotLabel[],
  taken: readonly Stretch[],
  width: number,
  overhang = 0,
): PlotLabel | null {
  return (
    labels.find((label) => {
      const { from, to } = extent(label, width);
      return (
        from >= 0 && to <= width + overhang && taken.every((other) => to <= other.from || from >= other.to)
      );
    }) ?? null
  );
}

/** The margin that most rows have; of equals the first. Null where none has one. */
function commonest(margins: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>();
  for (const margin of margins) if (margin !== null) counts.set(margin, (counts.get(margin) ?? 0) + 1);
  let best: number | null = null;
  for (const [margin, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = margin;
  }
  return best;
}
