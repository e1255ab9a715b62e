import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';

/** Strata or bands to choose from, the first nine with their number key, and a field for another one. */
export function StratumKeys({
  title,
  choices,
  chosen,
  given,
  shift,
  onGive,
  onAdd,
}: {
  readonly title: string;
  readonly choices: readonly { readonly name: string; readonly items: number }[];
  /** What the item has now. */
  readonly chosen: string | null;
  /** What of it was given by hand. */
  readonly given: string | null;
  /** The keys are pressed with Shift. */
  readonly shift: boolean;
  readonly onGive: (name: string | null) => void;
  readonly onAdd: (name: string) => void;
}) {
  const { settings } = useStores();
  const letterKeys = useStore(settings.store, (state) => state.fields.letterKeys);
  const heading = useId();
  const field = useId();
  const [text, setText] = useState('');
  const add = () => {
    const name = text.trim();
    if (name === '') return;
    onAdd(name);
    setText('');
  };
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ul className="stratum-keys">
        {choices.map(({ name, items }, index) => (
          <li key={name}>
            <button
              type="button"
              className="toggle"
              aria-pressed={chosen === name}
              onClick={() => {
                onGive(given === name ? null : name);
              }}
            >
              {letterKeys && index < 9 ? (
                <span aria-hidden="true">
                  {shift ? <kbd>Shift</kbd> : null} <kbd>{index + 1}</kbd>
                </span>
              ) : null}
              <span className="cut">{visibleText(name)}</span>
              <span className="muted">{formatCount(items)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="row-of-controls">
        <label className="unseen" htmlFor={field}>
          Another {title.toLowerCase()}
        </label>
        <input
          className="field"
          id={field}
          value={text}
          placeholder={`Another ${title.toLowerCase()}`}
          maxLength={500}
          onChange={(event) => {
            setText(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
            event.currentTarget.blur();
          }}
        />
        <Button small disabled={text.trim() === ''} onClick={add}>
          Add and give
        </Button>
      </div>
    </section>
  );
}
