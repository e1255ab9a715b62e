import type { SideMark, VerdictMark } from '../../src-main/contract/presentation/verdict-marks.ts';
import './glyph.css';

/** The shape of a verdict beside its word; never without it. */
export function VerdictGlyph({ mark }: { readonly mark: VerdictMark }) {
  return (
    <svg
      className={`glyph ${mark.filled ? 'filled' : 'lined'} mark-${mark.key}`}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <path d={mark.glyph} />
    </svg>
  );
}

/** Right, wrong, partly right, or no answer. */
export function SideGlyph({ mark }: { readonly mark: SideMark }) {
  return (
    <svg
      className={`glyph lined side-${mark.key}${mark.dashed ? ' dashed' : ''}`}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <path d={mark.glyph} />
    </svg>
  );
}
