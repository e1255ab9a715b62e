import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { NetworkUse } from '../../../src-main/contract/calls/settings.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { useStores } from '../../app/app-context.tsx';
import { localTime } from '../../components/local-time.ts';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';

type UsedRow = NetworkUse['inUse'][number];
type RefusedRow = NetworkUse['lastRefused'][number];

const time = (iso: string) => localTime(iso, new Date());

const usedColumns: readonly Column<UsedRow>[] = [
  { key: 'url', head: 'Endpoint', text: ({ url }) => url },
  {
    key: 'requests',
    head: 'Requests',
    numeric: true,
    width: '7rem',
    text: ({ requests }) => formatCount(requests),
  },
  { key: 'last', head: 'Last', numeric: true, width: '9rem', text: ({ lastAt }) => time(lastAt) },
];

const refusedColumns: readonly Column<RefusedRow>[] = [
  { key: 'at', head: 'Time', width: '9rem', text: ({ at }) => time(at) },
  { key: 'target', head: 'Where to', text: ({ target }) => target },
];

/** What stands behind the badge: who was spoken to, and what was refused. */
export function NetworkSection() {
  const { network } = useStores();
  const use = useStore(network.store, (state) => state.use);
  useEffect(() => {
    void network.read();
  }, [network]);
  return (
    <>
      <section aria-labelledby="network">
        <h2 id="network">Network</h2>
        <p className="soft">
          {use.inUse.length === 0
            ? 'Nothing was spoken to since the start. '
            : `${formatCount(use.inUse.length)} ${use.inUse.length === 1 ? 'endpoint is' : 'endpoints are'} in use. `}
          Noisefloor connects to the endpoints that you typed in and to nothing else: no updates, no reports,
          no fonts from elsewhere.
        </p>
      </section>
      {use.inUse.length === 0 ? null : (
        <section>
          <TableCaption title="Endpoints in use" columns={usedColumns} rows={use.inUse} />
          <Table label="Endpoints in use" columns={usedColumns} rows={use.inUse} rowKey={({ url }) => url} />
        </section>
      )}
      <section>
        {use.lastRefused.length === 0 ? (
          <p className="soft">No request was refused since the start.</p>
        ) : (
          <>
            <TableCaption
              title={`${formatCount(use.refused)} requests refused since the start`}
              columns={refusedColumns}
              rows={use.lastRefused}
            />
            <Table
              label="Requests refused"
              columns={refusedColumns}
              rows={use.lastRefused}
              rowKey={({ at, target }) => at + target}
            />
          </>
        )}
      </section>
    </>
  );
}
