import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Preparation } from '../../../src-main/contract/calls/preparing.ts';
import { stepSentence, stepTitles } from '../../../src-main/contract/presentation/preparation-words.ts';
import type { StepName, StepRecord } from '../../../src-main/contract/preparation.ts';
import { useClient } from '../../app/app-context.tsx';
import { useLate } from '../../app/use-late.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { NumberField, SelectField, Sentence, SentenceLine } from '../../components/sentence-field.tsx';
import type { Column } from '../../components/table.tsx';
import { Table } from '../../components/table.tsx';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { createResource } from '../../stores/resource.ts';
import type { PreparingState, PreparingStore } from '../../stores/preparing-store.ts';
import { PrepareByHand } from './prepare-by-hand.tsx';
import { PrepareGroups } from './prepare-groups.tsx';
import { PrepareHits } from './prepare-hits.tsx';
import { PrepareMargin } from './prepare-margin.tsx';
import { PrepareSample } from './prepare-sample.tsx';
import { PrepareScrub } from './prepare-scrub.tsx';
import { PrepareStrata } from './prepare-strata.tsx';
import type { StepDrafts } from './prepare-settings.ts';
import { firstDrafts, settingsOf } from './prepare-settings.ts';
import {
  decisionChoices,
  itemsWords,
  stepChoices,
  timeFinding,
  weekBars,
  weekdayBars,
} from './prepare-words.ts';
import { TimeChart } from './time-chart.tsx';
import './prepare.css';

/** The steps between a file and its version: each is looked at before it is taken, and the last one can be undone. */
export function PreparePage({
  preparing,
  heldOut,
  seed,
}: {
  readonly preparing: PreparingStore;
  /** Share of each stratum that will be held out, and the seed of that split. */
  readonly heldOut: number;
  readonly seed: number;
}) {
  const state = useStore(preparing.store);
  const { preparation, busy, error } = state;
  const late = useLate(busy !== null);
  if (preparation === null)
    return (
      <>
        {error === null ? null : <FailureNotice failure={error} />}
        <p className="waiting" role="status">
          {late ? 'Reading the whole file' : ''}
        </p>
      </>
    );
  return (
    <>
      <TakenSteps preparation={preparation} preparing={preparing} busy={busy !== null} />
      <NextStep state={state} preparation={preparation} preparing={preparing} late={late} />
      <PrepareMargin preparing={preparing} heldOut={heldOut} seed={seed} looked={state.lookedAt !== null} />
    </>
  );
}

function TakenSteps({
  preparation,
  preparing,
  busy,
}: {
  readonly preparation: Preparation;
  readonly preparing: PreparingStore;
  readonly busy: boolean;
}) {
  const { steps, items, timed } = preparation;
  return (
    <section aria-labelledby="prepare-taken">
      <h2 id="prepare-taken">Steps taken</h2>
      <p>{itemsWords(items, timed)}</p>
      {steps.length === 0 ? (
        <p className="muted">None yet. Every step is optional, and nothing is changed before it is taken.</p>
      ) : (
        <>
          <ol className="taken-steps">
            {steps.map((step, index) => (
              <li key={index}>
                <b>{stepTitles[step.step]}.</b> {stepSentence(step)}
              </li>
            ))}
          </ol>
          <Button disabled={busy} onClick={() => void preparing.undoStep()}>
            Undo the last step
          </Button>
        </>
      )}
    </section>
  );
}

function NextStep({
  state,
  preparation,
  preparing,
  late,
}: {
  readonly state: PreparingState;
  readonly preparation: Preparation;
  readonly preparing: PreparingStore;
  readonly late: boolean;
}) {
  const client = useClient();
  const [rules] = useState(() => createResource(client, 'preparing.list_rules'));
  const { data: table } = useStore(rules.store);
  useEffect(() => {
    void rules.read({});
  }, [rules]);
  const [step, setStep] = useState<StepName>('scrub');
  const [drafts, setDrafts] = useState<StepDrafts>(firstDrafts);
  const { busy, error, lookedAt } = state;
  const change = (part: Partial<StepDrafts>) => {
    setDrafts((before) => ({ ...before, ...part }));
  };
  const settings = settingsOf(step, drafts, table?.rules.map(({ name }) => name) ?? []);
  const shown = lookedAt?.step === step ? preparation.looked : null;
  const fresh = shown !== null && JSON.stringify(settings) === JSON.stringify(lookedAt);
  return (
    <section aria-labelledby="prepare-next" aria-busy={busy !== null}>
      <h2 id="prepare-next">Next step</h2>
      <div className="row-of-controls">
        <Segmented label="Step" options={stepChoices} value={step} onChange={setStep} />
      </div>
      {step === 'scrub' && table !== null ? <PrepareScrub {...{ table, drafts }} onChange={change} /> : null}
      {step === 'exact_duplicates' ? (
        <p className="muted">
          Prompts that are the same but for white space, capitals and ways to write numbers. One of each
          stays.
        </p>
      ) : null}
      {step === 'near_duplicates' ? <NearSettings drafts={drafts} onChange={change} /> : null}
      {step === 'strata' ? <PrepareStrata {...{ drafts, preparation }} onChange={change} /> : null}
      {step === 'sample' ? <PrepareSample {...{ drafts, preparation }} onChange={change} /> : null}
      {step === 'strata_by_hand' ? (
        <PrepareByHand key={JSON.stringify(preparation.steps)} preparing={preparing} />
      ) : (
        <div className="row-of-controls">
          <Button
            disabled={busy !== null || settings === null}
            onClick={() => {
              if (settings !== null) void preparing.look(settings);
            }}
          >
            Show what it would do
          </Button>
          {shown === null ? null : (
            <Button
              disabled={busy !== null || !fresh || shown.after === 0}
              onClick={() => void preparing.takeStep()}
            >
              Take this step
            </Button>
          )}
          {busy === 'looking' && late ? (
            <Button
              look="quiet"
              onClick={() => {
                preparing.stop();
              }}
            >
              Stop
            </Button>
          ) : null}
          <span className="muted" role="status">
            {busy === 'looking' && late ? 'Working it out' : ''}
            {shown !== null && !fresh && busy === null
              ? 'The settings are others by now: look again before taking it.'
              : ''}
          </span>
        </div>
      )}
      {error === null ? null : <FailureNotice failure={error} />}
      {shown === null ? null : (
        <div className={fresh ? 'step-effect' : 'step-effect outdated'}>
          <p>
            <b>{stepSentence(shown)}</b>{' '}
            {shown.before === shown.after || shown.step === 'sample'
              ? ''
              : `${formatCount(shown.after)} of ${formatCount(shown.before)} items stay.`}
          </p>
          <Effect record={shown} preparing={preparing} timed={preparation.timed} />
        </div>
      )}
    </section>
  );
}

function NearSettings({
  drafts,
  onChange,
}: {
  readonly drafts: StepDrafts;
  readonly onChange: (change: Partial<StepDrafts>) => void;
}) {
  return (
    <Sentence body>
      <SentenceLine>
        Prompts that share at least
        <NumberField
          label="Similarity, 0 to 1"
          value={drafts.threshold}
          min={0.05}
          max={1}
          decimals={2}
          onCommit={(threshold) => {
            onChange({ threshold });
          }}
        />
        of their runs of three words are one group; of each,
        <SelectField
          label="What becomes of the groups"
          value={drafts.decision}
          options={decisionChoices}
          onChange={(decision) => {
            onChange({ decision });
          }}
        />
      </SentenceLine>
    </Sentence>
  );
}

function Effect({
  record,
  preparing,
  timed,
}: {
  readonly record: StepRecord;
  readonly preparing: PreparingStore;
  readonly timed: number;
}) {
  switch (record.step) {
    case 'scrub':
      return <PrepareHits preparing={preparing} record={record} />;
    case 'exact_duplicates':
    case 'near_duplicates':
      return (
        <PrepareGroups key={record.step} preparing={preparing} near={record.step === 'near_duplicates'} />
      );
    case 'strata':
      return (
        <Table
          label="Items of each stratum and band"
          columns={sortedColumns}
          rows={[
            ...record.strata.map(({ stratum, items }) => ({ kind: 'stratum', name: stratum, items })),
            ...record.bands.map(({ band, items }) => ({ kind: 'band', name: band, items })),
          ]}
          rowKey={({ kind, name }) => `${kind} ${name}`}
        />
      );
    case 'sample':
      return (
        <>
          <Table
            label="Items drawn of each stratum"
            columns={drawnColumns}
            rows={record.strata}
            rowKey={({ stratum }) => stratum}
          />
          {timed === 0 ? null : <OverTime preparing={preparing} />}
        </>
      );
    case 'strata_by_hand':
    case 'added_by_hand':
      return null;
  }
}

interface SortedRow {
  readonly kind: string;
  readonly name: string;
  readonly items: number;
}

const sortedColumns: readonly Column<SortedRow>[] = [
  { key: 'name', head: 'Name', text: ({ name }) => name },
  { key: 'kind', head: 'Kind', text: ({ kind }) => kind },
  { key: 'items', head: 'Items', numeric: true, text: ({ items }) => formatCount(items) },
];

type DrawnRow = Extract<StepRecord, { readonly step: 'sample' }>['strata'][number];

const drawnColumns: readonly Column<DrawnRow>[] = [
  { key: 'stratum', head: 'Stratum', text: ({ stratum }) => stratum },
  { key: 'available', head: 'There', numeric: true, text: ({ available }) => formatCount(available) },
  { key: 'wanted', head: 'Wanted', numeric: true, text: ({ wanted }) => formatCount(wanted) },
  { key: 'drawn', head: 'Drawn', numeric: true, text: ({ drawn }) => formatCount(drawn) },
];

/** When the items happened, and those of the sample. */
function OverTime({ preparing }: { readonly preparing: PreparingStore }) {
  const { data } = useStore(preparing.histogram.store);
  if (data === null || data.weeks.length === 0) return null;
  const [weeks, weekdays] = [weekBars(data), weekdayBars(data)];
  return (
    <section className="over-time" aria-labelledby="prepare-time">
      <h3 id="prepare-time">{timeFinding(weeks)}</h3>
      <div className="time-charts">
        <TimeChart title="By week" finding={timeFinding(weeks)} bars={weeks} />
        <TimeChart title="By weekday" finding="Items by weekday, in UTC" bars={weekdays} />
      </div>
    </section>
  );
}
