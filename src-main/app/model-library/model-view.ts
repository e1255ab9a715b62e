/** Models as the contract has them. */
import { basename } from 'node:path';
import type { MemorySettings, ModelDetail, ModelFile, ModelGroup } from '../../contract/calls/models.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import type { QuantisationRecord } from '../../contract/quantisation.ts';
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';
import { bitsPerWeight } from '../../engine/llama/gguf/tensor-types.ts';
import type { SettingsMachine } from '../../engine/llama/settings.ts';
import type { LibraryModel, ModelFamily } from './group-models.ts';
import { fitInto, type Device } from './memory-fit.ts';

/** What a view depends on beside the files. */
export interface ViewSettings {
  readonly memory: MemorySettings;
  readonly device: Device;
  readonly machine: SettingsMachine;
}

export function groupView(family: ModelFamily, settings: ViewSettings): ModelGroup {
  const { title, models, baseline } = family;
  const shown = baseline ?? models[0];
  return {
    id: familyIdentifier(family),
    title,
    architecture: shown?.description.architecture ?? '',
    parameters: shown?.description.parameters ?? null,
    layers: shown?.description.blockCount ?? null,
    trainContext: shown?.description.trainContext ?? null,
    templateHash: shown?.templateHash ?? null,
    remark: baseline === null ? 'No BF16, F16 or F32 file found: choose a baseline by hand.' : null,
    files: models.map((model) => fileView(model, family, settings)),
  };
}

/** Stays as it is while the family's first file in order of paths does. */
export function familyIdentifier({ models }: ModelFamily): string {
  const [first = ''] = models.map(({ id }) => id).sort();
  return `group-${first}`;
}

function fileView(model: LibraryModel, { baseline }: ModelFamily, settings: ViewSettings): ModelFile {
  const { description, id, path } = model;
  const { parameters, weightBytes } = description;
  return {
    id,
    path,
    fileName: basename(path),
    parts: description.files.length,
    quantisation: description.quantisation,
    size: description.size,
    bitsPerWeight: parameters > 0 ? (weightBytes.total * 8) / parameters : null,
    tensorTypes: tensorTypesOf(description),
    isBaseline: model.id === baseline?.id,
    template: templateState(model, baseline),
    ...fitInto(description, settings.memory, settings.device, settings.machine),
  };
}

/** Most bits first. */
function tensorTypesOf(description: GgufDescription): ModelFile['tensorTypes'] {
  const rows = Object.entries(description.tensorTypes).flatMap(([type, tensors]) => {
    const bits = bitsPerWeight(type);
    const bytes = description.weightBytes.byType[type] ?? 0;
    return bits === null ? [] : [{ type, tensors, bytes, bitsPerWeight: bits, weights: (bytes * 8) / bits }];
  });
  const all = rows.reduce((sum, { weights }) => sum + weights, 0);
  return rows
    .map(({ weights, ...row }) => ({ ...row, share: all > 0 ? Math.min(1, weights / all) : 0 }))
    .sort((one, other) => other.bitsPerWeight - one.bitsPerWeight);
}

function templateState(model: LibraryModel, baseline: LibraryModel | null): ModelFile['template'] {
  if (model.id === baseline?.id) return model.templateHash === null ? 'none' : 'baseline';
  if (model.templateHash === null) return 'none';
  if (baseline === null) return 'unknown';
  return model.templateHash === baseline.templateHash ? 'same' : 'differs';
}

export function detailView(
  model: LibraryModel,
  family: ModelFamily,
  settings: ViewSettings,
  weightsHashes: readonly string[] | null,
  made: QuantisationRecord | null,
): ModelDetail {
  const { baseline, title } = family;
  const { description } = model;
  const { name, free, total } = settings.device;
  return {
    file: fileView(model, family, settings),
    group: { id: familyIdentifier(family), title, baseline: baseline?.id ?? null },
    paths: description.files,
    device: { name, free, total },
    identity: {
      weightsHashes,
      templateHash: model.templateHash,
      tokenizer: tokenizerWords(description),
      sameTokenizerAsBaseline:
        baseline === null ? null : tokenizerKey(description) === tokenizerKey(baseline.description),
      quantisedBy: quantisedBy(description),
      madeHere:
        made === null
          ? null
          : { from: made.sourceFiles[0] ?? '', release: made.llamaCppRelease, at: made.madeAt },
    },
  };
}

function tokenizerWords({ tokenizer, vocabularySize, metadata }: GgufDescription): string {
  const before = metadata['tokenizer.ggml.pre'];
  const kind = [tokenizer, typeof before === 'string' && before !== tokenizer ? before : null]
    .filter((word) => word !== null)
    .join(' ');
  const words = kind === '' ? 'none' : kind;
  return vocabularySize === null ? words : `${words}, ${formatCount(vocabularySize)} tokens`;
}

/** Everything in the header that decides how a text becomes token ids, but for the tokens themselves. */
function tokenizerKey(description: GgufDescription): string {
  const { tokenizer, metadata, vocabularySize, bos, eos, addBos } = description;
  const before = metadata['tokenizer.ggml.pre'] ?? null;
  return JSON.stringify([tokenizer, before, vocabularySize, bos?.id ?? null, eos?.id ?? null, addBos]);
}

/** Null: the file does not say. */
function quantisedBy({ metadata }: GgufDescription): string | null {
  const by = metadata['general.quantized_by'];
  const matrix = metadata['quantize.imatrix.file'] ?? metadata['quantize.imatrix.dataset'];
  const words = [
    ...(typeof by === 'string' && by.trim() !== '' ? [by.trim()] : []),
    ...(matrix === undefined ? [] : ['with an importance matrix']),
  ].join(', ');
  return words === '' ? null : words;
}
