/** What a person should know of a file that is sound enough to be loaded. */
import type { GgufDescription, GgufWarning, GgufWarningCode, SpecialToken } from './description.ts';
import { fileType } from './file-types.ts';
import type { GgufHeader } from './header.ts';
import { aligned, type GgufTensor } from './tensors.ts';

type Described = Omit<GgufDescription, 'warnings'>;

/** The tensor type with most elements among the matrices of the layers; embeddings and output often differ by design. */
function dominantType(tensors: readonly GgufTensor[]): string | null {
  const matrices = tensors.filter((tensor) => tensor.dimensions.length > 1);
  const inner = matrices.filter((tensor) => tensor.name.startsWith('blk.'));
  const elements = new Map<string, number>();
  for (const tensor of inner.length > 0 ? inner : matrices) {
    elements.set(tensor.type, (elements.get(tensor.type) ?? 0) + tensor.elements);
  }
  let dominant: string | null = null;
  for (const [type, count] of elements) {
    if (dominant === null || count > (elements.get(dominant) ?? 0)) dominant = type;
  }
  return dominant;
}

export function findWarnings(described: Described, headers: readonly GgufHeader[]): readonly GgufWarning[] {
  const warnings: GgufWarning[] = [];
  const warn = (code: GgufWarningCode, message: string): void => {
    warnings.push({ code, message });
  };
  const tensors = headers.flatMap((header) => header.tensors);
  const dominant = dominantType(tensors);

  warnFileType(described, dominant, warn);
  if (dominant === 'F16') {
    warn(
      'half_precision_overflow',
      'The weights are F16, which ends at 65504: a model trained in BF16 can have overflowed to infinity when it was converted. BF16 is the safer baseline.',
    );
  }
  if (described.version < 3) {
    warn(
      'old_version',
      `GGUF version ${described.version}: written by a converter from before October 2023.`,
    );
  }
  if (!described.architectureKnown) {
    warn(
      'architecture_unknown',
      `The bundled llama.cpp does not list the architecture ${described.architecture}; it will most likely refuse the file.`,
    );
  }
  const essentials = [
    'blockCount',
    'embeddingLength',
    'headCount',
    'trainContext',
    'vocabularySize',
  ] as const;
  const missing = essentials.filter((name) => described[name] === null);
  if (missing.length > 0) {
    warn('essential_missing', `The metadata lacks ${missing.join(', ')}; memory cannot be estimated well.`);
  }
  if (described.template === null) {
    warn(
      'template_missing',
      'The file has no chat template: the plan must give one, or prompts go in as plain text.',
    );
  }
  warnToken('bos', described.bos, described, warn);
  warnToken('eos', described.eos, described, warn);
  for (const header of headers) {
    const end = aligned(header.dataEnd, header.alignment);
    if (header.size > end && header.tensors.length > 0) {
      warn(
        'bytes_after_tensors',
        `${header.file} goes on for ${header.size - end} bytes after its last weight.`,
      );
    }
    for (const key of header.metadata.broken) {
      warn('text_not_utf8', `${header.file}: the text of ${key} is not UTF-8; broken bytes were replaced.`);
    }
  }
  return warnings;
}

function warnFileType(
  described: Described,
  dominant: string | null,
  warn: (code: GgufWarningCode, message: string) => void,
): void {
  const declared = described.metadata['general.file_type'];
  const weights = dominant === null ? 'nothing else to go by' : `most weights are ${dominant}`;
  if (declared === undefined) {
    warn('file_type_missing', `The file does not say how it is quantised (general.file_type); ${weights}.`);
    return;
  }
  const type = typeof declared === 'number' ? fileType(declared) : undefined;
  if (type === undefined) {
    warn('file_type_unknown', `general.file_type is ${String(declared)}, which has no name; ${weights}.`);
  } else if (dominant !== null && !type.tensorTypes.includes(dominant)) {
    warn('file_type_differs', `The file calls itself ${type.name}, but ${weights}.`);
  }
}

function warnToken(
  name: string,
  token: SpecialToken | null,
  described: Described,
  warn: (code: GgufWarningCode, message: string) => void,
): void {
  if (token !== null && token.text === null && described.vocabularySize !== null) {
    warn(
      'token_out_of_range',
      `The ${name} token is ${token.id}, and the vocabulary has ${described.vocabularySize} tokens.`,
    );
  }
}
