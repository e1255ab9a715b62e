/** What the Models screen says and draws, worked out. Pure. */
import type { Endpoint, ModelFile, ModelGroup } from '../../../src-main/contract/calls/models.ts';
import {
  absent,
  formatBytes,
  formatCount,
  formatNumber,
} from '../../../src-main/contract/presentation/numbers.ts';
import { listWords } from '../../../src-main/contract/presentation/words.ts';

/** What sizes in one column are counted in, so that the smallest model is not "0.0". */
export interface SizeUnit {
  readonly name: 'GB' | 'MB';
  readonly bytes: number;
}

/** GB (10^9 bytes), or MB where all sizes are below one. */
export function sizeUnit(sizes: readonly number[]): SizeUnit {
  return Math.max(0, ...sizes) < 1e9 ? { name: 'MB', bytes: 1e6 } : { name: 'GB', bytes: 1e9 };
}

/** A size in a unit, one decimal: "9.0"; what rounds to nothing is "< 0.1". */
export function inUnit(bytes: number | null, unit: SizeUnit): string {
  if (bytes === null) return absent;
  const value = bytes / unit.bytes;
  return value > 0 && value < 0.05 ? '< 0.1' : formatNumber(value, 1);
}

/** Darkness of a tensor type, from 1 to 7: more bits, more ink. */
export function inkOf(bitsPerWeight: number): number {
  if (bitsPerWeight >= 12) return 7;
  if (bitsPerWeight >= 7.5) return 6;
  return Math.max(1, Math.min(5, Math.floor(bitsPerWeight) - 1));
}

export interface HistogramBar {
  readonly type: string;
  readonly ink: number;
  /** Of the weights, in per cent; bars lie one behind another. */
  readonly from: number;
  readonly width: number;
}

/** Most bits first, but what is under a hundredth of the weights (norms and biases) last. */
export function histogram(types: ModelFile['tensorTypes']): readonly HistogramBar[] {
  const small = ({ share }: { readonly share: number }): number => Number(share < 0.01);
  let from = 0;
  return types
    .toSorted((one, other) => small(one) - small(other) || other.bitsPerWeight - one.bitsPerWeight)
    .map(({ type, share, bitsPerWeight }) => {
      const bar = { type, ink: inkOf(bitsPerWeight), from, width: share * 100 };
      from += bar.width;
      return bar;
    });
}

/** The type that most weights are in, and its share: "Q4_K 82 %". */
export function mostWeights(types: ModelFile['tensorTypes']): string {
  const [most] = types.toSorted((one, other) => other.share - one.share);
  return most === undefined ? absent : `${most.type} ${wholePercent(most.share)}`;
}

/** All of them: "Q6_K 18 %, Q4_K 82 %". */
export function typeShares(types: ModelFile['tensorTypes']): string {
  return types.map(({ type, share }) => `${type} ${wholePercent(share)}`).join(', ');
}

/** "82 %", "0.3 %", "< 0.1 %". */
export function wholePercent(share: number): string {
  if (share > 0 && share < 0.0005) return '< 0.1 %';
  return `${formatNumber(share * 100, share < 0.01 ? 1 : 0)} %`;
}

/** What a file is called in its group: its quantisation, and its name beside it where that is not enough. */
export interface FileName {
  readonly name: string;
  /** What tells it from others of the same quantisation; null where nothing has to. */
  readonly apart: string | null;
}

export function namesOfFiles(files: readonly ModelFile[]): ReadonlyMap<string, FileName> {
  const named = files.map((file) => ({ file, name: file.quantisation ?? stemOf(file) }));
  return new Map(
    named.map(({ file, name }) => {
      const alike = named.filter((other) => other.name === name).map((other) => stemOf(other.file));
      return [
        file.id,
        { name, apart: alike.length < 2 || name === stemOf(file) ? null : endOf(stemOf(file), alike) },
      ];
    }),
  );
}

const stemOf = ({ fileName }: ModelFile): string => fileName.replace(/(?:-\d{5}-of-\d{5})?\.gguf$/i, '');

/** A name without what all of them begin with, up to the word that they part in. */
function endOf(name: string, alike: readonly string[]): string {
  if (alike.every((other) => other === name)) return name;
  let shared = 0;
  while (alike.every((other) => other[shared] === name[shared]) && shared < name.length) shared += 1;
  const word = Math.max(...['-', '.', ' '].map((mark) => name.lastIndexOf(mark, shared - 1)));
  return word < 0 ? name : `…${name.slice(word)}`;
}

/** "llama, 14.8 B parameters, 48 layers, context 32,768, template 5f0c2a91". */
export function groupFacts(group: ModelGroup): string {
  const { architecture, parameters, layers, trainContext, templateHash } = group;
  return [
    architecture,
    ...(parameters === null ? [] : [`${parameterCount(parameters)} parameters`]),
    ...(layers === null ? [] : [`${formatCount(layers)} ${layers === 1 ? 'layer' : 'layers'}`]),
    ...(trainContext === null ? [] : [`context ${formatCount(trainContext)}`]),
    templateHash === null ? 'no template' : `template ${templateHash.slice(0, 8)}`,
  ].join(', ');
}

/** "14.8 B", "2.8 M". */
function parameterCount(parameters: number): string {
  return parameters >= 999_500_000
    ? `${formatNumber(parameters / 1e9, 1)} B`
    : `${formatNumber(parameters / 1e6, 1)} M`;
}

export const templateWords: Readonly<Record<ModelFile['template'], string>> = {
  baseline: 'baseline',
  same: 'same',
  differs: 'differs',
  none: 'none',
  unknown: absent,
};

export type Fit = 'fits' | 'does not fit' | 'unknown';

export function fitOf({ spare }: Pick<ModelFile, 'spare'>): Fit {
  if (spare === null) return 'unknown';
  return spare >= 0 ? 'fits' : 'does not fit';
}

/** "27.8 GB spare", "10.7 GB over"; nothing where it is not known. */
export function spareWords({ spare }: Pick<ModelFile, 'spare'>): string {
  if (spare === null) return '';
  return `${formatBytes(Math.abs(spare))} ${spare >= 0 ? 'spare' : 'over'}`;
}

/** Whether it would fit another machine: "Also fits a 24 GB machine, with 7.7 GB to spare." */
export function otherMachineWords(total: number, gigabytes: number): readonly [fits: boolean, spare: string] {
  const spare = gigabytes * 1e9 - total;
  return [spare >= 0, formatBytes(Math.abs(spare))];
}

export interface Comparing {
  /** Identifiers, for the draft. */
  readonly models: readonly string[];
  /** Of the button: "Compare with BF16…". */
  readonly label: string;
  /** Why not; null: it can be compared. */
  readonly problem: string | null;
}

/** What would be compared: the models that were chosen, and their baseline where it was not chosen with them. */
export function comparing(groups: readonly ModelGroup[], chosen: ReadonlySet<string>): Comparing {
  const rows = groups.flatMap((group) =>
    group.files.filter(({ id }) => chosen.has(id)).map((file) => ({ group, file })),
  );
  const models = rows.map(({ file }) => file.id);
  const [first] = rows;
  const together = first !== undefined && rows.every(({ group }) => group.id === first.group.id);
  const baseline = together ? first.group.files.find(({ isBaseline }) => isBaseline) : undefined;
  const added = baseline !== undefined && !models.includes(baseline.id);
  const all = added ? [baseline.id, ...models] : models;
  const name = baseline === undefined ? '' : (baseline.quantisation ?? baseline.fileName);
  return {
    models: all,
    label: added ? `Compare with ${name}…` : 'Compare…',
    problem: all.length < 2 ? 'Choose at least two files: a baseline and a version of it.' : null,
  };
}

/** What is compared from one file: it with its baseline, or the baseline with all of its versions. */
export function comparingOne(group: ModelGroup, file: ModelFile): Comparing {
  if (!file.isBaseline) return comparing([group], new Set([file.id]));
  const versions = group.files.length - 1;
  const all = comparing([group], new Set(group.files.map(({ id }) => id)));
  const label =
    versions === 1 ? 'Compare with its version…' : `Compare with all ${formatCount(versions)} versions…`;
  return versions === 0 ? all : { ...all, label };
}

/** What stands beside an endpoint's address. `when`: of the last contact, as the person's clock has it. */
export function endpointWords({ url, state, models, problem }: Endpoint, when: string | null): string {
  const named = models.length === 0 ? '' : listWords(models);
  switch (state) {
    case 'reachable':
      return models.length === 0 ? 'reachable, names no models' : `${named}, asked ${when ?? 'just now'}`;
    case 'unreachable':
      return problem === null ? 'cannot be reached' : withoutAddress(problem.message, url);
    case 'not_contacted':
      return [named, 'not contacted since start'].filter((word) => word !== '').join(', ');
  }
}

/** The address stands before it already. */
function withoutAddress(message: string, url: string): string {
  return message.startsWith(`${url} `) ? message.slice(url.length + 1) : message;
}

/** Where on a bar of the device's whole memory something ends, in per cent, cut at the bar's end. */
export function onDevice(bytes: number, total: number): number {
  return total > 0 ? Math.max(0, Math.min(100, (bytes / total) * 100)) : 0;
}

/** The finding that the large memory bar shows, read out. */
export function memoryFinding(
  { memory, spare }: Pick<ModelFile, 'memory' | 'spare'>,
  free: number | null,
): string {
  if (memory === null) return 'How much memory it needs is not known';
  const need =
    `Memory needed: weights ${formatBytes(memory.weights)}, KV cache ${formatBytes(memory.cache)}, ` +
    `compute buffers ${formatBytes(memory.compute)}, together ${formatBytes(memory.total)}`;
  if (free === null || spare === null) return need;
  return `${need} of ${formatBytes(free)} free: it ${spare >= 0 ? 'fits' : 'does not fit'}`;
}
