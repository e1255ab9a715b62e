import { useId } from 'react';
import type { Preparation } from '../../../src-main/contract/calls/preparing.ts';
import { Button } from '../../components/button.tsx';
import type { ConditionKind, RuleDraft, StepDrafts } from './prepare-settings.ts';
import { conditionChoices, emptyRule } from './prepare-settings.ts';

/** Where strata and bands come from: columns, and rules that go over them. */
export function PrepareStrata({
  drafts,
  preparation,
  onChange,
}: {
  readonly drafts: StepDrafts;
  readonly preparation: Preparation;
  readonly onChange: (change: Partial<StepDrafts>) => void;
}) {
  const id = useId();
  const { stratumRules } = drafts;
  const changeRule = (index: number, change: Partial<RuleDraft>) => {
    onChange({
      stratumRules: stratumRules.map((rule, place) => (place === index ? { ...rule, ...change } : rule)),
    });
  };
  return (
    <>
      <datalist id={id}>
        {preparation.columns.map((column) => (
          <option key={column} value={column} />
        ))}
      </datalist>
      <div className="mapping-fields">
        {(
          [
            ['stratumField', 'Strata from the column'],
            ['bandField', 'Bands from the column'],
          ] as const
        ).map(([field, word]) => (
          <div className="mapping-field" key={field}>
            <label htmlFor={`${id}-${field}`}>{word}</label>
            <input
              className="field"
              id={`${id}-${field}`}
              list={id}
              value={drafts[field]}
              onChange={(event) => {
                onChange({ [field]: event.target.value });
              }}
            />
          </div>
        ))}
      </div>
      {stratumRules.length === 0 ? null : (
        <ol className="stratum-rules" aria-label="Rules">
          {stratumRules.map((rule, index) => (
            <li key={index}>
              <RuleRow
                rule={rule}
                place={index + 1}
                columns={id}
                onChange={(change) => {
                  changeRule(index, change);
                }}
                onRemove={() => {
                  onChange({ stratumRules: stratumRules.filter((_, place) => place !== index) });
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="row-of-controls">
        <Button
          onClick={() => {
            onChange({ stratumRules: [...stratumRules, emptyRule] });
          }}
        >
          Add a rule
        </Button>
        <span className="muted">
          Rules go over columns, and the first that fits decides. What nothing fits keeps what it had.
        </span>
      </div>
    </>
  );
}

function RuleRow({
  rule,
  place,
  columns,
  onChange,
  onRemove,
}: {
  readonly rule: RuleDraft;
  readonly place: number;
  /** Identifier of the list of columns. */
  readonly columns: string;
  readonly onChange: (change: Partial<RuleDraft>) => void;
  readonly onRemove: () => void;
}) {
  const takes = conditionChoices.find(({ value }) => value === rule.kind)?.takes;
  return (
    <>
      <select
        className="field"
        aria-label={`Rule ${place} gives`}
        value={rule.gives}
        onChange={(event) => {
          onChange({ gives: event.target.value === 'band' ? 'band' : 'stratum' });
        }}
      >
        <option value="stratum">stratum</option>
        <option value="band">band</option>
      </select>
      <input
        className="field"
        aria-label={`Rule ${place}, name of the ${rule.gives}`}
        placeholder="name"
        value={rule.name}
        onChange={(event) => {
          onChange({ name: event.target.value });
        }}
      />
      <span>where</span>
      <select
        className="field"
        aria-label={`Rule ${place}, condition`}
        value={rule.kind}
        onChange={(event) => {
          onChange({ kind: event.target.value as ConditionKind });
        }}
      >
        {conditionChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {takes === 'column' ? (
        <input
          className="field"
          aria-label={`Rule ${place}, column`}
          placeholder="column"
          list={columns}
          value={rule.column}
          onChange={(event) => {
            onChange({ column: event.target.value });
          }}
        />
      ) : null}
      {takes === 'nothing' ? null : (
        <input
          className={takes === 'number' ? 'field numeric' : 'field'}
          aria-label={`Rule ${place}, value`}
          placeholder={rule.kind === 'matches' ? 'pattern' : 'value'}
          {...(takes === 'number' ? { inputMode: 'numeric' as const } : {})}
          value={rule.value}
          onChange={(event) => {
            onChange({ value: event.target.value });
          }}
        />
      )}
      <Button small look="quiet" aria-label={`Remove rule ${place}`} onClick={onRemove}>
        Remove
      </Button>
    </>
  );
}
