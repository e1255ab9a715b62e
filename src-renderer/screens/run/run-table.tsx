import type { RunOverview, RunRow, RunTracks } from '../../../src-main/contract/calls/runs.ts';
import {
  absent,
  formatBytes,
  formatCount,
  formatRate,
  formatTimeLeft,
} from '../../../src-main/contract/presentation/numbers.ts';
import { CopyTable } from '../../components/copy-table.tsx';
import { localClock } from '../../components/local-time.ts';
import { Meter } from '../../components/meter.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { MemoryTrack, RunTrack, TrackAxis, trackClock } from './run-track.tsx';

const heads = [
  'Run',
  'Done',
  'Of',
  'Tokens/s',
  'Left',
  'Memory',
  'Unparsed',
  'Truncated',
  'Overlong',
  'Failed',
];

/** "run 2, the noise floor": what a replicate is there for. */
function replicateWords({ key, isBaseline }: RunRow): string {
  if (!isBaseline) return '';
  if (key.replicate === 1) return 'run 1';
  return key.replicate === 2 ? 'run 2, the noise floor' : `run ${key.replicate}`;
}

const stateWords: Readonly<Record<RunRow['state'], string>> = {
  waiting: 'waiting',
  running: 'running',
  stopped: 'stopped',
  complete: 'complete',
  failed: 'failed',
};

/** Why it did not go on, and since when. */
function stopWords(stops: RunTracks['stops']): string {
  const last = stops.at(-1);
  if (last === undefined) return '';
  const before = stops.length === 1 ? '' : `${formatCount(stops.length)} stops. The last: `;
  const words = `${before}${last.reason}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${localClock(last.from)}.`;
}

/** @param running the plan as a whole: of what stands still no time is left */
function cells(row: RunRow, running: boolean): string[] {
  return [
    [row.key.candidate, replicateWords(row)].filter(Boolean).join(' '),
    formatCount(row.done),
    formatCount(row.total),
    formatRate(row.tokensPerSecond),
    row.state === 'complete' || !running ? absent : formatTimeLeft(row.secondsLeft),
    formatBytes(row.memory),
    ...[row.unparsed, row.truncated, row.overlong, row.failed].map(formatCount),
  ];
}

/** One row a run, with its turns on a common clock. */
export function RunTable({
  overview,
  tracks,
}: {
  readonly overview: RunOverview;
  readonly tracks: RunTracks | null;
}) {
  const axis = tracks === null ? null : trackClock(tracks);
  const cellsOf = (row: RunRow) => cells(row, overview.state === 'running');
  const numeric = new Set(heads.map((_, index) => index).slice(1));
  return (
    <section aria-label="Runs">
      <div className="table-caption">
        <div className="grow">
          <h2>Runs</h2>
          <p>
            {tracks === null
              ? ''
              : `In blocks of ${formatCount(tracks.itemsPerBlock)} items, so that drift falls on all alike.`}
          </p>
        </div>
        <CopyTable table={() => [heads, ...overview.runs.map(cellsOf)]} numeric={numeric} title="Runs" />
      </div>
      <TableFrame label="Runs">
        <table className="table run-table" aria-label="Runs">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col" className="track-column">
                {axis === null ? 'When' : <TrackAxis axis={axis} />}
                <span className="unseen">When it had its turns</span>
              </th>
              <th scope="col" className="num">
                Done
              </th>
              <th scope="col">
                <span className="unseen">Share</span>
              </th>
              {heads.slice(3).map((head) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {overview.runs.map((row) => {
              const [, , , ...rest] = cellsOf(row);
              const name = `${row.key.candidate} ${replicateWords(row)}`.trim();
              const track = tracks?.tracks.find(
                ({ key }) => key.candidate === row.key.candidate && key.replicate === row.key.replicate,
              );
              return (
                <tr key={name} className={row.state === 'running' ? 'running' : undefined}>
                  <th scope="row">
                    <b>{row.key.candidate}</b> <span className="muted">{replicateWords(row)}</span>
                    {row.state === 'failed' ? <span className="fault"> failed</span> : null}
                    <span className="unseen">, {stateWords[row.state]}</span>
                    {row.error === null ? null : (
                      <p className="row-error">
                        {row.error.message} {row.error.next ?? ''}
                      </p>
                    )}
                  </th>
                  <td className="track-column">
                    {axis === null || tracks === null ? null : <RunTrack {...{ axis, tracks, track }} />}
                  </td>
                  <td className="num">{formatCount(row.done)}</td>
                  <td>
                    <Meter
                      label={`${name}: done`}
                      done={row.done}
                      total={row.total}
                      idle={row.state !== 'running'}
                    />
                  </td>
                  {rest.map((text, index) => (
                    <td key={heads[index + 3]} className={text === '0' ? 'num muted' : 'num'}>
                      {text}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
      {axis === null || tracks === null ? null : (
        <div className="memory-row">
          <p>
            Memory <span className="muted">{tracks.memory.of}</span>
            <br />
            <span className="muted">at most {formatBytes(tracks.memory.most)}</span>
          </p>
          <MemoryTrack axis={axis} tracks={tracks} />
          <p className="muted">
            {tracks.memory.freeAtStart === null
              ? ''
              : `Dashed: ${formatBytes(tracks.memory.freeAtStart)} were free at the start. `}
            {stopWords(tracks.stops)}
          </p>
        </div>
      )}
    </section>
  );
}
