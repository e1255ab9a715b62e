import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { FolderEntry } from '../../src-main/contract/calls/files.ts';
import { formatBytes } from '../../src-main/contract/presentation/numbers.ts';
import { useClient } from '../app/app-context.tsx';
import { createResource } from '../stores/resource.ts';
import { Button } from './button.tsx';
import { useFocusReturn } from './focus-return.ts';
import { FailureNotice } from './notice.tsx';
import { focusRow, useRoving } from './roving.ts';
import './field.css';
import './path-chooser.css';

const longest = 500;

interface PathChooserProps {
  readonly title: string;
  /** `folders`: a folder is chosen. Else a file of that kind is. */
  readonly show: 'folders' | 'models' | 'items' | 'plans' | 'texts';
  /** What the button says: "Add folder". */
  readonly action: string;
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** Chooses a folder or file on the machine that the app runs on, which need not be the one that the browser runs on. */
export function PathChooser({ title, show, action, onChoose, onClose }: PathChooserProps) {
  const client = useClient();
  useFocusReturn();
  const dialog = useRef<HTMLDialogElement>(null);
  const [listing] = useState(() => createResource(client, 'files.list_folder'));
  const { data, error } = useStore(listing.store);
  const [folder, setFolder] = useState<string | null>(null);
  const [file, setFile] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  // A listing that arrives while someone types must not take the words away.
  const typing = useRef(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    setFile(null);
    void listing.read({ path: folder, show, page: { offset: 0, limit: longest } });
  }, [listing, folder, show]);
  useEffect(() => {
    if (data !== null && !typing.current) setTyped(data.path);
  }, [data]);
  useLayoutEffect(() => {
    // The field has the focus from the start, and a path may arrive right before the first key: the key replaces it.
    if (!typing.current && document.activeElement === field.current) field.current?.select();
  }, [typed]);

  const chosen = show === 'folders' ? (data?.path ?? null) : file;
  return (
    <dialog className="path-chooser" ref={dialog} aria-labelledby="path-chooser-title" onClose={onClose}>
      <h2 id="path-chooser-title">{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          typing.current = false;
          setFolder(typed.trim() === '' ? null : typed.trim());
        }}
      >
        <input
          className="field"
          ref={field}
          aria-label="Path of the folder"
          value={typed}
          onChange={(event) => {
            typing.current = true;
            setTyped(event.target.value);
          }}
        />
        <Button submit>Go</Button>
      </form>
      {error === null ? null : <FailureNotice failure={error} />}
      <Entries
        key={data?.path ?? ''}
        parent={data?.parent ?? null}
        entries={data?.rows ?? []}
        left={Math.max(0, (data?.total ?? 0) - longest)}
        none={
          show === 'folders' ? 'No folders in here. This one can be chosen.' : 'Nothing of this kind in here.'
        }
        chosen={file}
        onFolder={(path) => {
          typing.current = false;
          setFolder(path);
        }}
        onFile={setFile}
      />
      <div className="foot">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
        <Button
          look="primary"
          disabled={chosen === null}
          onClick={() => {
            if (chosen === null) return;
            onChoose(chosen);
            dialog.current?.close();
          }}
        >
          {action}
        </Button>
      </div>
    </dialog>
  );
}

function Entries({
  parent,
  entries,
  left,
  none,
  chosen,
  onFolder,
  onFile,
}: {
  readonly parent: string | null;
  readonly entries: readonly FolderEntry[];
  /** Not listed: the folder has more than one page. */
  readonly left: number;
  /** What is said where there are no entries. */
  readonly none: string;
  readonly chosen: string | null;
  readonly onFolder: (path: string) => void;
  readonly onFile: (path: string) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const offset = parent === null ? 0 : 1;
  const roving = useRoving(list, entries.length + offset);
  useEffect(() => {
    // The person is on the way through folders: the next one takes over the focus from the one that is gone.
    if (document.activeElement === document.body) focusRow(list.current, 0);
  }, []);
  return (
    <div className="entries" role="group" aria-label="Folders and files" {...roving.container} ref={list}>
      {parent === null ? null : (
        <button
          type="button"
          {...roving.cell(0)}
          onClick={() => {
            onFolder(parent);
          }}
        >
          ../
          <span className="muted">up</span>
        </button>
      )}
      {entries.map((entry, index) => (
        <button
          key={entry.path}
          type="button"
          {...roving.cell(index + offset)}
          {...(entry.kind === 'file' ? { 'aria-pressed': entry.path === chosen } : {})}
          onClick={() => {
            (entry.kind === 'folder' ? onFolder : onFile)(entry.path);
          }}
        >
          <span className="cut">{entry.kind === 'folder' ? `${entry.name}/` : entry.name}</span>
          {entry.size === null ? null : <span className="muted">{formatBytes(entry.size)}</span>}
        </button>
      ))}
      {entries.length === 0 && parent !== null ? <p className="muted">{none}</p> : null}
      {left === 0 ? null : <p className="muted">And {left} more. Type the path to get to them.</p>}
    </div>
  );
}
