import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { DraftComposition, DraftFields } from '../../../src-main/contract/calls/plans.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';

/** One dev item with the prompt around it, as the model's chat template gets it. */
export function PromptPreview({
  fields,
  composition,
}: {
  readonly fields: DraftFields;
  readonly composition: DraftComposition;
}) {
  const { newComparison } = useStores();
  const { data, error } = useStore(newComparison.preview.store);
  const [place, setPlace] = useState(0);
  const asked =
    fields.items === null
      ? null
      : JSON.stringify({ set: fields.items, system: fields.settings.system, composition, place });
  useEffect(() => {
    if (asked !== null)
      void newComparison.preview.read(JSON.parse(asked) as Parameters<typeof newComparison.preview.read>[0]);
  }, [newComparison, asked]);
  return (
    <section className="prompt-preview" aria-labelledby="preview-title">
      <div className="table-caption">
        <h3 id="preview-title" className="grow">
          {data === null
            ? 'A dev item with it'
            : `Dev item ${formatCount(data.place + 1)} of ${formatCount(data.dev)}: ${visibleText(data.item)}`}
        </h3>
        <Button
          small
          disabled={data === null || data.place === 0}
          onClick={() => {
            setPlace(Math.max(0, (data?.place ?? 0) - 1));
          }}
        >
          Previous
        </Button>
        <Button
          small
          disabled={data === null || data.place + 1 >= data.dev}
          onClick={() => {
            setPlace((data?.place ?? 0) + 1);
          }}
        >
          Next
        </Button>
      </div>
      {asked === null ? <p className="muted">Choose an item set to see one of its dev items.</p> : null}
      {error === null ? null : <FailureNotice failure={error} />}
      {data === null || error !== null ? null : (
        <>
          <dl className="message-list">
            {data.messages.map(({ role, content }, index) => (
              <div key={index}>
                <dt>{role}</dt>
                <dd>{visibleText(content)}</dd>
              </div>
            ))}
          </dl>
          <p className="muted">
            {data.exemplars.length === 0
              ? 'No exemplars.'
              : `Exemplars: ${data.exemplars.map((id) => visibleText(id)).join(', ')}.`}{' '}
            The model&rsquo;s chat template writes the prompt from these messages.
          </p>
        </>
      )}
    </section>
  );
}
