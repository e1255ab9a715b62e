import { useId } from 'react';
import type { CheckForm, FormKind, FormProblem, Slice } from '../../../src-main/contract/calls/slices.ts';
import { SliceField } from './slice-field.tsx';
import type { CheckField } from './slice-words.ts';
import { checkFields, kindWords, problemsOf, problemWords } from './slice-words.ts';

/** What judges the answers: the kind of check and its fields. What was typed for another kind is kept. */
export function SliceCheckForm({
  check,
  kinds,
  problems,
  onChange,
}: {
  readonly check: CheckForm;
  readonly kinds: Slice['kinds'];
  readonly problems: readonly FormProblem[];
  readonly onChange: (check: CheckForm) => void;
}) {
  const heading = useId();
  const fields = checkFields[check.kind];
  const shown = new Set(fields.map(({ field }) => field));
  const others = problems.filter(({ field }) => !shown.has(field));
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Check</h2>
      <p className="slice-kind">
        <select
          className="field"
          aria-label="Kind of check"
          value={check.kind}
          onChange={(event) => {
            onChange({ ...check, kind: event.target.value as FormKind });
          }}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <span className="muted small">{kindWords[check.kind]}</span>
      </p>
      {fields.map((field) => (
        <Field
          key={field.field}
          field={field}
          value={check.fields[field.field] ?? ''}
          problems={problemsOf(problems, field.field)}
          onChange={(text) => {
            onChange({ ...check, fields: { ...check.fields, [field.field]: text } });
          }}
        />
      ))}
      {others.map((problem) => (
        <p key={problem.message} className="field-problem">
          {problemWords(problem)}
        </p>
      ))}
    </section>
  );
}

function Field({
  field: { word, about, look, options = [] },
  value,
  problems,
  onChange,
}: {
  readonly field: CheckField;
  readonly value: string;
  readonly problems: readonly FormProblem[];
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  if (look === 'flag')
    return (
      <p className="slice-flag">
        <label>
          <input
            type="checkbox"
            checked={value === 'yes'}
            aria-describedby={id}
            onChange={(event) => {
              onChange(event.target.checked ? 'yes' : '');
            }}
          />{' '}
          {word}
        </label>{' '}
        <span className="about" id={id}>
          {about}
        </span>
      </p>
    );
  if (look === 'choose')
    return (
      <div className="slice-field">
        <label htmlFor={id}>{word}</label>
        <select
          className="field"
          id={id}
          aria-describedby={`${id}-about`}
          value={value === '' ? options[0]?.value : value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="about" id={`${id}-about`}>
          {about}
        </span>
      </div>
    );
  const rows = { lines: 3, json: 9, code: 9, text: undefined }[look];
  return (
    <SliceField
      {...{ word, about, value, problems, onChange }}
      code={look === 'json' || look === 'code'}
      {...(rows === undefined ? {} : { rows })}
    />
  );
}
