import type { Label } from '../../../src-main/contract/calls/reading.ts';
import { useKeys } from '../../app/use-keys.ts';
import { Toggle } from '../../components/toggle.tsx';

const labelWords: readonly { readonly label: Label; readonly word: string }[] = [
  { label: 'right', word: 'right' },
  { label: 'wrong', word: 'wrong' },
  { label: 'either_is_fine', word: 'either is fine' },
  { label: 'bad_item', word: 'bad item' },
];

/** A person's own word on the item. It never changes a score; the report lists it. */
export function LabelKeys({
  label,
  letterKeys,
  onLabel,
}: {
  readonly label: Label | null;
  /** Whether single keys are on. */
  readonly letterKeys: boolean;
  readonly onLabel: (label: Label | null) => void;
}) {
  useKeys('Read', [
    ...labelWords.map((known, index) => ({
      keys: String(index + 1),
      label: `Label: ${known.word}`,
      run: () => {
        onLabel(known.label);
      },
    })),
    {
      keys: '0',
      label: 'No label',
      run: () => {
        onLabel(null);
      },
    },
  ]);
  return (
    <div className="label-keys" role="group" aria-label="Your label">
      <span className="muted">Your label</span>
      {labelWords.map((known, index) => (
        <Toggle
          key={known.label}
          pressed={label === known.label}
          onToggle={(pressed) => {
            onLabel(pressed ? known.label : null);
          }}
        >
          {letterKeys ? <kbd aria-hidden="true">{index + 1}</kbd> : null} {known.word}
        </Toggle>
      ))}
      <span className="grow" />
      {letterKeys ? (
        <span className="muted keys-hint" aria-hidden="true">
          <kbd>J</kbd> <kbd>K</kbd> next, previous <kbd>←</kbd> <kbd>→</kbd> other run <kbd>D</kbd>{' '}
          differences <kbd>P</kbd> prompt <kbd>T</kbd> tokens
        </span>
      ) : null}
    </div>
  );
}
