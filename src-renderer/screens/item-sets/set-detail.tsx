import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ItemSetDetail } from '../../../src-main/contract/calls/items.ts';
import { formatCount, formatPercent } from '../../../src-main/contract/presentation/numbers.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/copy-table.tsx';
import { Link } from '../../components/link.tsx';
import { localDay, localTime } from '../../components/local-time.ts';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';
import type { SetReference } from '../../stores/item-sets-store.ts';
import { ExportSet } from './export-set.tsx';
import {
  contaminationRoute,
  itemsRoute,
  setRoute,
  setsRoute,
  sortRoute,
  trendRoute,
} from './item-sets-query.ts';
import { differenceWords, readingsWords, whyHidden } from './item-sets-words.ts';

type StratumRow = ItemSetDetail['strata'][number];
type CheckRow = ItemSetDetail['checks'][number];
type VersionRow = ItemSetDetail['versions'][number];

const strataColumns: readonly Column<StratumRow>[] = [
  { key: 'stratum', head: 'Stratum', text: ({ stratum }) => stratum },
  { key: 'dev', head: 'Dev', numeric: true, text: ({ dev }) => formatCount(dev) },
  { key: 'heldOut', head: 'Held out', numeric: true, text: ({ heldOut }) => formatCount(heldOut) },
  {
    key: 'share',
    head: 'Held out, %',
    numeric: true,
    text: ({ dev, heldOut }) => formatPercent(heldOut / Math.max(1, dev + heldOut)),
  },
];

const checkColumns: readonly Column<CheckRow>[] = [
  { key: 'kind', head: 'Check', text: ({ kind }) => kind },
  { key: 'items', head: 'Items', numeric: true, text: ({ items }) => formatCount(items) },
];

/** One version: what is in it, where it came from, and how it differs from the one before. */
export function SetDetail({ set }: { readonly set: SetReference }) {
  useTitle(`${set.name}@${set.version}, item sets`);
  const { itemSets, router } = useStores();
  const { data, error } = useResource(itemSets.detail, set);
  const late = useLate(data === null && error === null);
  const dev = data?.strata.reduce((sum, row) => sum + row.dev, 0) ?? 0;
  return (
    <div className="item-sets">
      <p className="way-back">
        <Link to={setsRoute} className="link">
          Item sets
        </Link>
      </p>
      <PageHead title={`${set.name}@${set.version}`}>
        <Button
          onClick={() => {
            router.go(trendRoute(set));
          }}
        >
          Trend
        </Button>
        <Button
          disabled={dev === 0}
          title={data !== null && dev === 0 ? 'Every item of this version is held out.' : undefined}
          onClick={() => {
            router.go(contaminationRoute(set));
          }}
        >
          Look for contamination…
        </Button>
        <Button
          look="primary"
          disabled={dev === 0}
          title={data !== null && dev === 0 ? 'Every item of this version is held out.' : undefined}
          onClick={() => {
            router.go(itemsRoute(set));
          }}
        >
          Read the dev items
        </Button>
      </PageHead>
      {error === null ? null : (
        <FailureNotice
          failure={error}
          actions={<Button onClick={() => void itemSets.detail.refresh()}>Try again</Button>}
        />
      )}
      {data === null ? (
        <p className="waiting">{late ? 'Reading the item set' : ''}</p>
      ) : (
        <Detail detail={data} dev={dev} />
      )}
    </div>
  );
}

function Detail({ detail, dev }: { readonly detail: ItemSetDetail; readonly dev: number }) {
  const copy = useCopy();
  const heldOut = detail.items - dev;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Items</dt>
          <dd>
            {formatCount(detail.items)}: {formatCount(dev)} dev, {formatCount(heldOut)} held out
          </dd>
        </div>
        <div>
          <dt>Held-out items</dt>
          <dd>{readingsWords(detail.heldOutReadings)}</dd>
        </div>
        <div>
          <dt>Frozen</dt>
          <dd>{localTime(detail.frozenAt, new Date())}</dd>
        </div>
        <div>
          <dt>Sources</dt>
          <dd>{detail.sources.length === 0 ? 'not named' : detail.sources.join(', ')}</dd>
        </div>
        <div>
          <dt>sha256</dt>
          <dd>
            <code>{detail.hash}</code>{' '}
            <Button look="quiet" small onClick={() => void copy(detail.hash, 'the hash')}>
              Copy
            </Button>
          </dd>
        </div>
        <div>
          <dt>Canary</dt>
          <dd>
            {detail.canary}{' '}
            <Button look="quiet" small onClick={() => void copy(detail.canary, 'the canary')}>
              Copy
            </Button>{' '}
            <span className="muted">It stands in every row of an export and nowhere else.</span>
          </dd>
        </div>
      </dl>
      {heldOut === 0 ? null : (
        <Notice title={`${formatCount(heldOut)} items are held out.`}>
          <p>{whyHidden}</p>
        </Notice>
      )}
      <section className="narrow">
        <TableCaption title="Strata" columns={strataColumns} rows={detail.strata}>
          Items by split. The guard rail of a stratum is decided by its held-out items.
        </TableCaption>
        <Table
          label="Items by stratum and split"
          columns={strataColumns}
          rows={detail.strata}
          rowKey={({ stratum }) => stratum}
        />
        {dev === 0 ? null : (
          <p className="more-rows">
            <Link
              className="link"
              to={sortRoute({ of: 'version', set: { name: detail.name, version: detail.version } })}
            >
              Next version with other strata
            </Link>
            <span className="muted">
              : give dev items a stratum by hand. Held-out items keep theirs, unseen.
            </span>
          </p>
        )}
      </section>
      <section className="narrow">
        <TableCaption title="Checks" columns={checkColumns} rows={detail.checks}>
          What judges the answers.
        </TableCaption>
        <Table
          label="Items by kind of check"
          columns={checkColumns}
          rows={detail.checks}
          rowKey={({ kind }) => kind}
        />
      </section>
      <Versions detail={detail} />
      <ExportSet set={detail} dev={dev} heldOut={heldOut} />
    </>
  );
}

function Versions({ detail }: { readonly detail: ItemSetDetail }) {
  const { itemSets } = useStores();
  const versions = detail.versions.toSorted((one, other) => other.version - one.version);
  const before = versions.find(({ version }) => version < detail.version)?.version;
  const { data, error } = useStore(itemSets.difference.store);
  const { name, version } = detail;
  useEffect(() => {
    if (before !== undefined) void itemSets.difference.read({ name, from: before, to: version });
  }, [itemSets, name, version, before]);
  const columns: readonly Column<VersionRow>[] = [
    {
      key: 'version',
      head: 'Version',
      text: (row) => String(row.version),
      draw: (row) =>
        row.version === version ? (
          <b>{row.version}, shown here</b>
        ) : (
          <Link className="link" to={setRoute({ name, version: row.version })}>
            {row.version}
          </Link>
        ),
    },
    { key: 'items', head: 'Items', numeric: true, text: ({ items }) => formatCount(items) },
    { key: 'frozen', head: 'Frozen', numeric: true, text: ({ frozenAt }) => localDay(frozenAt, new Date()) },
  ];
  return (
    <section className="narrow">
      <TableCaption title="Versions" columns={columns} rows={versions}>
        {before === undefined
          ? 'This is the first one.'
          : data === null
            ? `Counting what changed since version ${before}.`
            : differenceWords(before, data)}
      </TableCaption>
      {error === null || before === undefined ? null : <FailureNotice failure={error} />}
      <Table
        label="Versions, the newest first"
        columns={columns}
        rows={versions}
        rowKey={(row) => String(row.version)}
      />
    </section>
  );
}
