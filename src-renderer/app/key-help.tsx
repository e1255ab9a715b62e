import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '../components/button.tsx';
import type { KeyBinding } from '../stores/key-store.ts';
import { useStores } from './app-context.tsx';
import { keyCaps } from './key-names.ts';
import './key-help.css';

/** The keys of a group by what they do: two keys that do the same share a line. */
function byLabel(bindings: readonly KeyBinding[]): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  for (const { label, keys } of bindings) labels.set(label, [...(labels.get(label) ?? []), keys]);
  return labels;
}

/** Every key that works where the person is, the most particular first. */
export function KeyHelp() {
  const { keys, settings } = useStores();
  const groups = useStore(keys.store, (state) => state.groups);
  const letterKeys = useStore(settings.store, (state) => state.fields.letterKeys);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  // The browser tells of a closed dialog later than it hides it: a key that is pressed in between would be lost.
  const close = () => {
    dialog.current?.close();
    keys.showHelp(false);
  };
  const titles = [...new Set(groups.map(({ title }) => title))].reverse();
  return (
    <dialog
      className="key-help"
      ref={dialog}
      aria-labelledby="key-help-title"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key !== '?' && event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <div className="head">
        <h2 id="key-help-title">Keys</h2>
        <span className="grow" />
        <Button onClick={close}>Close</Button>
      </div>
      <div className="groups">
        {titles.map((title) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {[
                ...byLabel(
                  groups.filter((group) => group.title === title).flatMap(({ bindings }) => bindings),
                ),
              ].map(([label, list]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {list.map((binding) => (
                      <span key={binding} className="key-hint">
                        {keyCaps(binding).map((cap, index) => (
                          <kbd key={index}>{cap}</kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="small muted">
        {letterKeys
          ? 'Single letters do nothing in a field, and can be switched off in Settings.'
          : 'Single letters are switched off in Settings.'}
      </p>
    </dialog>
  );
}
