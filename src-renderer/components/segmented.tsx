import { useId } from 'react';
import './segmented.css';

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** One of a few, all in sight: a radio group, with arrows inside and one tab stop. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  /** Read out; not shown. */
  readonly label: string;
  readonly options: readonly SegmentedOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <span className="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => {
              onChange(option.value);
            }}
          />
          {option.label}
        </label>
      ))}
    </span>
  );
}
