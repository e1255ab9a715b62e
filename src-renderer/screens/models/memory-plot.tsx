import { useState } from 'react';
import type { MemorySettings, ModelFile } from '../../../src-main/contract/calls/models.ts';
import { formatBytes, formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { NumberField } from '../../components/sentence-field.tsx';
import type { ModelList } from '../../stores/models-store.ts';
import { inUnit, memoryFinding, onDevice, otherMachineWords, sizeUnit } from './models-words.ts';
import '../../charts/plot-furniture.css';

const percent = (value: number) => `${value}%`;
const parts = [
  { key: 'weights', className: 'weights' },
  { key: 'cache', className: 'cache' },
  { key: 'compute', className: 'compute' },
] as const;

/** Where the memory of one model goes, against what the device has. */
export function MemoryPlot({
  file,
  device,
  settings,
}: {
  readonly file: ModelFile;
  readonly device: ModelList['device'];
  readonly settings: MemorySettings;
}) {
  const { memory } = file;
  if (memory === null) return <p className="soft">Not known. {file.memoryReason}</p>;
  const unit = sizeUnit([memory.total]);
  const words = {
    weights: 'Weights',
    cache: `KV cache, ${formatCount(settings.parallel)} × ${formatCount(settings.context)} tokens, ${settings.cacheType}`,
    compute: 'Compute buffers',
  };
  return (
    <>
      {device === null ? null : <DevicePlot file={file} memory={memory} device={device} />}
      <dl className="facts">
        {parts.map(({ key, className }) => (
          <div key={key}>
            <dt>
              <svg className="swatch" aria-hidden="true">
                <rect className={className} width="100%" height="100%" />
              </svg>
              {words[key]}
            </dt>
            <dd>{inUnit(memory[key], unit)}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>Needed, {unit.name}</dt>
          <dd>{inUnit(memory.total, unit)}</dd>
        </div>
        {file.spare === null ? null : (
          <div>
            <dt>{file.spare < 0 ? 'Too much for this machine' : 'To spare'}</dt>
            <dd>{formatBytes(Math.abs(file.spare))}</dd>
          </div>
        )}
      </dl>
      <OtherMachine total={memory.total} />
    </>
  );
}

function DevicePlot({
  file,
  memory,
  device,
}: {
  readonly file: ModelFile;
  readonly memory: NonNullable<ModelFile['memory']>;
  readonly device: NonNullable<ModelList['device']>;
}) {
  const free = onDevice(device.free, device.total);
  let from = 0;
  return (
    <svg className="plot memory-plot" role="img" aria-label={memoryFinding(file, device.free)}>
      <defs>
        <pattern
          id="cache-lines"
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className="paper" width="4" height="4" />
          <rect className="ink-line" width="1.4" height="4" />
        </pattern>
      </defs>
      <rect className="all" width="100%" y="16" height="14" />
      {parts.map(({ key, className }) => {
        const x = from;
        const width = Math.min(100 - x, onDevice(memory[key], device.total));
        from += width;
        return (
          <rect key={key} className={className} x={percent(x)} width={percent(width)} y="16" height="14" />
        );
      })}
      <line className="free" x1={percent(free)} x2={percent(free)} y1="12" y2="34" />
      <text className={free > 60 ? 'end' : undefined} x={percent(free)} y="9">
        free {formatBytes(device.free)}
      </text>
      <text x="0" y="46">
        0
      </text>
      <text className="end" x="100%" y="46">
        {formatBytes(device.total)}
      </text>
    </svg>
  );
}

/** The same model on a machine that is not this one. */
function OtherMachine({ total }: { readonly total: number }) {
  const [gigabytes, setGigabytes] = useState(24);
  const [fits, spare] = otherMachineWords(total, gigabytes);
  return (
    <div className="other-machine small soft">
      {fits ? 'Fits a' : 'Does not fit a'}{' '}
      <NumberField
        label="Memory of another machine, GB"
        value={gigabytes}
        min={1}
        max={100_000}
        width={3}
        onCommit={setGigabytes}
      />{' '}
      GB machine{fits ? `, with ${spare} to spare.` : `: ${spare} too much.`}
    </div>
  );
}
