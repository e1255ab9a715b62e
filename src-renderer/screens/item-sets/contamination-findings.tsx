import { useState } from 'react';
import type { Contamination, Overlap } from '../../../src-main/contract/calls/contamination.ts';
import { formatCount, formatPercent } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useLate } from '../../app/use-late.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { besideWords, canaryWords, foundWords, textPlace, unreadWords } from './contamination-words.ts';

const pageSize = 20;

/** What a search found: the share over the threshold, the canary, and each item's passages beside the texts'. */
export function ContaminationFindings({ found }: { readonly found: Contamination }) {
  const { contamination } = useStores();
  const [page, setPage] = useState(0);
  const { data, error } = useResource(contamination.overlaps, {
    search: found.search,
    page: { offset: page * pageSize, limit: pageSize },
  });
  const late = useLate(data === null && error === null);
  const pages = Math.ceil(found.overlapping / pageSize);
  return (
    <>
      <section aria-labelledby="found-title">
        <h2 id="found-title">Found</h2>
        <p>
          <b>{foundWords(found)}</b> {besideWords(found)}
        </p>
        {found.canaries.length === 0 ? (
          <p className="muted">{canaryWords(found)}</p>
        ) : (
          <Notice tone="attention" title={canaryWords(found)}>
            <ul>
              {found.canaries.map((place) => (
                <li key={textPlace(place)}>
                  <code>{textPlace(place)}</code>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {found.unread.length === 0 ? null : (
          <details>
            <summary>{unreadWords(found.unread.length)}</summary>
            <ul>
              {found.unread.map(({ message }, index) => (
                <li key={index}>{visibleText(message)}</li>
              ))}
            </ul>
          </details>
        )}
      </section>
      {found.overlapping === 0 ? null : (
        <section aria-labelledby="passages-title">
          <div className="table-caption">
            <h2 id="passages-title" className="grow">
              Passages
            </h2>
            <p>The most affected items first, with their longest passages.</p>
            <Pager page={page} pages={pages} onPage={setPage} />
          </div>
          {error === null ? null : (
            <FailureNotice
              failure={error}
              actions={<Button onClick={() => void contamination.overlaps.refresh()}>Try again</Button>}
            />
          )}
          {data === null ? (
            <p className="waiting">{late ? 'Reading the passages' : ''}</p>
          ) : (
            <ol className="overlaps" start={data.offset + 1}>
              {data.rows.map((overlap) => (
                <OverlapRow key={overlap.item} overlap={overlap} />
              ))}
            </ol>
          )}
          {data === null ? null : <Pager page={page} pages={pages} onPage={setPage} />}
        </section>
      )}
    </>
  );
}

function Pager({
  page,
  pages,
  onPage,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  if (pages < 2) return null;
  return (
    <div className="pager">
      <Button
        small
        disabled={page === 0}
        onClick={() => {
          onPage(page - 1);
        }}
      >
        Previous
      </Button>
      <span>
        page {formatCount(page + 1)} of {formatCount(pages)}
      </span>
      <Button
        small
        disabled={page + 1 >= pages}
        onClick={() => {
          onPage(page + 1);
        }}
      >
        Next
      </Button>
    </div>
  );
}

function OverlapRow({ overlap: { item, share, contaminated, passages } }: { readonly overlap: Overlap }) {
  return (
    <li>
      <h3>
        {visibleText(item)}
        <span className="muted">
          {' '}
          {formatPercent(share)} % of its words{contaminated ? ', over the threshold' : ''}
        </span>
      </h3>
      {passages.map((passage) => (
        <div className="side-by-side" key={`${textPlace(passage)} ${passage.inItem.passage}`}>
          <Side title={`In the item, ${formatCount(passage.words)} words`} excerpt={passage.inItem} />
          <Side title={textPlace(passage)} excerpt={passage.inText} />
        </div>
      ))}
    </li>
  );
}

function Side({
  title,
  excerpt: { before, passage, after },
}: {
  readonly title: string;
  readonly excerpt: Overlap['passages'][number]['inItem'];
}) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <blockquote>
        {visibleText(before)}
        <mark>{visibleText(passage)}</mark>
        {visibleText(after)}
      </blockquote>
    </figure>
  );
}
