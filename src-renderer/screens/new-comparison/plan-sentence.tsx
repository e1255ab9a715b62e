import type { Draft, DraftFields } from '../../../src-main/contract/calls/plans.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import type { Variation } from '../../../src-main/contract/presentation/variations.ts';
import { variationsOf } from '../../../src-main/contract/presentation/variations.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { placeRoute } from '../../app/routes.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Menu } from '../../components/menu.tsx';
import {
  NumberField,
  SelectField,
  Sentence,
  SentenceLine,
  TextField,
} from '../../components/sentence-field.tsx';
import { problemOf } from './draft-problem.ts';
import { JudgeField } from './judge-field.tsx';
import { AddCandidate, endpointChoices, fileChoice, type Choice } from './add-candidate.tsx';

type Change = (change: Partial<DraftFields>) => void;

const nothing = '';

type OnVary = (candidate: string, variation: Variation) => void;

/** Variations of a candidate in one setting, each added with one action. */
function Vary({
  fields,
  name,
  onVary,
}: {
  readonly fields: DraftFields;
  readonly name: string;
  readonly onVary: OnVary;
}) {
  return (
    <Menu
      label={`Add a variation of ${name} in one setting`}
      entries={variationsOf(fields, name).map(({ variation, label }) => ({
        label,
        run: () => {
          onVary(name, variation);
        },
      }))}
    />
  );
}

/** The plan as a sentence with fields in it. */
export function PlanSentence({
  draft,
  onChange,
  onVary,
}: {
  readonly draft: Draft;
  readonly onChange: Change;
  readonly onVary: OnVary;
}) {
  const { newComparison } = useStores();
  const { fields } = draft;
  const { context, parallel, cacheType } = fields.settings;
  const models = useResource(newComparison.models, {
    memory: { context, parallel, cacheType },
    page: newComparison.listed,
  });
  const sets = useResource(newComparison.sets, { page: newComparison.listed });
  const choices = [
    ...(models.data?.rows ?? []).flatMap((group) => group.files.map((file) => fileChoice(file, group.title))),
    ...(models.data?.endpoints ?? []).flatMap(endpointChoices),
  ];
  const chosenSet = fields.items === null ? nothing : `${fields.items.name}@${fields.items.version}`;
  const setOptions = (sets.data?.rows ?? []).flatMap((set) =>
    Array.from({ length: set.versions }, (_, index) => set.version - index).map((version) => ({
      value: `${set.name}@${version}`,
      label:
        version === set.version
          ? `${set.name}@${version} (${formatCount(set.items)})`
          : `${set.name}@${version}`,
    })),
  );
  const others = fields.candidates.filter(({ name }) => name !== fields.baseline);
  const add = ({ answerer, isBaseline, nameBeside }: Choice) => {
    const name = nameBeside(fields.candidates.map((candidate) => candidate.name));
    const candidates = [...fields.candidates, { name, ...answerer, ownPrompt: null }];
    onChange({ candidates, baseline: fields.baseline ?? (isBaseline ? name : null) });
  };
  return (
    <Sentence>
      <SentenceLine>
        <span>Decide whether to</span>
        <TextField
          label="Decision"
          placeholder="ship Q4_K_M instead of BF16"
          value={fields.decision}
          problem={problemOf(draft, 'decision')}
          onCommit={(decision) => {
            onChange({ decision });
          }}
        />
      </SentenceLine>
      <SentenceLine>
        <span>by comparing</span>
        {others.map(({ name }) => (
          <span key={name} className="chosen-candidate">
            {name}
            <Vary fields={fields} name={name} onVary={onVary} />
            <Button
              look="quiet"
              small
              square
              aria-label={`Take out ${name}`}
              onClick={() => {
                onChange({ candidates: fields.candidates.filter((other) => other.name !== name) });
              }}
            >
              ×
            </Button>
          </span>
        ))}
        <AddCandidate choices={choices} taken={fields.candidates} onAdd={add} />
        {choices.length === 0 && models.data !== null ? (
          <Link to={placeRoute('models')}>Add models first</Link>
        ) : null}
        {problemOf(draft, 'candidates') === undefined ? null : (
          <span className="field-problem">{problemOf(draft, 'candidates')}</span>
        )}
      </SentenceLine>
      <SentenceLine>
        <span>with</span>
        <SelectField
          label="Baseline"
          value={fields.baseline ?? nothing}
          problem={problemOf(draft, 'baseline')}
          options={[
            ...(fields.baseline === null ? [{ value: nothing, label: 'choose a baseline' }] : []),
            ...fields.candidates.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(baseline) => {
            onChange({ baseline: baseline === nothing ? null : baseline });
          }}
        />
        {fields.baseline === null ? null : <Vary fields={fields} name={fields.baseline} onVary={onVary} />}
      </SentenceLine>
      <SentenceLine>
        <span>on the</span>
        <SelectField
          label="Split"
          value={fields.split}
          options={[
            { value: 'held_out', label: 'held-out' },
            { value: 'dev', label: 'dev' },
          ]}
          onChange={(split) => {
            onChange({ split });
          }}
        />
        <span>items of</span>
        <SelectField
          label="Item set"
          value={chosenSet}
          problem={problemOf(draft, 'items')}
          options={[
            ...(setOptions.some(({ value }) => value === chosenSet)
              ? []
              : [{ value: chosenSet, label: chosenSet === nothing ? 'choose an item set' : chosenSet }]),
            ...setOptions,
          ]}
          onChange={(value) => {
            const at = value.lastIndexOf('@');
            if (at > 0)
              onChange({ items: { name: value.slice(0, at), version: Number(value.slice(at + 1)) } });
          }}
        />
        {sets.data?.total === 0 ? <Link to={placeRoute('item-sets')}>Import items first</Link> : null}
        <NumberField
          label="Answers to each item"
          value={fields.samples}
          min={1}
          max={1000}
          width={3.5}
          onCommit={(samples) => {
            onChange({ samples });
          }}
        />
        <span>{fields.samples === 1 ? 'answer' : 'answers'} to each,</span>
      </SentenceLine>
      <JudgeField draft={draft} choices={choices} onChange={onChange} />
      <SentenceLine>
        <span>running the baseline</span>
        <NumberField
          label="Runs of the baseline"
          value={fields.replicates}
          min={1}
          max={100}
          width={3.5}
          onCommit={(replicates) => {
            onChange({ replicates });
          }}
        />
        <span>
          {fields.replicates === 1
            ? 'time: the noise floor stays unmeasured,'
            : 'times to measure the noise floor,'}
        </span>
      </SentenceLine>
      <SentenceLine>
        <span>and accept a drop of at most</span>
        <NumberField
          label="Largest drop accepted overall, in points"
          value={fields.margin === null ? null : fields.margin * 100}
          problem={problemOf(draft, 'margin')}
          min={0.1}
          max={100}
          decimals={1}
          onCommit={(points) => {
            onChange({ margin: points / 100 });
          }}
        />
        <span>points overall.</span>
      </SentenceLine>
    </Sentence>
  );
}
