import { useId, type ReactNode } from 'react';
import { formatCount } from '../../src-main/contract/presentation/numbers.ts';
import { visibleText } from '../../src-main/contract/presentation/visible-text.ts';
import { Button } from './button.tsx';
import { Meter } from './meter.tsx';
import './answer-desk.css';
import './field.css';

/** The head of a screen on which a person goes through answers one by one. */
export function DeskHead({
  title,
  about,
  done,
  total,
  meter,
  onUndo,
  onStop,
}: {
  readonly title: string;
  readonly about: ReactNode;
  /** Null: not read yet. */
  readonly done: number | null;
  readonly total: number;
  /** What the bar says, and of how many it is full; absent: of all. */
  readonly meter: { readonly label: string; readonly goal?: number };
  readonly onUndo: () => void;
  readonly onStop: () => void;
}) {
  const goal = meter.goal ?? total;
  return (
    <header className="desk-head">
      <h1>{title}</h1>
      <span className="muted cut">{about}</span>
      {done === null ? null : (
        <span className="desk-progress">
          <Meter label={meter.label} done={Math.min(done, goal)} total={goal} />
          <span>
            {formatCount(done)} of {formatCount(total)}
          </span>
        </span>
      )}
      <Button small hint="z" disabled={done === null || done === 0} onClick={onUndo}>
        Undo
      </Button>
      <Button small onClick={onStop}>
        Stop
      </Button>
    </header>
  );
}

/** What was asked, one turn after the other, and what more there is to know of it. */
export function Asked({
  messages,
  more = [],
}: {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly more?: readonly { readonly name: string; readonly text: string }[];
}) {
  return (
    <dl className="asked">
      {[...messages.map(({ role, content }) => ({ name: role, text: content })), ...more].map(
        ({ name, text }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{visibleText(text)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** @param length of the whole text, of which `text` may be the beginning */
export function AnswerText({ text, length }: { readonly text: string; readonly length: number }) {
  return (
    <pre className="answer-text">
      {text === '' ? <span className="muted">empty</span> : visibleText(text)}
      {length > text.length ? (
        <span className="muted">… {formatCount(length - text.length)} more characters</span>
      ) : null}
    </pre>
  );
}

/** The name that a person signs with; names that were used before are offered. */
export function RaterField({
  value,
  known,
  missing,
  longest,
  onChange,
}: {
  readonly value: string;
  readonly known: readonly string[];
  /** It was asked for and is not there. */
  readonly missing: boolean;
  /** Characters. */
  readonly longest: number;
  readonly onChange: (name: string) => void;
}) {
  const names = useId();
  return (
    <label>
      <span>Your name</span>
      <input
        className="field"
        value={value}
        maxLength={longest}
        list={names}
        autoComplete="off"
        aria-invalid={missing}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <datalist id={names}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
