import { useState } from 'react';
import type { SettingDifference } from '../../../src-main/contract/calls/runs.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { localTime } from '../../components/local-time.ts';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { differenceWords, openDifferences, openWords, settledWords } from './results-words.ts';

const keyOf = ({ setting, candidates, resolved }: SettingDifference) =>
  `${setting}\n${resolved}\n${candidates.join('\n')}`;

/** Settings that resolved otherwise than asked, and make a pair not comparable until a person accepts each by name. */
export function OpenSettings({
  comparison,
  differences,
}: {
  readonly comparison: string;
  readonly differences: readonly SettingDifference[];
}) {
  const { results } = useStores();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const open = openDifferences(differences);
  const accept = async (difference: SettingDifference) => {
    setBusy(true);
    setFailure(await results.accept(comparison, difference));
    setBusy(false);
  };
  if (open.length === 0 && failure === null) return null;
  return (
    <>
      {open.length === 0 ? null : (
        <Notice tone="attention" title={openWords(open.length)}>
          <ul className="open-settings">
            {open.map((difference) => (
              <li key={keyOf(difference)}>
                <span>
                  {differenceWords(difference)}. <span className="muted">{difference.meaning}</span>
                </span>
                <Button
                  small
                  disabled={busy}
                  aria-label={`Accept: ${differenceWords(difference)}`}
                  onClick={() => void accept(difference)}
                >
                  Accept
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {failure === null ? null : <FailureNotice failure={failure} />}
    </>
  );
}

/** The settings that differ and stand in nobody's way: accepted by name, or the same in every run. */
export function SettledSettings({ differences }: { readonly differences: readonly SettingDifference[] }) {
  const open = new Set(openDifferences(differences));
  const settled = differences.filter((difference) => !open.has(difference));
  if (settled.length === 0) return null;
  const now = new Date();
  return (
    <details className="settled-settings">
      <summary>{settledWords(settled)}</summary>
      <ul>
        {settled.map((difference) => (
          <li key={keyOf(difference)}>
            {differenceWords(difference)}
            {difference.touchesComparison && difference.acceptedAt !== null
              ? `, accepted on ${localTime(difference.acceptedAt, now)}`
              : ''}
            . <span className="muted">{difference.meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
