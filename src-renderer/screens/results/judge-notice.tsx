import { useStore } from 'zustand';
import {
  agreementWords,
  calibrationWarnings,
  correctedWords,
  measureWords,
  unforcedWords,
} from '../../../src-main/contract/presentation/judge-words.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';

/** Whose grades the numbers are made of, where a judge gave them, and how far they are to be trusted. */
export function JudgeNotice({
  comparison,
  candidate,
}: {
  readonly comparison: string;
  readonly candidate: string | null;
}) {
  const judged = useStore(
    useStores().comparisons.head.store,
    ({ data }) => data?.id === comparison && data.views.judge?.available === true,
  );
  return judged ? <Judged comparison={comparison} candidate={candidate} /> : null;
}

function Judged({
  comparison,
  candidate,
}: {
  readonly comparison: string;
  readonly candidate: string | null;
}) {
  const { data } = useResource(useStores().judging.calibration, { comparison });
  const calibration = data?.calibration ?? null;
  if (calibration === null) return null;
  const warnings = calibrationWarnings(calibration);
  const unforced = unforcedWords(calibration);
  const [scale] = calibration.scales;
  const corrected = calibration.corrected.find((one) => one.candidate === candidate);
  return (
    <Notice
      tone={warnings.length === 0 ? 'inform' : 'attention'}
      title={`A judge gave the grades: ${calibration.judge}.`}
      actions={
        <Link to={comparisonRoute(comparison, 'judge')} className="button">
          Judge
        </Link>
      }
    >
      {scale === undefined ? null : (
        <p>
          {measureWords(scale)} against people: {agreementWords(scale.agreement)}.
        </p>
      )}
      {unforced === null ? null : <p>{unforced}</p>}
      {warnings.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {corrected === undefined || corrected.estimate === null ? null : (
        <p>
          {corrected.candidate}, in points: {correctedWords(corrected)}.
        </p>
      )}
    </Notice>
  );
}
