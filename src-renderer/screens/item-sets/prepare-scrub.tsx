import { useId } from 'react';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { StepDrafts } from './prepare-settings.ts';
import { namesIn } from './prepare-words.ts';

/** Which rules look for what, and the person's own list of names. */
export function PrepareScrub({
  table,
  drafts,
  onChange,
}: {
  readonly table: CallOutput<'preparing.list_rules'>;
  readonly drafts: StepDrafts;
  readonly onChange: (change: Partial<StepDrafts>) => void;
}) {
  const id = useId();
  const all = table.rules.map(({ name }) => name);
  const chosen = drafts.rules ?? all;
  const names = namesIn(drafts.names).length;
  return (
    <>
      <fieldset className="scrub-rules">
        <legend>Rules</legend>
        {table.rules.map(({ name, about }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) => {
                const { checked } = event.target;
                onChange({
                  rules: all.filter((rule) => (rule === name ? checked : chosen.includes(rule))),
                });
              }}
            />
            <b>{name}</b> <span className="muted">{about}</span>
          </label>
        ))}
      </fieldset>
      <div className="mapping-field narrow">
        <label htmlFor={id}>Names of people, one a line</label>
        <textarea
          className="field"
          id={id}
          rows={3}
          aria-describedby={`${id}-about`}
          value={drafts.names}
          onChange={(event) => {
            onChange({ names: event.target.value });
          }}
        />
        <span className="about" id={`${id}-about`}>
          {names === 0
            ? 'Names are found by this list and by nothing else. It is kept nowhere.'
            : `${formatCount(names)} ${names === 1 ? 'name' : 'names'}. The list is kept nowhere.`}
        </span>
      </div>
      <p className="muted small">{table.note}</p>
    </>
  );
}
