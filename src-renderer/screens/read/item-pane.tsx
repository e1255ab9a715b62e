import { useState } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '../../../src-main/contract/calls/calls.ts';
import type { Label, ReadingItem, ReadingOutput } from '../../../src-main/contract/calls/reading.ts';
import type { RunKey } from '../../../src-main/contract/plan.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { partingSentence } from '../../../src-main/contract/presentation/divergence-words.ts';
import { sideMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import { visibleText } from '../../../src-main/contract/presentation/visible-text.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { SideGlyph } from '../../components/glyph.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { LabelKeys } from './label-keys.tsx';
import { OutputBody, OutputFacts, OutputVerdict, runWords } from './output-pane.tsx';
import { PromptAsSent, TokenList } from './sent-details.tsx';
import type { DiffMode } from './text-pieces.ts';
import { differingParts } from './text-pieces.ts';

const modes = [
  { value: 'words', label: 'Words' },
  { value: 'lines', label: 'Lines' },
  { value: 'off', label: 'Off' },
] as const;
const order: readonly DiffMode[] = ['words', 'lines', 'off'];

function sameRun(one: RunKey, other: RunKey): boolean {
  return one.candidate === other.candidate && one.replicate === other.replicate;
}

/** One item: what was asked, how every run did, and two of the answers side by side. */
export function ItemPane({
  comparison,
  candidate,
  name,
}: {
  readonly comparison: string;
  readonly candidate: string;
  readonly name: string;
}) {
  const { reading } = useStores();
  const { data: item, error, busy } = useResource(reading.item, { comparison, candidate, item: name });
  const late = useLate(item === null && busy);
  if (error !== null && item === null) return <FailureNotice failure={error} />;
  if (item?.item !== name) return <p className="waiting muted">{late ? 'Reading the item' : ''}</p>;
  return <ItemView key={`${candidate} ${name}`} {...{ comparison, candidate, item }} />;
}

function ItemView({
  comparison,
  candidate,
  item,
}: {
  readonly comparison: string;
  readonly candidate: string;
  readonly item: ReadingItem;
}) {
  const { reading } = useStores();
  const others = item.runs.map(({ key }) => key).filter((key) => !isFirstBaseline(item, key));
  const [chosen, setChosen] = useState<RunKey>({ candidate, replicate: 1 });
  const [mode, setMode] = useState<DiffMode>('words');
  const [shown, setShown] = useState<'answers' | 'prompt' | 'tokens'>('answers');
  const [problem, setProblem] = useState<Failure | null>(null);
  const baseline = item.runs.find(({ key }) => isFirstBaseline(item, key))?.key ?? chosen;
  const place = { comparison, item: item.item, sample: 0 };
  const left = useResource(reading.baselineOutput, { ...place, key: baseline });
  const right = useResource(reading.candidateOutput, { ...place, key: chosen });
  const fork = useResource(reading.firstDifference, { ...place, left: baseline, right: chosen });
  const letterKeys = useStore(useStores().settings.store, (state) => state.fields.letterKeys);

  const step = (by: 1 | -1) => {
    const at = others.findIndex((key) => sameRun(key, chosen));
    const next = others.at((at + by + others.length) % others.length);
    if (next !== undefined) setChosen(next);
  };
  const label = async (wanted: Label | null) => {
    const answer = await reading.label(comparison, candidate, item.item, wanted);
    setProblem(answer.ok ? null : answer.error);
  };
  useKeys('Read', [
    {
      keys: 'ArrowLeft',
      label: 'Previous run',
      run: () => {
        step(-1);
      },
      yields: true,
    },
    {
      keys: 'ArrowRight',
      label: 'Next run',
      run: () => {
        step(1);
      },
      yields: true,
    },
    {
      keys: 'd',
      label: 'Differences by word, by line, off',
      run: () => {
        setMode(order[(order.indexOf(mode) + 1) % order.length] ?? 'words');
      },
    },
    {
      keys: 'p',
      label: 'The prompt as it was sent',
      run: () => {
        setShown(shown === 'prompt' ? 'answers' : 'prompt');
      },
    },
    {
      keys: 't',
      label: 'Tokens and timings',
      run: () => {
        setShown(shown === 'tokens' ? 'answers' : 'tokens');
      },
    },
  ]);

  const outputs = { left: left.data?.output ?? null, right: right.data?.output ?? null };
  const differing =
    outputs.left === null || outputs.right === null
      ? { left: [], right: [] }
      : differingParts(outputs.left.text, outputs.right.text, mode);
  const failed = left.error ?? right.error ?? problem;
  return (
    <>
      <ItemHead item={item} chosen={chosen} onChoose={setChosen} />
      {failed === null ? null : <FailureNotice failure={failed} />}
      <div className="pane-tools">
        <Toggle
          pressed={shown === 'prompt'}
          onToggle={(on) => {
            setShown(on ? 'prompt' : 'answers');
          }}
        >
          Prompt as sent
        </Toggle>
        <Toggle
          pressed={shown === 'tokens'}
          onToggle={(on) => {
            setShown(on ? 'tokens' : 'answers');
          }}
        >
          Tokens
        </Toggle>
        <span className="grow muted">{forkWords(fork.data, outputs)}</span>
        {differing === null ? <span className="muted">too different to mark</span> : null}
        <Segmented label="Show differences by" options={modes} value={mode} onChange={setMode} />
      </div>
      {shown === 'prompt' ? (
        <PromptAsSent place={{ ...place, key: chosen }} />
      ) : shown === 'tokens' ? (
        <TokenList place={{ ...place, key: chosen }} first={fork.data?.token ?? null} />
      ) : (
        <div className="answers">
          <section aria-label={`Answer of ${baseline.candidate}`}>
            <h3>
              {baseline.candidate} <span className="muted">baseline, run 1</span>
            </h3>
            <OutputVerdict output={outputs.left} />
            <OutputBody
              output={outputs.left}
              check={item.check}
              name={baseline.candidate}
              side="baseline"
              differing={differing?.left ?? []}
              parting={fork.data?.spans.left ?? null}
            />
            <OutputFacts output={outputs.left} />
          </section>
          <section aria-label={`Answer of ${runWords(chosen)}`}>
            <h3>{runWords(chosen)}</h3>
            <OutputVerdict output={outputs.right} />
            <OutputBody
              output={outputs.right}
              check={item.check}
              name={runWords(chosen)}
              side="candidate"
              differing={differing?.right ?? []}
              parting={fork.data?.spans.right ?? null}
            />
            <OutputFacts output={outputs.right} />
          </section>
        </div>
      )}
      <LabelKeys label={item.label} letterKeys={letterKeys} onLabel={(wanted) => void label(wanted)} />
    </>
  );
}

function isFirstBaseline(item: ReadingItem, key: RunKey): boolean {
  return item.runs.some((run) => run.isBaseline && run.key.replicate === 1 && sameRun(run.key, key));
}

function forkWords(
  fork: CallOutput<'reading.find_first_difference'> | null,
  outputs: { readonly left: ReadingOutput | null; readonly right: ReadingOutput | null },
): string {
  if (outputs.left === null || outputs.right === null || fork === null) return '';
  // Nothing was generated that could part.
  if (outputs.left.options !== null || outputs.right.options !== null) return '';
  return fork.token === null ? 'the same tokens' : partingSentence(fork.token, fork.parting);
}

function ItemHead({
  item,
  chosen,
  onChoose,
}: {
  readonly item: ReadingItem;
  readonly chosen: RunKey;
  readonly onChoose: (key: RunKey) => void;
}) {
  const facts = [
    item.stratum,
    item.band,
    item.source,
    item.promptTokens === null ? null : `${formatCount(item.promptTokens)} prompt tokens`,
  ]
    .filter((fact) => fact !== null)
    .join(', ');
  return (
    <div className="item-head">
      <div className="top">
        <h2 className="id">{item.item}</h2>
        <span className="muted cut grow">{facts}</span>
        <span className="muted">
          {item.sameTokens === null
            ? ''
            : item.sameTokens
              ? 'every run was sent the same tokens'
              : 'runs were sent different tokens'}
        </span>
      </div>
      {item.promptDifference === null ? null : (
        <p className="prompt-difference" role="note">
          {`Not the same input: ${visibleText(item.promptDifference)}.`}
        </p>
      )}
      <dl className="asked">
        {item.messages.map(({ role, content }, index) => (
          <div key={index}>
            <dt>{role}</dt>
            <dd>{visibleText(content)}</dd>
          </div>
        ))}
        <div>
          <dt>expected</dt>
          <dd className="expected">{visibleText(item.expected)}</dd>
        </div>
      </dl>
      <ul className="run-strip" aria-label="How every run did">
        {item.runs.map((run) => (
          <li key={runWords(run.key)}>
            <button
              type="button"
              aria-pressed={sameRun(run.key, chosen)}
              disabled={isFirstBaseline(item, run.key)}
              onClick={() => {
                onChoose(run.key);
              }}
            >
              <SideGlyph mark={sideMark(run.value)} />
              <span className="unseen">{run.outcome ?? 'no answer'}: </span>
              {runWords(run.key)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
