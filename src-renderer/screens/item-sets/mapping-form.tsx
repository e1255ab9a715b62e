import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import type { ImportState, ImportStore } from '../../stores/import-store.ts';
import type { MappingField } from './mapping-fields.ts';
import { commonFields, scorerFields, scorerNames } from './mapping-fields.ts';

/** How the file is read: as a shape that is known, or by fields that the person names. */
export function MappingForm({
  importing,
  state,
}: {
  readonly importing: ImportStore;
  readonly state: ImportState;
}) {
  const { preview, mapping, choiceBy } = state;
  const columns = useId();
  if (preview === null) return null;
  const byHand = preview.format === null;
  const set = (field: string, from: string) => void importing.map({ ...mapping, [field]: from });
  return (
    <section aria-labelledby="import-shape">
      <h2 id="import-shape">How it is read</h2>
      <div className="row-of-controls">
        <label>
          Shape{' '}
          <select
            className="field"
            value={preview.format ?? ''}
            onChange={(event) => {
              if (event.target.value === '') void importing.mapByHand();
              else void importing.chooseFormat(event.target.value);
            }}
          >
            <option value="">fields named by hand</option>
            {preview.formats.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </select>
        </label>
        <label>
          Choices{' '}
          <select
            className="field"
            value={choiceBy}
            onChange={(event) => {
              void importing.chooseChoiceBy(event.target.value === 'logprob' ? 'logprob' : 'text');
            }}
          >
            <option value="text">by the text of the answer</option>
            <option value="logprob">by log-probability of each option</option>
          </select>
        </label>
        {byHand ? (
          <span className="muted">Say which column is which; the first items below follow.</span>
        ) : (
          <Button
            onClick={() => {
              void importing.mapByHand();
            }}
          >
            Name the fields by hand
          </Button>
        )}
      </div>
      {byHand ? (
        <>
          <datalist id={columns}>
            {preview.fields.map((field) => (
              <option key={field} value={field} />
            ))}
          </datalist>
          <div className="mapping-fields">
            {commonFields.map((field) => (
              <ColumnField
                key={field.field}
                {...{ field, columns, known: preview.fields }}
                value={mapping[field.field] ?? ''}
                onCommit={set}
              />
            ))}
            <div className="mapping-field">
              <label htmlFor={`${columns}-scorer`}>Scorer</label>
              <select
                className="field"
                id={`${columns}-scorer`}
                aria-describedby={`${columns}-about`}
                value={mapping.scorer ?? ''}
                onChange={(event) => {
                  set('scorer', event.target.value);
                }}
              >
                {scorerNames.map((name) => (
                  <option key={name} value={name}>
                    {name === '' ? 'by the answer' : name}
                  </option>
                ))}
              </select>
              <span className="about" id={`${columns}-about`}>
                judges the answers
              </span>
            </div>
          </div>
          <details>
            <summary>Fields that some scorers go by</summary>
            <div className="mapping-fields">
              {scorerFields.map((field) => (
                <ColumnField
                  key={field.field}
                  {...{ field, columns, known: preview.fields }}
                  value={mapping[field.field] ?? ''}
                  onCommit={set}
                />
              ))}
            </div>
          </details>
          <p className="muted small">
            A column, a path such as <code>meta.topic</code>, a text in &quot;quotes&quot;, or several columns
            in a text: <code>{'{{title}}\\n{{body}}'}</code>. Columns: {preview.fields.join(', ')}.
          </p>
        </>
      ) : null}
    </section>
  );
}

/** A column is taken at once where it is one that the file has; anything else when the field is left. */
function ColumnField({
  field,
  value,
  columns,
  known,
  onCommit,
}: {
  readonly field: MappingField;
  readonly value: string;
  /** Identifier of the list of columns. */
  readonly columns: string;
  readonly known: readonly string[];
  readonly onCommit: (field: string, from: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  // An answer to what was typed in another field must not take the words away.
  const editing = useRef(false);
  useEffect(() => {
    if (!editing.current) setText(value);
  }, [value]);
  const commit = (from: string) => {
    editing.current = false;
    if (from.trim() !== value) onCommit(field.field, from.trim());
  };
  return (
    <div className="mapping-field">
      <label htmlFor={id}>{field.word}</label>
      <input
        className="field"
        id={id}
        aria-describedby={`${id}-about`}
        list={columns}
        value={text}
        required={field.field === 'input'}
        onChange={(event) => {
          editing.current = true;
          setText(event.target.value);
          if (known.includes(event.target.value)) commit(event.target.value);
        }}
        onBlur={() => {
          commit(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(text);
        }}
      />
      <span className="about" id={`${id}-about`}>
        {field.about}
      </span>
    </div>
  );
}
