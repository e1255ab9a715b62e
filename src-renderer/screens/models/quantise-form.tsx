import { useState } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import { formatBytes } from '../../../src-main/contract/presentation/numbers.ts';
import { quantisedTypes, type QuantisedType } from '../../../src-main/contract/quantisation.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import { TextField } from '../../components/sentence-field.tsx';
import { startWords } from './model-work-words.ts';

type Listed = CallOutput<'quantising.list_versions'>['versions'][number];

/** Which versions to make, and where they go. */
export function QuantiseForm({ model }: { readonly model: string }) {
  const { modelWork } = useStores();
  const { error, busy } = useStore(modelWork.quantising);
  const [ticked, setTicked] = useState<ReadonlySet<QuantisedType>>(new Set());
  const [pure, setPure] = useState(false);
  const [replace, setReplace] = useState(false);
  const [folder, setFolder] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const { data, busy: sizing, error: unlisted } = useResource(modelWork.versions, { model, pure });
  const listed = new Map(data?.versions.map((version) => [version.type, version]));
  const chosen = quantisedTypes.filter((type) => ticked.has(type));
  const start = () => {
    void modelWork.quantise({ model, types: chosen, pure, folder, replace });
  };
  return (
    <div className="work-form">
      <fieldset className="version-choice">
        <legend>
          Types{' '}
          <span className="small muted" role="status">
            {sizing && data === null ? 'working out the sizes' : ''}
          </span>
        </legend>
        {quantisedTypes.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={ticked.has(type)}
              onChange={({ target: { checked } }) => {
                const next = new Set(ticked);
                if (checked) next.add(type);
                else next.delete(type);
                setTicked(next);
              }}
            />
            <span>{type}</span>
            <VersionFacts version={listed.get(type)} beside={folder === null} />
          </label>
        ))}
      </fieldset>
      {unlisted === null ? null : <FailureNotice failure={unlisted} />}
      <label className="choice">
        <input
          type="checkbox"
          checked={pure}
          onChange={({ target }) => {
            setPure(target.checked);
          }}
        />
        <span>
          Pure <span className="muted">every matrix in the type itself, none kept finer</span>
        </span>
      </label>
      <div className="where-to">
        <span className="small soft">Where to</span>
        <TextField
          label="Folder for the versions"
          value={folder ?? data?.folder ?? ''}
          placeholder="beside the model"
          onCommit={(typed) => {
            setFolder(typed.trim() === '' || typed.trim() === data?.folder ? null : typed.trim());
          }}
        />
        <Button
          small
          aria-label="Choose the folder for the versions"
          onClick={() => {
            setChoosing(true);
          }}
        >
          Choose…
        </Button>
      </div>
      <label className="choice">
        <input
          type="checkbox"
          checked={replace}
          onChange={({ target }) => {
            setReplace(target.checked);
          }}
        />
        <span>Replace files of the same name</span>
      </label>
      {error === null ? null : <FailureNotice failure={error} />}
      <Button
        disabled={chosen.length === 0 || busy}
        title={chosen.length === 0 ? 'Tick the types to make.' : undefined}
        onClick={start}
      >
        {startWords(chosen.map((type) => listed.get(type)?.size ?? null))}
      </Button>
      {choosing ? (
        <PathChooser
          title="Choose the folder for the versions"
          show="folders"
          action="Choose folder"
          onChoose={setFolder}
          onClose={() => {
            setChoosing(false);
          }}
        />
      ) : null}
    </div>
  );
}

function VersionFacts({
  version,
  beside,
}: {
  readonly version: Listed | undefined;
  /** They go into the model's folder, where it is known what is there. */
  readonly beside: boolean;
}) {
  if (version === undefined) return null;
  return (
    <>
      <span className="size">{version.size === null ? '' : formatBytes(version.size)}</span>
      <span className="small muted">{version.there && beside ? 'is there' : ''}</span>
    </>
  );
}
