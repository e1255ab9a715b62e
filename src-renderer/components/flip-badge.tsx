import type { FlipKind } from '../../src-main/contract/calls/reading.ts';
import { sideMark } from '../../src-main/contract/presentation/verdict-marks.ts';
import { SideGlyph } from './glyph.tsx';
import './flip-badge.css';

/** Two glyphs, baseline then candidate, and a word. */
export function FlipBadge({
  flip,
  baseline,
  candidate,
}: {
  readonly flip: FlipKind;
  /** Scores in [0, 1]; null where there is no answer. */
  readonly baseline: number | null;
  readonly candidate: number | null;
}) {
  return (
    <span className={`flip-badge ${flip}`}>
      <SideGlyph mark={sideMark(baseline)} />
      {flip === 'different' ? <span aria-hidden="true">≠</span> : null}
      <SideGlyph mark={sideMark(candidate)} />
      <span className="word">{flip}</span>
    </span>
  );
}
