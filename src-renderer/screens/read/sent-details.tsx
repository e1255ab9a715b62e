import type { RunKey } from '../../../src-main/contract/plan.ts';
import { formatCount, formatHash } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { FailureNotice } from '../../components/notice.tsx';

export interface OutputPlace {
  readonly comparison: string;
  readonly item: string;
  readonly key: RunKey;
  readonly sample: number;
}

/** As much as a screen can hold; the report and the export have the rest. */
const most = 500;

/** The rendered prompt, byte for byte, with what it hashes to. */
export function PromptAsSent({ place }: { readonly place: OutputPlace }) {
  const { data, error } = useResource(useStores().reading.prompt, {
    ...place,
    page: { offset: 0, limit: most },
  });
  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return <p className="waiting muted" />;
  return (
    <section className="sent" aria-label="Prompt as it was sent">
      <pre className="output-text" tabIndex={0} role="region" aria-label="Prompt">
        {data.total === 0 ? (
          <span className="muted">The prompt’s text was not kept.</span>
        ) : (
          visibleText(data.rows.join('\n'))
        )}
      </pre>
      <p className="facts">
        <span>{formatCount(data.tokens)} tokens</span>
        <span>prompt {formatHash(data.hash)}</span>
        <span>tokens {formatHash(data.tokenHash)}</span>
        {data.total > data.rows.length ? (
          <span>{formatCount(data.total - data.rows.length)} more lines</span>
        ) : null}
      </p>
    </section>
  );
}

/** The tokens that came, each with its id; the first that differs from the baseline's is marked. */
export function TokenList({
  place,
  first,
}: {
  readonly place: OutputPlace;
  /** Null: none differs. */
  readonly first: number | null;
}) {
  const { data, error } = useResource(useStores().reading.tokens, {
    ...place,
    page: { offset: 0, limit: most },
  });
  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return <p className="waiting muted" />;
  if (data.total === 0) return <p className="waiting muted">No tokens were kept for this answer.</p>;
  return (
    <ol className="token-list" aria-label="Tokens" tabIndex={0}>
      {data.rows.map(({ id, text }, index) => (
        <li key={index} className={index === first ? 'first-difference' : undefined}>
          <code>{text === '' ? '·' : visibleText(text)}</code>
          <span className="muted">{id}</span>
          {index === first ? <span className="unseen">first difference</span> : null}
        </li>
      ))}
      {data.total > data.rows.length ? (
        <li className="muted">{formatCount(data.total - data.rows.length)} more</li>
      ) : null}
    </ol>
  );
}
