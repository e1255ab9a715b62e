import type { RunTracks } from '../../../src-main/contract/calls/runs.ts';
import { formatBytes } from '../../../src-main/contract/presentation/numbers.ts';
import { clock, trackMarks, type Clock } from './track-geometry.ts';

/** Units of the drawing; it is stretched to its column. */
const trackWidth = 360;
const height = 26;

export function trackClock(tracks: RunTracks): Clock {
  return clock(tracks, trackWidth);
}

/** The labels are no part of a drawing: they would be stretched with it. */
export function TrackAxis({ axis }: { readonly axis: Clock }) {
  return (
    <div className="track-axis" aria-hidden="true">
      {axis.ticks.map(({ x, label }) => (
        <span key={x} style={{ left: `${(x / trackWidth) * 100}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}

/** When one run had its turns. The counts beside it say the same in numbers. */
export function RunTrack({
  axis,
  tracks,
  track,
}: {
  readonly axis: Clock;
  readonly tracks: RunTracks;
  readonly track: RunTracks['tracks'][number] | undefined;
}) {
  return (
    <svg
      className="track"
      viewBox={`0 0 ${trackWidth} ${height}`}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {axis.ticks.map(({ x }) => (
        <line key={x} className="grid" x1={x} x2={x} y1={0} y2={height} />
      ))}
      {tracks.stops.map(({ from, to }) => {
        const x = axis.at(from);
        return (
          <rect
            key={from}
            className="stop"
            x={x}
            width={Math.max(2, axis.at(to ?? tracks.to) - x)}
            y={0}
            height={height}
          />
        );
      })}
      {trackMarks(track?.blocks ?? [], axis).map(({ x, width, live }) => (
        <rect key={x} className={live ? 'block live' : 'block'} x={x} width={width} y={7} height={12} />
      ))}
    </svg>
  );
}

/** Memory under the same clock, with what was free at the start as a dashed line. */
export function MemoryTrack({ axis, tracks }: { readonly axis: Clock; readonly tracks: RunTracks }) {
  const { samples, freeAtStart, most, of } = tracks.memory;
  const tall = 40;
  const top = Math.max(freeAtStart ?? 0, most ?? 0);
  if (samples.length === 0 || top === 0)
    return <p className="muted">Memory was not measured while it ran.</p>;
  const y = (bytes: number): number => tall - (bytes / top) * (tall - 4);
  const line = samples.map(({ at, used }) => `${axis.at(at).toFixed(1)},${y(used).toFixed(1)}`).join(' ');
  return (
    <svg
      className="track memory"
      viewBox={`0 0 ${trackWidth} ${tall}`}
      role="img"
      aria-label={`Memory on ${of}: at most ${formatBytes(most)}${freeAtStart === null ? '' : ` of ${formatBytes(freeAtStart)} free at the start`}`}
      preserveAspectRatio="none"
    >
      <polyline points={line} />
      {freeAtStart === null ? null : (
        <line className="free" x1={0} x2={trackWidth} y1={y(freeAtStart)} y2={y(freeAtStart)} />
      )}
    </svg>
  );
}
