import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import './field.css';
import './sentence.css';

interface FieldFrame {
  /** Its accessible name: the sentence around it is not enough. */
  readonly label: string;
  /** What is wrong with the value; shown under it. */
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
}

/** A sentence with fields in it. */
export function Sentence({
  children,
  body = false,
}: {
  readonly children: ReactNode;
  readonly body?: boolean;
}) {
  return <div className={body ? 'sentence body' : 'sentence'}>{children}</div>;
}

export function SentenceLine({ children }: { readonly children: ReactNode }) {
  return <div className="sentence-line">{children}</div>;
}

function Problem({ id, problem }: { readonly id: string; readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <span className="field-problem" id={id}>
      {problem}
    </span>
  );
}

function invalid(id: string, problem: string | undefined) {
  return problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id };
}

/** Text that is handed over when the person leaves the field or presses Enter. Escape takes it back. */
export function TextField({
  label,
  problem,
  disabled = false,
  value,
  placeholder,
  onCommit,
}: FieldFrame & {
  readonly value: string;
  readonly placeholder?: string;
  readonly onCommit: (value: string) => void;
}) {
  const id = useId();
  const draft = useDraft(value, (text) => {
    onCommit(text);
    return true;
  });
  return (
    <span className="sentence-field wide">
      <input
        className="field"
        aria-label={label}
        placeholder={placeholder}
        disabled={disabled}
        {...invalid(id, problem)}
        {...draft}
      />
      <Problem id={id} problem={problem} />
    </span>
  );
}

/** A number within limits. What is no number, or outside, is marked and not handed over. */
export function NumberField({
  label,
  problem,
  disabled = false,
  value,
  min,
  max,
  decimals = 0,
  width = 4,
  onCommit,
}: FieldFrame & {
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly decimals?: number;
  /** In rem. */
  readonly width?: number;
  readonly onCommit: (value: number) => void;
}) {
  const id = useId();
  const [own, setOwn] = useState<string | undefined>();
  const shown =
    value === null
      ? ''
      : value.toLocaleString('en-US', { maximumFractionDigits: decimals, minimumFractionDigits: decimals });
  const take = (text: string): boolean => {
    const number = Number(text.replaceAll(/[,\s]/g, ''));
    const broken = decimals === 0 && !Number.isInteger(number);
    if (text.trim() === '' || !Number.isFinite(number) || broken || number < min || number > max) {
      const [from, to] = [min, max].map((end) => end.toLocaleString('en-US'));
      setOwn(`${decimals === 0 ? 'A whole number' : 'A number'} from ${from} to ${to}.`);
      return false;
    }
    setOwn(undefined);
    onCommit(number);
    return true;
  };
  const draft = useDraft(shown, take, () => {
    setOwn(undefined);
  });
  const wrong = own ?? problem;
  return (
    <span className="sentence-field">
      <input
        className="field numeric"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        aria-label={label}
        disabled={disabled}
        style={{ width: `${width}rem` }}
        {...invalid(id, wrong)}
        {...draft}
      />
      <Problem id={id} problem={wrong} />
    </span>
  );
}

export function SelectField<Value extends string>({
  label,
  problem,
  disabled = false,
  value,
  options,
  onChange,
}: FieldFrame & {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <span className="sentence-field">
      <select
        className="field"
        aria-label={label}
        disabled={disabled}
        value={value}
        onChange={(event) => {
          onChange(event.target.value as Value);
        }}
        {...invalid(id, problem)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Problem id={id} problem={problem} />
    </span>
  );
}

/**
 * What is typed stays the person's own until it is handed over; `take` says whether it could be, and `giveUp` hears
 * that it is what it was again.
 */
function useDraft(value: string, take: (text: string) => boolean, giveUp: () => void = () => undefined) {
  const [text, setText] = useState(value);
  const editing = useRef(false);
  useEffect(() => {
    if (!editing.current) setText(value);
  }, [value]);
  const commit = () => {
    if (!editing.current) return;
    if (text === value) giveUp();
    else if (!take(text)) return;
    editing.current = false;
  };
  return {
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      editing.current = true;
      setText(event.target.value);
    },
    onBlur: commit,
    onKeyDown: (event: { readonly key: string; readonly stopPropagation: () => void }) => {
      if (event.key === 'Enter') commit();
      if (event.key !== 'Escape' || !editing.current) return;
      event.stopPropagation();
      editing.current = false;
      setText(value);
      giveUp();
    },
  };
}
