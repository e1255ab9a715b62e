/**
 * The shape of each verdict. Colour never stands alone: the same shape is the marker in every chart, the glyph
 * beside every word, and a character where there is only text.
 */
import type { Verdict } from '../comparison.ts';

export type MarkShape =
  'triangle-down' | 'circle' | 'triangle-up' | 'diamond' | 'struck-square' | 'square' | 'ring';

export interface VerdictMark {
  /** For class names: `worse`, `within`, `better`, `cannot`, `not-comparable`, `none`, `rerun`. */
  readonly key: string;
  readonly shape: MarkShape;
  readonly filled: boolean;
  /** Where there is only text. */
  readonly character: string;
  readonly word: string;
  /** The colour token of src-renderer/theme/tokens.css. */
  readonly token: `--${string}`;
  /** SVG path around (0, 0), 9 to 11 px across: the marker of a chart. */
  readonly marker: string;
  /** SVG path in a 12 x 12 box: the glyph beside a word. */
  readonly glyph: string;
}

const circleMarker = 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z';
const circleGlyph = 'M1.7 6a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0-8.6 0z';

const marks: Readonly<Record<Verdict, VerdictMark>> = {
  worse: {
    key: 'worse',
    shape: 'triangle-down',
    filled: true,
    character: '▼',
    word: 'worse',
    token: '--worse',
    marker: 'M-5.4-4.4H5.4L0 5z',
    glyph: 'M.8 2h10.4L6 11z',
  },
  'within the guard rail': {
    key: 'within',
    shape: 'circle',
    filled: true,
    character: '●',
    word: 'within the guard rail',
    token: '--within',
    marker: circleMarker,
    glyph: circleGlyph,
  },
  better: {
    key: 'better',
    shape: 'triangle-up',
    filled: true,
    character: '▲',
    word: 'better',
    token: '--better',
    marker: 'M-5.4 4.4H5.4L0-5z',
    glyph: 'M.8 10h10.4L6 1z',
  },
  'cannot tell yet': {
    key: 'cannot',
    shape: 'diamond',
    filled: false,
    character: '◇',
    word: 'cannot tell yet',
    token: '--cannot',
    marker: 'M0-5.2 5.2 0 0 5.2-5.2 0z',
    glyph: 'M6 1.4 10.6 6 6 10.6 1.4 6z',
  },
  'not comparable': {
    key: 'not-comparable',
    shape: 'struck-square',
    filled: false,
    character: '⊠',
    word: 'not comparable',
    token: '--not-comparable',
    marker: 'M-4.5-4.5h9v9h-9zM-4.5 4.5l9-9',
    glyph: 'M2 2h8v8H2zM2 10l8-8',
  },
};

/** A part that no guard rail applies to: measured, not judged. */
export const unjudgedMark: VerdictMark = {
  key: 'none',
  shape: 'square',
  filled: true,
  character: '■',
  word: 'no guard rail',
  token: '--text-2',
  marker: 'M-4-4h8v8h-8z',
  glyph: 'M2.2 2.2h7.6v7.6H2.2z',
};

/** The baseline's rerun: no verdict, but what verdicts are read against. */
export const rerunMark: VerdictMark = {
  key: 'rerun',
  shape: 'ring',
  filled: false,
  character: '○',
  word: 'sets the noise floor',
  token: '--text-3',
  marker: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  glyph: circleGlyph,
};

/** The mark of a verdict; null is a part without a guard rail. */
export function verdictMark(verdict: Verdict | null): VerdictMark {
  return verdict === null ? unjudgedMark : marks[verdict];
}

/** One side of a flip badge: was the answer right, wrong, or is there none. */
export interface SideMark {
  readonly key: 'right' | 'wrong' | 'partly' | 'none';
  readonly character: string;
  readonly word: string;
  /** SVG path in a 12 x 12 box, drawn as a line. */
  readonly glyph: string;
  readonly dashed: boolean;
}

const sides = {
  right: { key: 'right', character: '✓', word: 'right', glyph: 'M1.5 6.5 4.6 9.5 10.5 2.5', dashed: false },
  wrong: { key: 'wrong', character: '✗', word: 'wrong', glyph: 'M2 2l8 8M10 2l-8 8', dashed: false },
  partly: { key: 'partly', character: '~', word: 'partly right', glyph: 'M2 4h8M2 8h8', dashed: false },
  none: { key: 'none', character: '-', word: 'no answer', glyph: 'M2.5 6h7', dashed: true },
} as const satisfies Record<SideMark['key'], SideMark>;

/** The mark of a score in [0, 1]; null is a missing answer. */
export function sideMark(score: number | null): SideMark {
  if (score === null) return sides.none;
  if (score >= 1) return sides.right;
  return score <= 0 ? sides.wrong : sides.partly;
}
