import { sideMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import { SideGlyph } from '../../components/glyph.tsx';
import type { Fit } from './models-words.ts';

/** Whether it fits, as a glyph and a word. */
export function FitWord({ fit }: { readonly fit: Fit }) {
  const mark = fit === 'fits' ? sideMark(1) : fit === 'does not fit' ? sideMark(0) : sideMark(null);
  return (
    <span className="fit-word">
      <SideGlyph mark={mark} />
      {fit}
    </span>
  );
}
