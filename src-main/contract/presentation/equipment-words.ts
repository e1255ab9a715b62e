/**
 * Whether both sides ran on the same equipment: processor, native library, device, server. Another build of the library
 * rounds otherwise, and what that changes would be put down to the quantisation.
 */
import type { Manifest } from '../manifest.ts';
import { listWords } from './words.ts';

type Ran = Pick<Manifest, 'machine' | 'engine'>;

/** What a sitting ran on: a name, which values are comparable with each other, and the value. */
interface Part {
  readonly name: string;
  /** Only values of the same kind can differ: a library for a GPU is another than the one for the CPU by itself. */
  readonly kind: string;
  readonly value: string;
}

/**
 * What differs between the sittings of a candidate and of its baseline, each once, in words.
 *
 * @param sittings of both sides, with outputs
 */
export function equipmentApart(sittings: readonly Ran[]): readonly string[] {
  const seen = new Map<string, Part>();
  const apart = new Set<string>();
  for (const part of sittings.flatMap(partsOf)) {
    const key = `${part.name}\u0000${part.kind}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, part);
    else if (first.value !== part.value) apart.add(part.name);
  }
  return [...apart];
}

/** Null where everything ran alike. */
export function equipmentSentence(
  candidate: string,
  baseline: string,
  sittings: readonly Ran[],
): string | null {
  const apart = equipmentApart(sittings);
  if (apart.length === 0) return null;
  return `${candidate} and ${baseline} did not run alike in every sitting: ${listWords(apart)} changed between them. Rounding may change with it, and what it changes cannot be told from the candidate's own doing.`;
}

function partsOf({ machine, engine }: Ran): readonly Part[] {
  if (engine.engine === 'openai')
    return engine.version === null
      ? []
      : [{ name: "the server's version", kind: engine.server, value: engine.version }];
  const { backend, llamaCppRelease, libraryHashes, lane, devices } = engine;
  const library = Object.entries(libraryHashes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    // Not the host's name: a container has another one each time, and two machines alike compute alike.
    { name: 'the processor', kind: '', value: `${machine.architecture} ${machine.processor}` },
    { name: 'the release of llama.cpp', kind: '', value: llamaCppRelease },
    { name: "the native library's build", kind: backend, value: JSON.stringify(library) },
    { name: 'the device', kind: backend, value: JSON.stringify(devices) },
    ...(backend === 'cpu' ? [] : driverOf(machine, backend)),
    ...(lane === undefined ? [] : [{ name: 'the way it is called', kind: '', value: lane.name }]),
  ];
}

function driverOf({ graphics }: Manifest['machine'], backend: string): readonly Part[] {
  const drivers = graphics.flatMap(({ name, driver }) => (driver === null ? [] : [`${name} ${driver}`]));
  return drivers.length === 0
    ? []
    : [{ name: "the device's driver", kind: backend, value: JSON.stringify(drivers) }];
}
