import type { Draft, DraftFields, Sizing } from '../../../src-main/contract/calls/plans.ts';
import { formatCount, formatPointsSize } from '../../../src-main/contract/presentation/numbers.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { Meter } from '../../components/meter.tsx';
import { NumberField } from '../../components/sentence-field.tsx';
import { TableFrame } from '../../components/table-frame.tsx';

type StratumRule = DraftFields['strata'][number];

/** Twice the margin of the whole: a stratum has fewer items. */
const usualMargin = 0.04;

/** The drop accepted in each stratum, and which of them can fail the plan by itself. */
export function StrataTable({
  draft,
  sizing,
  onChange,
}: {
  readonly draft: Draft;
  readonly sizing: Sizing | null;
  readonly onChange: (change: Partial<DraftFields>) => void;
}) {
  const { newComparison } = useStores();
  const { fields } = draft;
  const { data } = useResource(newComparison.strata, {
    set: fields.items ?? { name: 'none', version: 1 },
    split: fields.split,
    page: newComparison.listed,
  });
  if (fields.items === null || data === null || data.rows.length === 0) return null;
  const among = sizing !== null && sizing.strataTested > 1;
  const change = (stratum: string, part: Partial<StratumRule>) => {
    const known = fields.strata.find((one) => one.stratum === stratum);
    const next = { stratum, margin: usualMargin, mustPass: false, ...known, ...part };
    onChange({ strata: [...fields.strata.filter((one) => one.stratum !== stratum), next] });
  };
  return (
    <section aria-labelledby="strata-title">
      <div className="table-caption">
        <div className="grow">
          <h2 id="strata-title">Guard rail by stratum</h2>
          <p>
            A stratum that must pass can fail the plan by itself.
            {among
              ? ` After Holm: items that show such a drop in one of the ${formatCount(sizing.strataTested)} strata, whatever the others show.`
              : null}
          </p>
        </div>
      </div>
      <TableFrame label="Guard rail by stratum">
        <table className="table strata-table" aria-label="Guard rail by stratum">
          <thead>
            <tr>
              <th scope="col">Stratum</th>
              <th scope="col">Drop accepted</th>
              <th scope="col">Must pass</th>
              <th scope="col" className="num">
                There
              </th>
              <th scope="col" className="num">
                Needed
              </th>
              {among ? (
                <th scope="col" className="num">
                  After Holm
                </th>
              ) : null}
              <th scope="col">
                <span className="unseen">Share of what is needed</span>
              </th>
              <th scope="col" className="num">
                Detects, points
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ stratum, items }) => {
              const rule = fields.strata.find((one) => one.stratum === stratum);
              const size = sizing?.strata.find((one) => one.stratum === stratum);
              return (
                <tr key={stratum}>
                  <th scope="row">{stratum}</th>
                  <td>
                    <NumberField
                      label={`Drop accepted in ${stratum}, in points`}
                      value={(rule?.margin ?? usualMargin) * 100}
                      min={0.1}
                      max={100}
                      decimals={1}
                      onCommit={(points) => {
                        change(stratum, { margin: points / 100 });
                      }}
                    />{' '}
                    points
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`${stratum} must pass`}
                      checked={rule?.mustPass ?? false}
                      onChange={(event) => {
                        change(stratum, { mustPass: event.target.checked });
                      }}
                    />
                  </td>
                  <td className="num">{formatCount(items)}</td>
                  <td className="num">{formatCount(size?.needed ?? null)}</td>
                  {among ? <td className="num">{formatCount(size?.neededAmong ?? null)}</td> : null}
                  <td>
                    {size === undefined ? null : (
                      <Meter label={`${stratum}: of what is needed`} done={items} total={size.needed} idle />
                    )}
                  </td>
                  <td className="num">{formatPointsSize(size?.detects ?? null)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
