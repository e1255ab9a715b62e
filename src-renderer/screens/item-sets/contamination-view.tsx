import { useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleLine } from '../../../src-main/contract/presentation/visible-text.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import { NumberField } from '../../components/sentence-field.tsx';
import type { SetReference } from '../../stores/item-sets-store.ts';
import { ContaminationFindings } from './contamination-findings.tsx';
import { heldOutWords } from './contamination-words.ts';
import { setRoute } from './item-sets-query.ts';
import './contamination.css';

/** Holds the dev items of a version against texts: which of them a model may have seen. */
export function ContaminationView({ set }: { readonly set: SetReference }) {
  useTitle(`Contamination of ${set.name}@${set.version}`);
  const { contamination, itemSets } = useStores();
  const { name, version } = set;
  const detail = useResource(itemSets.detail, { name, version });
  const { search, error, starting } = useStore(contamination.store);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const [runWords, setRunWords] = useState(13);
  const [threshold, setThreshold] = useState(0.5);
  const [choosing, setChoosing] = useState<'folders' | 'texts' | null>(null);
  // What was found of another version is not of this one.
  const own = search?.set.name === name && search.set.version === version ? search : null;
  const running = own?.state === 'running';
  const heldOut = detail.data?.strata.reduce((sum, row) => sum + row.heldOut, 0) ?? 0;
  const dev = (detail.data?.items ?? 0) - heldOut;
  return (
    <div className="item-sets contamination">
      <p className="way-back">
        <Link to={setRoute(set)} className="link">
          {name}@{version}
        </Link>
      </p>
      <PageHead title="Contamination" />
      <p className="about">
        Runs of words of the dev items are looked for in texts that you name, such as a corpus that a model
        was trained on. What is not among the texts is not found. {heldOutWords(heldOut)}
      </p>
      <section aria-labelledby="texts-title">
        <h2 id="texts-title">Texts</h2>
        {paths.length === 0 ? (
          <p className="muted">Text, JSONL, JSON, CSV or Parquet, also gzipped; folders with all in them.</p>
        ) : (
          <ul className="text-paths">
            {paths.map((path) => (
              <li key={path}>
                <code>{visibleLine(path)}</code>
                <Button
                  look="quiet"
                  small
                  square
                  aria-label={`Take out ${path}`}
                  disabled={running}
                  onClick={() => {
                    setPaths(paths.filter((other) => other !== path));
                  }}
                >
                  ×
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="row-of-controls">
          <Button
            disabled={running}
            onClick={() => {
              setChoosing('folders');
            }}
          >
            Add a folder…
          </Button>
          <Button
            disabled={running}
            onClick={() => {
              setChoosing('texts');
            }}
          >
            Add a file…
          </Button>
        </div>
        <div className="row-of-controls">
          <span>Runs of</span>
          <NumberField
            label="Words a run"
            value={runWords}
            min={3}
            max={1000}
            disabled={running}
            onCommit={setRunWords}
          />
          <span>words; an item counts above</span>
          <NumberField
            label="Share of an item’s words above which it counts, in percent"
            value={threshold * 100}
            min={0}
            max={100}
            disabled={running}
            onCommit={(percent) => {
              setThreshold(percent / 100);
            }}
          />
          <span>% of its words.</span>
          <Button
            look="primary"
            disabled={paths.length === 0 || dev === 0 || running || starting}
            title={detail.data !== null && dev === 0 ? 'Every item of this version is held out.' : undefined}
            onClick={() =>
              void contamination.start({ set: { name, version }, paths: [...paths], runWords, threshold })
            }
          >
            Look for the items
          </Button>
        </div>
      </section>
      {error === null ? null : <FailureNotice failure={error} />}
      {own?.problem == null ? null : <FailureNotice failure={own.problem} />}
      {own?.state === 'stopped' ? <Notice title="The search was stopped; nothing of it is shown." /> : null}
      {running ? (
        <div className="search-progress" role="status">
          <Meter label="Files read" done={own.files.done} total={own.files.total} />
          <span>
            {own.files.total === 0
              ? 'Listing the files'
              : `${formatCount(own.files.done)} of ${formatCount(own.files.total)} files`}
          </span>
          <Button small onClick={() => void contamination.stop()}>
            Stop
          </Button>
        </div>
      ) : null}
      {own?.state === 'finished' ? <ContaminationFindings key={own.search} found={own} /> : null}
      {choosing === null ? null : (
        <PathChooser
          title={choosing === 'folders' ? 'Choose a folder of texts' : 'Choose a file of texts'}
          show={choosing}
          action="Add"
          onChoose={(path) => {
            setPaths([...new Set([...paths, path])]);
          }}
          onClose={() => {
            setChoosing(null);
          }}
        />
      )}
    </div>
  );
}
