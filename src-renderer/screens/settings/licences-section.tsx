import { useEffect, useState } from 'react';
import type { Licence } from '../../../src-main/contract/calls/settings.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { useClient, useResource, useStores } from '../../app/app-context.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';

const columns: readonly Column<Licence>[] = [
  { key: 'package', head: 'Package', text: (row) => row.package },
  { key: 'version', head: 'Version', width: '8rem', text: ({ version }) => version },
  { key: 'licence', head: 'Licence', width: '12rem', text: ({ licence }) => licence },
];

/** What Noisefloor is made of, and under which terms. */
export function LicencesSection() {
  const client = useClient();
  const { licences } = useStores();
  const { data, error } = useResource(licences, { page: { offset: 0, limit: 500 } });
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);

  useEffect(() => {
    if (chosen === null) return;
    const leaving = new AbortController();
    void client.call('settings.read_licence', { id: chosen }, leaving.signal).then((answer) => {
      if (!leaving.signal.aborted) setText(answer.ok ? answer.data.text : answer.error.message);
    });
    return () => {
      leaving.abort();
    };
  }, [client, chosen]);

  if (error !== null) return <FailureNotice failure={error} />;
  if (data === null) return null;
  return (
    <section className="licences">
      <TableCaption title="Licences" columns={columns} rows={data.rows}>
        Noisefloor is under the MIT licence. {formatCount(data.total - 1)} packages of others are in it, each
        under its own terms: choose one to read them.
      </TableCaption>
      <Table
        label="Licences"
        columns={columns}
        rows={data.rows}
        rowKey={({ id }) => id}
        selected={chosen}
        onSelect={({ id }) => {
          setChosen(id);
        }}
      />
      {text === null ? null : (
        <pre className="licence-text" tabIndex={0} role="region" aria-label="Text of the licence">
          {text}
        </pre>
      )}
    </section>
  );
}
