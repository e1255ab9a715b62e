import type { Preparation } from '../../../src-main/contract/calls/preparing.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { NumberField, Sentence, SentenceLine } from '../../components/sentence-field.tsx';
import { Toggle } from '../../components/toggle.tsx';
import type { StepDrafts } from './prepare-settings.ts';

const most = 1_000_000_000;
/** Strata with a field of their own; more of them are drawn to the common number. */
const ownFields = 30;

/** How many items of each stratum, and whether they are spread over time. */
export function PrepareSample({
  drafts,
  preparation,
  onChange,
}: {
  readonly drafts: StepDrafts;
  readonly preparation: Preparation;
  readonly onChange: (change: Partial<StepDrafts>) => void;
}) {
  const { strata, timed } = preparation;
  const { each, quotas, overTime, seed } = drafts;
  return (
    <>
      <Sentence body>
        <SentenceLine>
          Draw
          <NumberField
            label="Items of each stratum"
            value={each}
            min={0}
            max={most}
            width={5}
            onCommit={(number) => {
              onChange({ each: number });
            }}
          />
          items of each stratum, with the seed
          <NumberField
            label="Seed of the sample"
            value={seed}
            min={0}
            max={4_294_967_295}
            width={7}
            onCommit={(number) => {
              onChange({ seed: number });
            }}
          />
          {timed === 0 ? (
            <span className="muted">No item says when it happened, so none can be spread over time.</span>
          ) : (
            <Toggle
              pressed={overTime}
              onToggle={(pressed) => {
                onChange({ overTime: pressed });
              }}
            >
              evenly over weeks and weekdays
            </Toggle>
          )}
        </SentenceLine>
      </Sentence>
      {strata.length < 2 ? null : (
        <details>
          <summary>Other numbers for single strata</summary>
          <div className="mapping-fields">
            {strata.slice(0, ownFields).map(({ stratum, items }) => (
              <div className="mapping-field" key={stratum}>
                <span className="quota-label">{stratum}</span>
                <NumberField
                  label={`Items of ${stratum}`}
                  value={quotas[stratum] ?? each}
                  min={0}
                  max={most}
                  width={6}
                  onCommit={(number) => {
                    onChange({ quotas: { ...quotas, [stratum]: number } });
                  }}
                />
                <span className="about">of {formatCount(items)}</span>
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  );
}
