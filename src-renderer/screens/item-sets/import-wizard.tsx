import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { useClient } from '../../app/app-context.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import type { ImportState, ImportStore } from '../../stores/import-store.ts';
import { createImportStore } from '../../stores/import-store.ts';
import { FreezeForm } from './freeze-form.tsx';
import { ImportProblems } from './import-problems.tsx';
import { setsRoute } from './item-sets-query.ts';
import { ItemView } from './item-view.tsx';
import { MappingForm } from './mapping-form.tsx';

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
      {preview === null ? null : <Opened importing={importing} state={state} />}
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
  const { preview, problems, problemsError, error, busy } = state;
  if (preview === null) return null;
  const works = error === null && preview.good > 0;
  return (
    <>
      <MappingForm importing={importing} state={state} />
      <section aria-labelledby="import-first" aria-busy={busy}>
        <h2 id="import-first">First items</h2>
        <p className="muted small">
          {preview.first.length === 0
            ? 'None yet. Say which column is the input.'
            : `As they would be, the first ${formatCount(preview.first.length)}. Which are held out is drawn when they are frozen.`}
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
        <FreezeForm key={preview.importing} importing={importing} preview={preview} problems={problems} />
      ) : null}
    </>
  );
}
