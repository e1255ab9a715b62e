import type {
  PlanState as PlanStateWord,
  Verdict as VerdictWord,
} from '../../src-main/contract/comparison.ts';
import { absent } from '../../src-main/contract/presentation/numbers.ts';
import { verdictMark } from '../../src-main/contract/presentation/verdict-marks.ts';
import { VerdictGlyph } from './glyph.tsx';
import './verdict.css';

/** Shape, colour and word together. Null: no guard rail applies. */
export function Verdict({ verdict }: { readonly verdict: VerdictWord | null }) {
  const mark = verdictMark(verdict);
  return (
    <span className="verdict">
      <VerdictGlyph mark={mark} />
      {mark.word}
    </span>
  );
}

/** What the plan says: a word in its own column, apart from the verdict. */
export function PlanState({ plan }: { readonly plan: PlanStateWord | null }) {
  if (plan === null) return <span className="muted">{absent}</span>;
  return <span className={plan === 'fails' ? undefined : 'soft'}>{plan}</span>;
}
