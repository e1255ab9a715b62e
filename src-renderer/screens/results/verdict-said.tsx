import type { ReactNode } from 'react';
import type { Verdict } from '../../../src-main/contract/comparison.ts';
import { verdictMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import { VerdictGlyph } from '../../components/glyph.tsx';
import { Tag } from '../../components/tag.tsx';

/**
 * The answer, before anything else: one sentence in large type, and what stands beside it. The heading is the same
 * element before the answer is here, so that the focus that waits on it stays.
 */
export function VerdictSaid({
  verdict,
  sentence,
  why,
  peeked,
  children,
}: {
  /** Absent: not here yet. */
  readonly verdict?: Verdict | null;
  readonly sentence: string | null;
  readonly why: readonly string[];
  readonly peeked: boolean;
  /** What can be done with it. */
  readonly children?: ReactNode;
}) {
  return (
    <section className="verdict-said" aria-label="Verdict">
      <div aria-live="polite">
        <h1 tabIndex={-1}>
          {sentence === null ? (
            <span className="unseen">Results</span>
          ) : (
            <>
              {verdict === undefined ? null : <VerdictGlyph mark={verdictMark(verdict)} />}
              {peeked ? <Tag>peek</Tag> : null}
              {peeked ? ` ${sentence}` : sentence}
            </>
          )}
        </h1>
        <p className="why">{why.join(' ')}</p>
      </div>
      <div className="acts">{children}</div>
    </section>
  );
}
