import { formatDay } from '../../../src-main/contract/presentation/numbers.ts';
import {
  trendCells,
  trendGroupName,
  trendHeads,
  trendLead,
  trendRows,
  type TrendRow,
} from '../../../src-main/contract/presentation/trend-words.ts';
import type { TrendGroup } from '../../../src-main/contract/trend.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import type { SetReference } from '../../stores/item-sets-store.ts';
import { setRoute } from './item-sets-query.ts';
import { TrendChart } from './trend-chart.tsx';

/** What each model scored on the set, comparison after comparison. */
export function TrendView({ set }: { readonly set: SetReference }) {
  useTitle(`Trend of ${set.name}, item sets`);
  const { itemSets } = useStores();
  const { data, error } = useResource(itemSets.trend, { name: set.name });
  const late = useLate(data === null && error === null);
  return (
    <div className="item-sets">
      <p className="way-back">
        <Link to={setRoute(set)} className="link">
          {set.name}@{set.version}
        </Link>
      </p>
      <PageHead title={`Trend of ${set.name}`} />
      {error === null ? null : (
        <FailureNotice
          failure={error}
          actions={<Button onClick={() => void itemSets.trend.refresh()}>Try again</Button>}
        />
      )}
      {data === null ? (
        <p className="waiting">{late ? 'Reading the comparisons' : ''}</p>
      ) : data.groups.length === 0 ? (
        <EmptyState title="No comparison on this item set has ended.">
          Each one that ends is a point here: what every model scored, with its interval, on which version.
        </EmptyState>
      ) : (
        <>
          <p className="muted trend-lead">{trendLead(data)}</p>
          {data.groups.map((group) => (
            <Group key={trendGroupName(group)} group={group} />
          ))}
        </>
      )}
    </div>
  );
}

const numbers: ReadonlySet<number> = new Set([2, 3, 4, 5]);

const columns: readonly Column<TrendRow>[] = trendHeads.map((head, index) => ({
  key: head,
  head,
  ...(numbers.has(index) ? { numeric: true } : {}),
  text: (row) => trendCells(row)[index] ?? '',
  ...(index === 1
    ? {
        draw: ({ point }: TrendRow) => (
          <Link className="link" to={comparisonRoute(point.comparison, 'results')}>
            {formatDay(point.at)}
          </Link>
        ),
      }
    : {}),
}));

function Group({ group }: { readonly group: TrendGroup }) {
  const rows = trendRows(group.series);
  const name = trendGroupName(group);
  return (
    <section>
      <TableCaption title={name} columns={columns} rows={rows}>
        Score with its 95 % interval by the day the comparison ended. The newest version is filled, older ones
        are hollow. A line joins what was asked and scored alike: another version, judge, number of samples or
        setting starts a line of its own.
      </TableCaption>
      <TrendChart group={group} name={name} />
      <div className="wide-table" tabIndex={0} role="region" aria-label={name}>
        <Table
          label={name}
          columns={columns}
          rows={rows}
          rowKey={({ model, point }) => `${model} ${point.comparison} ${point.candidate}`}
          dense
        />
      </div>
    </section>
  );
}
