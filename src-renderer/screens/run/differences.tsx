import { useState } from 'react';
import type { SettingDifference } from '../../../src-main/contract/calls/runs.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { listWords } from '../../../src-main/contract/presentation/words.ts';
import { useStores } from '../../app/app-context.tsx';
import { Button } from '../../components/button.tsx';
import { localClock } from '../../components/local-time.ts';
import { FailureNotice, Notice } from '../../components/notice.tsx';

/** Settings that resolved to something else than the plan asked for: on top, before anything that rests on them. */
export function Differences({
  comparison,
  differences,
}: {
  readonly comparison: string;
  readonly differences: readonly SettingDifference[];
}) {
  const { run } = useStores();
  const [problem, setProblem] = useState<Failure | null>(null);
  if (differences.length === 0) return null;
  const waiting = differences.some(
    ({ touchesComparison, planned, acceptedAt }) => touchesComparison && !planned && acceptedAt === null,
  );
  const accept = async (difference: SettingDifference) => {
    for (const candidate of difference.candidates) {
      const answer = await run.accept(comparison, candidate, difference.setting);
      setProblem(answer.ok ? null : answer.error);
      if (!answer.ok) return;
    }
    await run.overview.refresh();
  };
  const many = differences.length === 1 ? '1 setting' : `${formatCount(differences.length)} settings`;
  const verb = differences.length === 1 ? ['is', 'differs'] : ['are', 'differ'];
  const byPlan = differences.some(({ planned }) => planned);
  return (
    <Notice
      tone={waiting ? 'attention' : 'inform'}
      title={byPlan ? `${many} ${verb[1]}` : `${many} ${verb[0]} not what the plan asked for`}
    >
      {problem === null ? null : <FailureNotice failure={problem} />}
      <table className="table dense differences" aria-label="Settings that differ">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Setting</th>
            <th scope="col" className="num">
              Asked for
            </th>
            <th scope="col" className="num">
              Got
            </th>
            <th scope="col">What it means</th>
            <th scope="col">
              <span className="unseen">Accept</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => {
            const who = difference.everywhere ? 'all' : listWords([...difference.candidates]);
            return (
              <tr key={`${who} ${difference.setting} ${difference.resolved}`}>
                <th scope="row">{who}</th>
                <td>{difference.setting}</td>
                <td className="num">{difference.requested}</td>
                <td className="num">
                  <b>{difference.resolved}</b>
                </td>
                <td className="soft">{difference.meaning}</td>
                <td className="num">
                  {difference.acceptedAt !== null ? (
                    <span className="muted">accepted {localClock(difference.acceptedAt)}</span>
                  ) : difference.touchesComparison && !difference.planned ? (
                    <Button small onClick={() => void accept(difference)}>
                      Accept for {who}
                    </Button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Notice>
  );
}
