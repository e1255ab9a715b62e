import type { Calibration, ScaleAgreement } from '../../../src-main/contract/calibration.ts';
import {
  agreementWords,
  calibrationWarnings,
  correctedWords,
  correctionMethod,
  isTabled,
  measureWords,
  unforcedWords,
} from '../../../src-main/contract/presentation/judge-words.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { Notice } from '../../components/notice.tsx';
import { TableFrame } from '../../components/table-frame.tsx';

/** Who judged, how far people agree, and the difference as their grades correct it. */
export function CalibrationFigures({ calibration }: { readonly calibration: Calibration }) {
  const { judge, ranOn, judgeHash, raters, scales, corrected } = calibration;
  const warnings = calibrationWarnings(calibration);
  const unforced = unforcedWords(calibration);
  return (
    <>
      <p className="judge-name">
        <b>{judge}</b>{' '}
        <span className="muted">
          {ranOn === null ? '' : `${ranOn}, `}
          {judgeHash === '' ? 'has judged nothing yet' : `hash ${judgeHash.slice(0, 12)}`}
        </span>
        {raters.length === 0 ? null : (
          <span className="muted">
            , checked by {raters.map(({ rater, labels }) => `${rater} (${formatCount(labels)})`).join(', ')}
          </span>
        )}
      </p>
      {unforced === null ? null : <p className="judge-name">{unforced}</p>}
      {warnings.length === 0 ? null : (
        <Notice tone="attention" title={warnings[0] ?? ''}>
          {warnings.slice(1).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {scales.map((scale) => (
        <ScaleFigures key={JSON.stringify(scale.grades)} scale={scale} />
      ))}
      {corrected.every(({ judge: said }) => said === null) ? null : (
        <section className="corrected">
          <h2>Difference to the baseline, in points</h2>
          <dl>
            {corrected.map((one) => (
              <div key={one.candidate}>
                <dt>{one.candidate}</dt>
                <dd>{correctedWords(one)}</dd>
              </div>
            ))}
          </dl>
          <p className="muted method">{correctionMethod}</p>
        </section>
      )}
    </>
  );
}

function ScaleFigures({ scale }: { readonly scale: ScaleAgreement }) {
  const { grades, labels, agreement, people, everyone, table } = scale;
  return (
    <section className="scale">
      <h2>
        {measureWords(scale)} {agreementWords(agreement)}
      </h2>
      <p className="muted">
        People against the judge, {formatCount(labels)} answers of {formatCount(agreement.items)} items, 95 %
        over items.
        {people === null ? '' : ` Krippendorff’s alpha of the people ${agreementWords(people)}`}
        {everyone === null ? '' : `, with the judge ${agreementWords(everyone)}.`}
      </p>
      {isTabled(scale) ? <Confusion grades={grades} table={table} /> : null}
    </section>
  );
}

function Confusion({ grades, table }: Pick<ScaleAgreement, 'grades' | 'table'>) {
  return (
    <TableFrame label="Grades of people and of the judge">
      <table className="confusion">
        <caption className="unseen">Answers by people’s grade and by the judge’s</caption>
        <thead>
          <tr>
            <th scope="col">People ↓ Judge →</th>
            {grades.map((grade) => (
              <th key={grade} scope="col">
                {grade}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grades.map((grade, row) => (
            <tr key={grade}>
              <th scope="row">{grade}</th>
              {(table[row] ?? []).map((answers, column) => (
                <td key={grades[column]} className={row === column ? 'agree' : undefined}>
                  {formatCount(answers)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
