import './meter.css';

/** How far something is. `done` of `total`, of anything. */
export function Meter({
  label,
  done,
  total,
  idle = false,
  large = false,
}: {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** Grey: nothing runs now. */
  readonly idle?: boolean;
  readonly large?: boolean;
}) {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <span
      className={`meter${idle ? ' idle' : ''}${large ? ' large' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
    >
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
