import { useState } from 'react';
import type { RunRow, Sitting } from '../../../src-main/contract/calls/runs.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { localTime } from '../../components/local-time.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { runWords } from '../read/output-pane.tsx';

/** As many lines as one load writes, and more. */
const logLines = 500;

/** The manifest of each sitting of one run, and its load log. */
export function WhatRan({
  comparison,
  runs,
}: {
  readonly comparison: string;
  readonly runs: readonly RunRow[];
}) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const key = runs[chosen]?.key;
  return (
    <details
      className="what-ran"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>What each run ran on, and its load log</summary>
      <label className="run-choice">
        Run{' '}
        <select
          className="field"
          value={chosen}
          onChange={(event) => {
            setChosen(Number(event.target.value));
          }}
        >
          {runs.map((row, index) => (
            <option key={runWords(row.key)} value={index}>
              {runWords(row.key)}
            </option>
          ))}
        </select>
      </label>
      {open && key !== undefined ? <Sittings comparison={comparison} runKey={key} /> : null}
    </details>
  );
}

function Sittings({ comparison, runKey }: { readonly comparison: string; readonly runKey: RunRow['key'] }) {
  const { data, error } = useResource(useStores().run.sittings, {
    comparison,
    key: runKey,
    page: { offset: 0, limit: 50 },
  });
  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return null;
  if (data.rows.length === 0) return <p className="muted">It has not run yet.</p>;
  const last = data.rows.at(-1);
  return (
    <>
      {data.rows.map((sitting) => (
        <SittingFacts key={sitting.sitting} sitting={sitting} />
      ))}
      {last === undefined ? null : <LoadLog comparison={comparison} runKey={runKey} sitting={last.sitting} />}
    </>
  );
}

function SittingFacts({ sitting }: { readonly sitting: Sitting }) {
  return (
    <section className="sitting">
      <h3>
        Sitting of {localTime(sitting.startedAt, new Date())}
        {sitting.resumed ? ', resumed' : ''}
        {sitting.generation > 1 ? `, process ${sitting.generation}` : ''}
      </h3>
      <dl className="facts-grid">
        {sitting.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {sitting.settings.map(({ name, requested, resolved, source }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {resolved !== null && resolved !== requested ? (
                <>
                  {requested} → <b>{resolved}</b>
                </>
              ) : (
                requested
              )}
              {resolved === null ? (
                <span className="muted"> {source === 'probe' ? 'cannot tell' : 'not said'}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function LoadLog({
  comparison,
  runKey,
  sitting,
}: {
  readonly comparison: string;
  readonly runKey: RunRow['key'];
  readonly sitting: number;
}) {
  const { data, error } = useResource(useStores().run.loadLog, {
    comparison,
    key: runKey,
    sitting,
    page: { offset: 0, limit: logLines },
  });
  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return null;
  return (
    <pre className="load-log" tabIndex={0} role="region" aria-label="Load log">
      {data.rows.join('\n')}
    </pre>
  );
}
