import { useId } from 'react';
import type { FormProblem } from '../../../src-main/contract/calls/slices.ts';
import { problemWords } from './slice-words.ts';

/** A field of an item with what is wrong with it. What is still empty is told calmly; what was typed wrong is marked. */
export function SliceField({
  word,
  about,
  value,
  problems,
  rows,
  code = false,
  list,
  first = false,
  hidden = false,
  onChange,
}: {
  readonly word: string;
  readonly about?: string;
  readonly value: string;
  readonly problems: readonly FormProblem[];
  /** Of a text of several lines. */
  readonly rows?: number;
  /** In letters of one width, such as JSON. */
  readonly code?: boolean;
  /** Identifier of a list of what was typed before. */
  readonly list?: string;
  /** Where writing begins. */
  readonly first?: boolean;
  /** The word is read out and not shown. */
  readonly hidden?: boolean;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  const wrong = value.trim() !== '' && problems.length > 0;
  const described = [about === undefined ? '' : `${id}-about`, problems.length === 0 ? '' : `${id}-problem`]
    .filter((part) => part !== '')
    .join(' ');
  const shared = {
    id,
    className: code ? 'field mono' : 'field',
    value,
    ...(described === '' ? {} : { 'aria-describedby': described }),
    ...(wrong ? { 'aria-invalid': true } : {}),
    ...(first ? { 'data-first': true } : {}),
    onChange: (event: { readonly target: { readonly value: string } }) => {
      onChange(event.target.value);
    },
  };
  return (
    <div className={rows === undefined ? 'slice-field' : 'slice-field large'}>
      <label htmlFor={id} className={hidden ? 'unseen' : undefined}>
        {word}
      </label>
      {rows === undefined ? (
        <input {...shared} {...(list === undefined ? {} : { list })} autoComplete="off" />
      ) : (
        <textarea {...shared} rows={rows} spellCheck={!code} />
      )}
      {about === undefined ? null : (
        <span className="about" id={`${id}-about`}>
          {about}
        </span>
      )}
      {problems.length === 0 ? null : (
        <span id={`${id}-problem`} className={wrong ? 'field-problem' : 'about'}>
          {problems.map(problemWords).join(' ')}
        </span>
      )}
    </div>
  );
}
