import type { DraftComposition } from '../../../src-main/contract/calls/plans.ts';
import { NumberField } from '../../components/sentence-field.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { typedIds } from './prompt-words.ts';
import { TextArea } from './text-area.tsx';

type FewShot = DraftComposition['fewShot'];

const kinds = [
  { value: 'none', label: 'None' },
  { value: 'drawn', label: 'Drawn for each item' },
  { value: 'fixed', label: 'The same for all' },
] as const;

const usual: Readonly<Record<(typeof kinds)[number]['value'], FewShot>> = {
  none: null,
  drawn: { from: 'drawn', count: 2, seed: 1, sameStratum: false },
  fixed: { from: 'fixed', ids: [] },
};

/** Solved dev items before the question: none, drawn, or named. */
export function FewShotFields({
  value,
  onChange,
}: {
  readonly value: FewShot;
  readonly onChange: (value: FewShot) => void;
}) {
  return (
    <fieldset className="few-shot">
      <legend>Exemplars, from the dev items of the same set</legend>
      <div className="row-of-controls">
        <Segmented
          label="Exemplars"
          options={kinds}
          value={value?.from ?? 'none'}
          onChange={(kind) => {
            onChange(usual[kind]);
          }}
        />
        {value?.from === 'drawn' ? (
          <>
            <label>
              <NumberField
                label="Exemplars before each item"
                value={value.count}
                min={1}
                max={100}
                onCommit={(count) => {
                  onChange({ ...value, count });
                }}
              />
              <span>for each item, seed</span>
            </label>
            <NumberField
              label="Seed of the exemplars"
              value={value.seed}
              min={0}
              max={4_294_967_295}
              width={6}
              onCommit={(seed) => {
                onChange({ ...value, seed });
              }}
            />
            <label className="check">
              <input
                type="checkbox"
                checked={value.sameStratum}
                onChange={(event) => {
                  onChange({ ...value, sameStratum: event.target.checked });
                }}
              />
              <span>of its own stratum only</span>
            </label>
          </>
        ) : null}
      </div>
      {value?.from === 'fixed' ? (
        <label>
          <span>Ids of dev items, in the order in which they are shown, one a line</span>
          <TextArea
            rows={3}
            value={value.ids.join('\n')}
            onCommit={(text) => {
              onChange({ from: 'fixed', ids: typedIds(text) });
            }}
          />
        </label>
      ) : null}
      <p className="muted">Never the item itself, never one of its cluster, never a held-out one.</p>
    </fieldset>
  );
}
