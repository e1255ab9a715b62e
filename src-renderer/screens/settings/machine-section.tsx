import type { ReactNode } from 'react';
import type { Doctor } from '../../../src-main/contract/calls/settings.ts';
import { absent, formatBytes } from '../../../src-main/contract/presentation/numbers.ts';
import { useResource, useStores } from '../../app/app-context.tsx';
import { useLate } from '../../app/use-late.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { Column } from '../../components/table.tsx';
import { Table, TableCaption } from '../../components/table.tsx';

type BackendRow = Doctor['backends'][number];

const backendWords = { cpu: 'CPU', cuda: 'CUDA', vulkan: 'Vulkan', metal: 'Metal' } as const;
const backendColumns: readonly Column<BackendRow>[] = [
  { key: 'backend', head: 'Backend', width: '8rem', text: ({ backend }) => backendWords[backend] },
  {
    key: 'available',
    head: 'Can be used',
    width: '8rem',
    text: ({ available }) => (available ? 'yes' : 'no'),
    draw: ({ available }) => (
      <span className={available ? undefined : 'muted'}>{available ? 'yes' : 'no'}</span>
    ),
  },
  { key: 'detail', head: 'Details', text: ({ detail }) => detail },
];

const libraryColumns: readonly Column<Doctor['libraries'][number]>[] = [
  { key: 'name', head: 'Part', width: '16rem', text: ({ name }) => name },
  { key: 'version', head: 'Version', text: ({ version }) => version },
];

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const free = (left: number | null, total: number | null) =>
  total === null ? absent : `${formatBytes(left)} of ${formatBytes(total)} free`;

/** What a run can be made on. */
export function MachineSection() {
  const { doctor } = useStores();
  const { data, error, busy } = useResource(doctor, {});
  const late = useLate(data === null && busy);
  if (error !== null && data === null) return <FailureNotice failure={error} />;
  if (data === null) return late ? <p className="muted">Looking at this machine</p> : null;
  return (
    <>
      {error === null ? null : <FailureNotice failure={error} />}
      <section aria-labelledby="machine">
        <div className="table-caption">
          <h2 id="machine" className="grow">
            This machine
          </h2>
          <Button look="quiet" disabled={busy} onClick={() => void doctor.refresh()}>
            Look again
          </Button>
        </div>
        <dl className="facts">
          <Fact label="System">{data.operatingSystem}</Fact>
          <Fact label="Processor">
            {data.processor}, {data.physicalCores} cores, {data.logicalCores} threads
          </Fact>
          <Fact label="Memory">{free(data.memoryFree, data.memoryTotal)}</Fact>
          {data.graphics.length === 0 ? <Fact label="Graphics">none found</Fact> : null}
          {data.graphics.map((device) => (
            <Fact key={device.name} label="Graphics">
              {device.name}, {free(device.memoryFree, device.memoryTotal)}
              {device.driver === null ? '' : `, driver ${device.driver}`}
            </Fact>
          ))}
          <Fact label="Data folder">
            {data.dataFolder.path}, {formatBytes(data.dataFolder.free)} free,{' '}
            {formatBytes(data.dataFolder.used)} used
          </Fact>
          <Fact label="Shown in">
            {data.shell.kind === 'electron' ? 'its own window. ' : 'a browser. '}
            {data.shell.detail}
          </Fact>
          <Fact label="Noisefloor">{data.version}</Fact>
        </dl>
      </section>
      <section>
        <TableCaption title="What models can run on" columns={backendColumns} rows={data.backends} />
        <Table
          label="What models can run on"
          columns={backendColumns}
          rows={data.backends}
          rowKey={({ backend }) => backend}
        />
      </section>
      <section>
        <TableCaption title="Parts" columns={libraryColumns} rows={data.libraries} />
        <Table label="Parts" columns={libraryColumns} rows={data.libraries} rowKey={({ name }) => name} />
      </section>
    </>
  );
}
