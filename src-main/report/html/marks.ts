/** Glyphs, badges and swatches: the small pictures that stand beside words. */
import type { Verdict } from '../../contract/comparison.ts';
import type { OutcomeWords } from '../../contract/presentation/outcome-words.ts';
import type { VerdictMark } from '../../contract/presentation/verdict-marks.ts';
import { sideMark, verdictMark } from '../../contract/presentation/verdict-marks.ts';
import type { Markup } from './markup.ts';
import { markup, percent, px } from './markup.ts';

export function glyph(mark: VerdictMark): Markup {
  return markup`<svg class="glyph g-${mark.key}" viewBox="0 0 12 12" aria-hidden="true"><path class="${mark.filled ? 'fill' : 'line'}" d="${mark.glyph}"/></svg>`;
}

/** Shape, colour and word together. */
export function verdictWord(verdict: Verdict | null): Markup {
  const mark = verdictMark(verdict);
  return markup`<span class="v">${glyph(mark)}${mark.word}</span>`;
}

/** A chart's marker at a position: `x` a fraction of the width, `y` px. */
export function marker(mark: VerdictMark, x: number, y: number): Markup {
  return markup`<svg x="${percent(x)}" y="${px(y)}" overflow="visible"><path class="m-${mark.key}" d="${mark.marker}"/></svg>`;
}

/** Was this side right, wrong, partly right, or is there no answer. */
export function sideGlyph(score: number | null): Markup {
  const side = sideMark(score);
  return markup`<svg viewBox="0 0 12 12" aria-hidden="true"><path class="side-glyph${side.dashed ? ' dashed' : ''}" d="${side.glyph}"/></svg>`;
}

export function swatch({ outcome }: OutcomeWords): Markup {
  return markup`<svg class="swatch" width="10" height="10" aria-hidden="true"><rect class="o-${outcome}" width="10" height="10"/></svg>`;
}

/** The patterns that outcomes are told apart by; once a page. */
export const patterns = markup`<svg class="defs" width="0" height="0" aria-hidden="true"><defs>
<pattern id="hatched" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="4" fill="var(--surface)"/><rect width="1.6" height="4" fill="var(--text-2)"/></pattern>
<pattern id="dotted" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="var(--surface)"/><circle cx="2" cy="2" r="1" fill="var(--text-2)"/></pattern>
<pattern id="crossed" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="var(--surface)"/><path d="M0 0l5 5M5 0l-5 5" stroke="var(--text-2)" stroke-width=".8"/></pattern>
</defs></svg>`;

/** A table that scrolls sideways where it is too wide, by keyboard too. */
export function wideTable(name: string, kind: string, table: Markup): Markup {
  return markup`<div class="${kind}wide" tabindex="0" role="region" aria-label="${name}">${table}</div>`;
}
