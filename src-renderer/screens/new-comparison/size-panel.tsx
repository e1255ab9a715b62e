import { useState } from 'react';
import type { Draft, DraftFields, Sizing } from '../../../src-main/contract/calls/plans.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import {
  formatCount,
  formatDuration,
  formatPointsSize,
} from '../../../src-main/contract/presentation/numbers.ts';
import {
  amongCandidatesWords,
  openStrataWords,
  sizingLooksWords,
} from '../../../src-main/contract/presentation/sizing-words.ts';
import { sideMark, verdictMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { SideGlyph, VerdictGlyph } from '../../components/glyph.tsx';
import { localClock } from '../../components/local-time.ts';
import { Meter } from '../../components/meter.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { NumberField } from '../../components/sentence-field.tsx';
import { SizingCurve } from './sizing-curve.tsx';

const pilotItems = 30;

interface Answer {
  readonly text: string;
  readonly mark: 'within the guard rail' | 'cannot tell yet' | null;
}

function answerOf(sizing: Sizing | null, fields: DraftFields): Answer {
  if (fields.items === null) return { text: 'Choose an item set', mark: null };
  if (fields.margin === null) return { text: 'Say how large a drop you accept', mark: null };
  if (sizing?.needed == null) return { text: '', mark: null };
  const points = formatPointsSize(fields.margin);
  return sizing.there >= sizing.needed
    ? { text: `Yes, for ${points} points`, mark: 'within the guard rail' }
    : { text: `Not for ${points} points`, mark: 'cannot tell yet' };
}

/** Is this set large enough, what fits, how long it takes; and the way on. */
export function SizePanel({
  draft,
  onChange,
  onRegister,
  registering,
}: {
  readonly draft: Draft;
  readonly onChange: (change: Partial<DraftFields>) => void;
  readonly onRegister: () => void;
  readonly registering: boolean;
}) {
  const { newComparison } = useStores();
  const [typed, setTyped] = useState<number | null>(null);
  const [power, setPower] = useState(0.8);
  const { data: sizing } = useResource(newComparison.sizing, {
    draft: draft.draft,
    discordance: typed,
    power,
  });
  const checks = useResource(newComparison.checks, { draft: draft.draft });
  const { fields } = draft;
  const answer = answerOf(sizing, fields);
  return (
    <aside className="size-panel" aria-label="Is this set large enough?">
      <p className="muted">Is this set large enough?</p>
      <h2>
        {answer.mark === null ? null : <VerdictGlyph mark={verdictMark(answer.mark)} />} {answer.text}
      </h2>
      {sizing === null || sizing.needed === null || fields.margin === null ? null : (
        <p>
          {formatCount(sizing.needed)} items needed, {formatCount(sizing.there)} there
          {sizing.detects === null
            ? '.'
            : `: the smallest drop you can detect is ${formatPointsSize(sizing.detects)} points.`}{' '}
          {sizingLooksWords(sizing)} {amongCandidatesWords(sizing)}
        </p>
      )}
      <OpenStrata sizing={sizing} />
      {sizing === null ? null : (
        <>
          <SizingCurve sizing={sizing} margin={fields.margin} />
          <div className="assumed">
            If{' '}
            <NumberField
              label="Share of items that flip, in percent"
              value={sizing.discordance * 100}
              min={0.1}
              max={100}
              decimals={1}
              onCommit={(percent) => {
                setTyped(percent / 100);
              }}
            />{' '}
            % of items flip, {sizing.discordanceSource}. Power{' '}
            <NumberField label="Power" value={power} min={0.5} max={0.99} decimals={2} onCommit={setPower} />.
          </div>
          <ul className="ways">
            {sizing.ways.map((way) => (
              <li key={way.label}>
                {way.items === null && way.margin === null ? (
                  <span>{way.label}</span>
                ) : (
                  <button
                    type="button"
                    className="link"
                    onClick={() => {
                      if (way.items !== null) onChange({ items: way.items });
                      else if (way.margin !== null) onChange({ margin: way.margin });
                    }}
                  >
                    {way.label}
                  </button>
                )}
                <span className="muted">{way.effect}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="checks" aria-label="Checked before it is registered">
        {(checks.data?.checks ?? []).map(({ name, state, text }) => (
          <li key={name}>
            <SideGlyph mark={sideMark(state === 'unknown' ? null : state === 'good' ? 1 : 0)} />
            <span className="unseen">{state}: </span>
            {text}
          </li>
        ))}
      </ul>
      <PilotLine draft={draft} />
      <Button look="primary" disabled={registering || draft.problems.length > 0} onClick={onRegister}>
        Register and run
      </Button>
      <p className="muted">
        {draft.problems.length > 0
          ? `Not yet: ${draft.problems[0]?.message ?? ''}`
          : `Registering freezes the plan under a hash${fields.split === 'held_out' ? ' and logs a reading of the held-out items' : ''}.`}
      </p>
    </aside>
  );
}

/** What will stay open, said before anything runs. */
function OpenStrata({ sizing }: { readonly sizing: Sizing | null }) {
  const words = sizing === null ? null : openStrataWords(sizing);
  return words === null ? null : <p className="assumed">{words}</p>;
}

function PilotLine({ draft }: { readonly draft: Draft }) {
  const { newComparison } = useStores();
  const { data: pilot, error } = useResource(newComparison.pilot, { draft: draft.draft });
  const [problem, setProblem] = useState<Failure | null>(null);
  const ready = draft.fields.candidates.length >= 2 && draft.fields.items !== null;
  const start = async () => {
    setProblem(await newComparison.startPilot(draft.draft, pilotItems));
  };
  const failed = problem ?? error ?? pilot?.problem ?? null;
  if (pilot?.state === 'running')
    return (
      <div className="pilot">
        <Meter label="Pilot" done={pilot.done} total={pilot.items} />
        <span>
          Pilot: {formatCount(pilot.done)} of {formatCount(pilot.items)}
        </span>
        <Button small onClick={() => void newComparison.cancelPilot(draft.draft)}>
          Stop
        </Button>
      </div>
    );
  return (
    <>
      {failed === null ? null : <FailureNotice failure={failed} />}
      <p className="pilot">
        {pilot?.seconds == null ? (
          <>Time is unknown until the pilot. </>
        ) : (
          <>
            About <b>{formatDuration(pilot.seconds)}</b> for {formatCount(pilot.answers)} answers, from a
            pilot of {formatCount(pilot.items)} items
            {pilot.ranAt === null ? '' : ` at ${localClock(pilot.ranAt)}`}.{' '}
          </>
        )}
        <button type="button" className="link" disabled={!ready} onClick={() => void start()}>
          {pilot?.seconds == null ? 'Run a pilot' : 'Run it again'}
        </button>
      </p>
    </>
  );
}
