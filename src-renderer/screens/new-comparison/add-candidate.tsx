import { useState } from 'react';
import type { Endpoint, ModelFile } from '../../../src-main/contract/calls/models.ts';
import type { DraftCandidate } from '../../../src-main/contract/calls/plans.ts';
import { formatBytes } from '../../../src-main/contract/presentation/numbers.ts';
import { SelectField } from '../../components/sentence-field.tsx';
import { candidateName } from './candidate-names.ts';

/** What can be a candidate: a file, or a model that an endpoint named when it was last asked. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly answerer: Pick<DraftCandidate, 'model' | 'endpoint'>;
  /** Of the group that it would be the baseline of. */
  readonly isBaseline: boolean;
  /** A name for it that is not among those. */
  readonly nameBeside: (taken: readonly string[]) => string;
}

export function fileChoice(file: ModelFile, group: string): Choice {
  return {
    id: file.id,
    label: `${group}, ${file.quantisation ?? file.fileName} (${formatBytes(file.size)})`,
    answerer: { model: file.id, endpoint: null },
    isBaseline: file.isBaseline,
    nameBeside: (taken) => candidateName(file, taken, group),
  };
}

export function endpointChoices({ id, url, models }: Endpoint): readonly Choice[] {
  const { host } = new URL(url);
  return models.map((model) => ({
    id: `${id} ${model}`,
    label: `${model}, at ${host}`,
    answerer: { model: null, endpoint: { endpoint: id, model } },
    isBaseline: false,
    // Paths of the server are names too: their last part says which one is meant.
    nameBeside: (taken) =>
      candidateName({ fileName: model.split('/').at(-1) ?? model, quantisation: null }, taken, host),
  }));
}

const nothing = '';

export function AddCandidate({
  choices,
  taken,
  onAdd,
}: {
  readonly choices: readonly Choice[];
  readonly taken: readonly DraftCandidate[];
  readonly onAdd: (choice: Choice) => void;
}) {
  const [chosen, setChosen] = useState(nothing);
  const free = choices.filter(({ answerer }) => !taken.some((one) => isSameAnswerer(one, answerer)));
  if (free.length === 0) return null;
  return (
    <SelectField
      label="Add a candidate"
      value={chosen}
      options={[
        { value: nothing, label: 'Add candidate' },
        ...free.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={(id) => {
        const found = free.find((choice) => choice.id === id);
        setChosen(nothing);
        if (found !== undefined) onAdd(found);
      }}
    />
  );
}

/** Whether both name one file, or one model of one server. */
export function isSameAnswerer(one: Choice['answerer'], other: Choice['answerer']): boolean {
  return (
    one.model === other.model &&
    one.endpoint?.endpoint === other.endpoint?.endpoint &&
    one.endpoint?.model === other.endpoint?.model
  );
}
