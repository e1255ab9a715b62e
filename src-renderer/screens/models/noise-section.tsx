import { useState } from 'react';
import { useStore } from 'zustand';
import type { ModelNoise, Noise } from '../../../src-main/contract/calls/model-work.ts';
import { noiseConditions, type ConditionNoise } from '../../../src-main/contract/noise.ts';
import {
  conditionWords,
  differingWords,
  logitWords,
  noiseFinding,
} from '../../../src-main/contract/presentation/noise-words.ts';
import { absent, formatCount, formatPercent } from '../../../src-main/contract/presentation/numbers.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { CopyTable } from '../../components/copy-table.tsx';
import { localTime } from '../../components/local-time.ts';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { NumberField, SelectField } from '../../components/sentence-field.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { conditionsOf, measuringWords, noiseSettingsWords } from './model-work-words.ts';
import './model-work.css';

/** How much this machine's own backend wobbles with this model. */
export function NoiseSection({ model }: { readonly model: string }) {
  const { modelWork } = useStores();
  const { work, error } = useStore(modelWork.noise);
  if (work === null) return error === null ? null : <FailureNotice failure={error} />;
  const { measuring, report } = work;
  const running = measuring?.state === 'running';
  return (
    <section aria-labelledby="noise-of-backend">
      <h3 id="noise-of-backend">Noise of the backend</h3>
      {running ? <Measuring measuring={measuring} /> : <NoiseForm model={model} />}
      {error === null ? null : <FailureNotice failure={error} />}
      {measuring?.state === 'failed' && measuring.problem !== null ? (
        <FailureNotice failure={measuring.problem} />
      ) : null}
      {measuring?.state === 'stopped' ? <p className="small soft">{measuringWords(measuring)}</p> : null}
      {report === null || running ? null : <Findings report={report} />}
    </section>
  );
}

const demoItems = '';

const flashChoices = { usual: null, on: true, off: false } as const;
type FlashChoice = keyof typeof flashChoices;

function NoiseForm({ model }: { readonly model: string }) {
  const { modelWork } = useStores();
  const { busy } = useStore(modelWork.noise);
  const { data } = useResource(modelWork.sets, { page: { offset: 0, limit: 500 } });
  const [prompts, setPrompts] = useState(16);
  const [tokens, setTokens] = useState(48);
  const [context, setContext] = useState(1024);
  const [flash, setFlash] = useState<FlashChoice>('usual');
  const [chosen, setChosen] = useState(demoItems);
  const sets = (data?.rows ?? []).filter(({ dev }) => dev > 0);
  const set = sets.find(({ name }) => name === chosen);
  const start = () => {
    void modelWork.measureNoise({
      model,
      prompts,
      tokens,
      context,
      flashAttention: flashChoices[flash],
      set: set === undefined ? null : { name: set.name, version: set.version },
    });
  };
  return (
    <div className="work-form">
      <p className="small soft">
        The same prompts under five conditions that should change nothing. What changes all the same is noise.
      </p>
      <div className="noise-fields">
        <NumberField label="Prompts" value={prompts} min={1} max={1000} width={3} onCommit={setPrompts} />
        <span>prompts of</span>
        <SelectField
          label="Items that the prompts are from"
          value={set?.name ?? demoItems}
          options={[
            { value: demoItems, label: 'the demo' },
            ...sets.map(({ name, version }) => ({ value: name, label: `${name}@${version}, dev items` })),
          ]}
          onChange={setChosen}
        />
      </div>
      <div className="noise-fields">
        <NumberField
          label="Most tokens of an answer"
          value={tokens}
          min={1}
          max={4096}
          width={3.5}
          onCommit={setTokens}
        />
        <span>tokens each,</span>
      </div>
      <div className="noise-fields">
        <span>context</span>
        <NumberField
          label="Context, tokens of each of sixteen sequences"
          value={context}
          min={64}
          max={16_777_216}
          width={4.5}
          onCommit={setContext}
        />
        <span>tokens,</span>
      </div>
      <div className="noise-fields">
        <span>flash attention</span>
        <SelectField<FlashChoice>
          label="Flash attention"
          value={flash}
          options={[
            { value: 'usual', label: 'as a new plan has it' },
            { value: 'on', label: 'on' },
            { value: 'off', label: 'off' },
          ]}
          onChange={setFlash}
        />
      </div>
      <Button disabled={busy} onClick={start}>
        Measure noise
      </Button>
    </div>
  );
}

function Measuring({ measuring }: { readonly measuring: NonNullable<Noise['measuring']> }) {
  const { modelWork } = useStores();
  const { busy } = useStore(modelWork.noise);
  return (
    <div className="lot">
      <p role="status">{measuringWords(measuring)}</p>
      <Meter label="Conditions measured" done={measuring.conditions.length} total={noiseConditions.length} />
      {measuring.conditions.length === 0 ? null : (
        <Table
          label="Conditions measured so far"
          dense
          columns={columns}
          rows={conditionsOf(measuring)}
          rowKey={({ condition }) => condition}
        />
      )}
      <Button disabled={busy} onClick={() => void modelWork.stopNoise()}>
        Stop
      </Button>
    </div>
  );
}

const columns: readonly Column<ConditionNoise>[] = [
  { key: 'condition', head: 'Condition', text: ({ condition }) => conditionWords(condition) },
  {
    key: 'differ',
    head: 'Differ',
    numeric: true,
    text: differingWords,
    // One under the other: the panel is narrow.
    draw: ({ differing, prompts }) => (
      <>
        {formatCount(differing)} of {formatCount(prompts)}
        <br />
        <span className="muted">{formatPercent(differing / prompts)} %</span>
      </>
    ),
  },
  {
    key: 'first',
    head: 'First token that differs',
    drawHead: 'Token',
    numeric: true,
    text: ({ firstDifference }) => (firstDifference === null ? absent : formatCount(firstDifference + 1)),
  },
  {
    key: 'logit',
    head: 'Largest logit difference',
    drawHead: 'Logit',
    numeric: true,
    text: logitWords,
  },
];

function Findings({ report }: { readonly report: ModelNoise }) {
  const conditions = conditionsOf(report);
  return (
    <div className="lot">
      <p>
        <b>{noiseFinding(conditions)}</b>
      </p>
      <Table
        label="Noise by condition"
        dense
        columns={columns}
        rows={conditions}
        rowKey={({ condition }) => condition}
      />
      <CopyTable
        title="Noise by condition"
        numeric={new Set([1, 2, 3])}
        table={() => [
          columns.map(({ head }) => head),
          ...conditions.map((noise) => columns.map(({ text }) => text(noise))),
        ]}
      />
      <p className="small muted">{noiseSettingsWords(report, localTime(report.measuredAt, new Date()))}</p>
    </div>
  );
}
