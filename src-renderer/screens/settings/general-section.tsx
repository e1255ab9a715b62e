import { useState } from 'react';
import { useStore } from 'zustand';
import type { Theme } from '../../../src-main/contract/calls/settings.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useClient, useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { zoomStep } from '../../stores/settings-store.ts';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** How it looks, how it listens, and where its data lies. Every change is kept at once. */
export function GeneralSection() {
  const { settings } = useStores();
  const { fields, error } = useStore(settings.store);
  const zoom = (value: number) => () => {
    void settings.change({ zoom: value });
  };
  return (
    <>
      {error === null ? null : <FailureNotice failure={error} />}
      <section aria-labelledby="appearance">
        <h2 id="appearance">Appearance</h2>
        <dl className="choices">
          <div>
            <dt>Theme</dt>
            <dd>
              <Segmented
                label="Theme"
                options={themes}
                value={fields.theme}
                onChange={(theme) => void settings.change({ theme })}
              />
            </dd>
          </div>
          <div>
            <dt>Size</dt>
            <dd>
              <Button small aria-label="Smaller" onClick={zoom(zoomStep(fields.zoom, -1))}>
                −
              </Button>
              <span role="status">{Math.round(fields.zoom * 100)} %</span>
              <Button small aria-label="Larger" onClick={zoom(zoomStep(fields.zoom, 1))}>
                +
              </Button>
              <KeyHint keys="Ctrl+-" />
              <KeyHint keys="Ctrl++" />
              <KeyHint keys="Ctrl+0" />
            </dd>
          </div>
        </dl>
      </section>
      <section aria-labelledby="keyboard">
        <h2 id="keyboard">Keyboard</h2>
        <dl className="choices">
          <div>
            <dt id="letter-keys">Single letters</dt>
            <dd>
              <label>
                <input
                  type="checkbox"
                  checked={fields.letterKeys}
                  onChange={(event) => void settings.change({ letterKeys: event.target.checked })}
                />{' '}
                work as commands
              </label>
              <span className="note">
                Switch them off where software types letters for you. Everything has a button as well.
              </span>
            </dd>
          </div>
        </dl>
      </section>
      <DataFolderChoice />
    </>
  );
}

function DataFolderChoice() {
  const client = useClient();
  const { settings } = useStores();
  const dataFolder = useStore(settings.store, (state) => state.dataFolder);
  const [choosing, setChoosing] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<Failure | null>(null);
  const choose = async (path: string) => {
    const answer = await client.call('settings.choose_data_folder', { path });
    if (answer.ok && answer.data.dataFolder.problem === null) {
      setProblem(null);
      setNext(answer.data.dataFolder.path);
    } else {
      setProblem(answer.ok ? answer.data.dataFolder.problem : answer.error);
    }
  };
  return (
    <section aria-labelledby="data">
      <h2 id="data">Data</h2>
      <dl className="choices">
        <div>
          <dt>Data folder</dt>
          <dd>
            <code>{dataFolder ?? ''}</code>
            <Button
              small
              onClick={() => {
                setChoosing(true);
              }}
            >
              Choose another…
            </Button>
            <span className="note">Item sets, plans, outputs and scores. Models stay where they are.</span>
          </dd>
        </div>
      </dl>
      {problem === null ? null : <FailureNotice failure={problem} />}
      {next === null ? null : (
        <Notice tone="attention" title="From the next start on the data folder is another one.">
          <p>
            <code>{next}</code>. Nothing is moved: what is in the old folder stays there.
          </p>
        </Notice>
      )}
      {choosing ? (
        <PathChooser
          title="Choose a data folder"
          show="folders"
          action="Use this folder"
          onChoose={(path) => void choose(path)}
          onClose={() => {
            setChoosing(false);
          }}
        />
      ) : null}
    </section>
  );
}
