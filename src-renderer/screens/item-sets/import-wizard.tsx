import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ImportPreview, TriedItem } from '../../../src-main/contract/calls/items.ts';
import type { Preparation } from '../../../src-main/contract/calls/preparing.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { useClient } from '../../app/app-context.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import type { ImportState, ImportStore } from '../../stores/import-store.ts';
import { createImportStore } from '../../stores/import-store.ts';
import type { PreparingStore } from '../../stores/preparing-store.ts';
import { createPreparingStore } from '../../stores/preparing-store.ts';
import type { FreezeChoices } from './freeze-form.tsx';
import { firstFreezeChoices, FreezeForm } from './freeze-form.tsx';
import { ImportProblems } from './import-problems.tsx';
import { setsRoute } from './item-sets-query.ts';
import { ItemView } from './item-view.tsx';
import { isWrong, triedWords } from './item-sets-words.ts';
import { MappingForm } from './mapping-form.tsx';
import { PreparePage } from './prepare-page.tsx';
import './prepare.css';

/** From a file to a frozen version: the file, how it is read, what comes of it, what is wrong, the freezing. */
export function ImportWizard() {
  useTitle('Import items');
  const client = useClient();
  const [importing] = useState(() => createImportStore(client));
  const state = useStore(importing.store);
  const [choosing, setChoosing] = useState(true);
  useEffect(
    () => () => {
      importing.close();
    },
    [importing],
  );
  const { preview, error, busy } = state;
  const late = useLate(busy);
  return (
    <div className="item-sets import-wizard">
      <p className="way-back">
        <Link to={setsRoute} className="link">
          Item sets
        </Link>
      </p>
      <PageHead title="Import items" />
      <section aria-labelledby="import-file">
        <h2 id="import-file">File</h2>
        <div className="row-of-controls">
          {preview === null ? (
            <span className="muted">JSONL, JSON, CSV, TSV, Parquet, YAML or .eval, also with gzip.</span>
          ) : (
            <b>{preview.fileName}</b>
          )}
          <Button
            {...(preview === null ? { look: 'primary' as const } : {})}
            onClick={() => {
              setChoosing(true);
            }}
          >
            {preview === null ? 'Choose a file…' : 'Choose another…'}
          </Button>
          <span className="muted" role="status">
            {late ? 'Reading the file' : ''}
          </span>
        </div>
      </section>
      {error === null ? null : <FailureNotice failure={error} />}
      {preview === null ? null : <Opened key={preview.importing} importing={importing} state={state} />}
      {choosing ? (
        <PathChooser
          title="Choose a file with items"
          show="items"
          action="Look at this file"
          onChoose={(path) => void importing.open(path)}
          onClose={() => {
            setChoosing(false);
          }}
        />
      ) : null}
    </div>
  );
}

function Opened({ importing, state }: { readonly importing: ImportStore; readonly state: ImportState }) {
  const client = useClient();
  const { preview, problems, problemsError, error, busy } = state;
  const [choices, setChoices] = useState(firstFreezeChoices);
  const [page, setPage] = useState<'read' | 'prepare'>('read');
  const [opened, setOpened] = useState<OpenedPreparation | null>(null);
  useEffect(() => () => opened?.preparing.close(), [opened]);
  if (preview === null) return null;
  // The app forgets the steps each time the file is read anew, also in the same way as once before.
  const preparing = opened?.preview === preview ? opened.preparing : null;
  if (preparing !== null && page === 'prepare')
    return (
      <Preparing
        {...{ importing, preparing, preview, problems, choices }}
        onChoices={setChoices}
        onBack={() => {
          setPage('read');
        }}
      />
    );
  const works = error === null && preview.good > 0;
  return (
    <>
      <MappingForm importing={importing} state={state} />
      <section aria-labelledby="import-first" aria-busy={busy}>
        <h2 id="import-first">First items</h2>
        <p className="muted small">
          {preview.first.length === 0
            ? 'None yet. Say which column is the input.'
            : `As they would be, the first ${formatCount(preview.first.length)}, each with what its own scorer says to the right answer. Which are held out is drawn when they are frozen.`}
        </p>
        {preview.first.length === 0 ? null : (
          <ol
            className={error === null && !busy ? 'first-items' : 'first-items outdated'}
            aria-labelledby="import-first"
            tabIndex={0}
          >
            {preview.first.map((item) => (
              <li key={item.id}>
                <ItemView item={item} split={false} />
                <TriedAnswer item={item} />
              </li>
            ))}
          </ol>
        )}
      </section>
      {error === null && preview.read > 0 ? (
        <ImportProblems
          problems={problems}
          error={problemsError}
          waiting={preview.format !== null || 'input' in preview.mapping}
        />
      ) : null}
      {works ? (
        <FreezeForm
          key={preview.importing}
          {...{ importing, preview, problems, choices }}
          onChoices={setChoices}
          prepared={preparedItems(preparing?.store.getState().preparation ?? null)}
          onPrepare={() => {
            const fresh = createPreparingStore(client, preview.importing);
            void fresh.open(choices.policy === 'skip');
            setOpened({ preview, preparing: fresh });
            setPage('prepare');
            window.scrollTo(0, 0);
          }}
        />
      ) : null}
    </>
  );
}

interface OpenedPreparation {
  /** Of the reading that it was opened for. */
  readonly preview: ImportPreview;
  readonly preparing: PreparingStore;
}

/** Items that the steps left; null where none was taken. */
function preparedItems(preparation: Preparation | null): number | null {
  return preparation === null || preparation.steps.length === 0 ? null : preparation.items;
}

/** The right answer itself, as the item's own scorer judges it. */
function TriedAnswer({ item }: { readonly item: TriedItem }) {
  return <p className={`tried-answer ${isWrong(item) ? 'wrong' : ''}`}>{triedWords(item)}</p>;
}

/** The second page: the steps, and then the freezing. */
function Preparing({
  importing,
  preparing,
  preview,
  problems,
  choices,
  onChoices,
  onBack,
}: {
  readonly importing: ImportStore;
  readonly preparing: PreparingStore;
  readonly preview: ImportPreview;
  readonly problems: ImportState['problems'];
  readonly choices: FreezeChoices;
  readonly onChoices: (choices: FreezeChoices) => void;
  readonly onBack: () => void;
}) {
  const { preparation, lookedAt } = useStore(preparing.store);
  return (
    <>
      <div className="row-of-controls">
        <Button onClick={onBack}>Back to how it is read</Button>
        <span className="muted">The steps stay as long as the file is read in the same way.</span>
      </div>
      <PreparePage preparing={preparing} heldOut={choices.heldOut / 100} seed={choices.seed} />
      {preparation === null ? null : (
        <>
          {lookedAt === null ? null : (
            <Notice title="A step is only looked at: the version would be frozen without it." />
          )}
          <FreezeForm
            {...{ importing, preview, problems, choices, onChoices }}
            prepared={preparedItems(preparation)}
          />
        </>
      )}
    </>
  );
}
