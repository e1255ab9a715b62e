import type { Draft, DraftFields } from '../../../src-main/contract/calls/plans.ts';
import { NumberField, SelectField, Sentence, SentenceLine } from '../../components/sentence-field.tsx';
import { problemOf } from './draft-problem.ts';
import {
  deviationDecimals,
  lookHelp,
  lookOptionOf,
  lookOptions,
  looksOf,
  ruleHelp,
  ruleOf,
  ruleOptionOf,
  ruleOptions,
} from './rule-words.ts';

/** What must stand before the first answer is there, because it decides what the answers say. */
export function RunRules({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (change: Partial<DraftFields>) => void;
}) {
  const { looks, repeatRule } = draft.fields;
  return (
    <section aria-labelledby="rules-title" className="run-rules">
      <div className="table-caption">
        <h2 id="rules-title" className="grow">
          Settled before the run
        </h2>
      </div>
      <Sentence body>
        <div>
          <SentenceLine>
            <span>A look at the results before the end</span>
            <SelectField
              label="A look at the results before the end"
              value={lookOptionOf(looks)}
              options={lookOptions}
              onChange={(option) => {
                onChange({ looks: looksOf(option) });
              }}
            />
          </SentenceLine>
          <p className="small muted">{lookHelp(looks)}</p>
        </div>
        <div>
          <SentenceLine>
            <span>Simple rule on the baseline’s runs:</span>
            <SelectField
              label="Simple rule on the baseline’s runs"
              value={ruleOptionOf(repeatRule)}
              problem={problemOf(draft, 'repeatRule')}
              options={ruleOptions}
              onChange={(option) => {
                onChange({ repeatRule: ruleOf(option) });
              }}
            />
            {repeatRule?.kind === 'deviations' ? (
              <span className="with-unit">
                <NumberField
                  label="Standard deviations below the mean"
                  value={repeatRule.z}
                  min={0.01}
                  max={100}
                  decimals={deviationDecimals(repeatRule.z)}
                  onCommit={(z) => {
                    onChange({ repeatRule: { kind: 'deviations', z } });
                  }}
                />
                <span>standard deviations</span>
              </span>
            ) : null}
          </SentenceLine>
          <p className="small muted">{ruleHelp(repeatRule)}</p>
        </div>
      </Sentence>
    </section>
  );
}
