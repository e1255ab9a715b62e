import type { ModelFile } from '../../../src-main/contract/calls/models.ts';
import { histogram, onDevice } from './models-words.ts';

const percent = (value: number) => `${value}%`;

/** How the weights are spread over tensor types: more bits, more ink. The words stand beside it. */
export function TypeBar({ types }: { readonly types: ModelFile['tensorTypes'] }) {
  return (
    <svg className="type-bar" aria-hidden="true">
      {histogram(types).map(({ type, ink, from, width }) => (
        <rect key={type} className={`ink-${ink}`} x={percent(from)} width={percent(width)} height="100%" />
      ))}
    </svg>
  );
}

/** The share of one type alone. */
export function ShareBar({ share, ink }: { readonly share: number; readonly ink: number }) {
  return (
    <svg className="type-bar" aria-hidden="true">
      <rect className={`ink-${ink}`} width={percent(share * 100)} height="100%" />
    </svg>
  );
}

interface DeviceMemory {
  readonly free: number;
  readonly total: number;
}

/** What a model needs of the device's memory, and a line where the free part of it ends. */
export function NeedBar({ need, device }: { readonly need: number; readonly device: DeviceMemory }) {
  const free = percent(onDevice(device.free, device.total));
  return (
    <svg className="need-bar" aria-hidden="true">
      <rect className="all" width="100%" height="10" y="3" />
      <rect className="need" width={percent(onDevice(need, device.total))} height="10" y="3" />
      <line className="free" x1={free} x2={free} y1="0" y2="16" />
    </svg>
  );
}
