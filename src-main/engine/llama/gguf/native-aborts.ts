/**
 * Headers over which llama.cpp ends its whole process (GGML_ASSERT, or a crash) in place of reporting an error, as
 * seen with the bundled release v0.5.0. They are refused here, with words. The list cannot be complete, which is why
 * models are loaded in a process of their own besides.
 */
import { isHybridArchitecture, isKnownArchitecture, isRecurrentArchitecture } from './architectures.ts';
import type { GgufDescription } from './description.ts';
import type { Metadata } from './metadata.ts';
import { reject, rejectHostile } from './rejection.ts';
import type { GgufTensor } from './tensors.ts';

type Described = Pick<
  GgufDescription,
  'architecture' | 'headCount' | 'keyValueHeadCount' | 'vocabularySize' | 'tokenizer'
>;

/** LLAMA_MAX_EXPERTS of the bundled release. */
const mostExperts = 1024;

/** Types that no operation of a model takes as a matrix: integers, and the formats of intermediate results. */
const neverMatrices: ReadonlySet<string> = new Set(['I8', 'I16', 'I32', 'I64', 'F64', 'Q8_1', 'Q8_K']);
const normTypes: ReadonlySet<string> = new Set(['F32', 'F16', 'BF16']);

const matrixName =
  /^(token_embd|output|blk\.\d+\.(attn_(q|k|v|qkv|output)|ffn_(up|gate|down)(_exps|_shexp)?))\.weight$/;
const normName = /(^|_|\.)[a-z]*norm\.weight$/;

/** Throws GgufRejection for a model that would end the process that loads it. */
export function refuseNativeAborts(
  file: string,
  described: Described,
  metadata: Metadata,
  tensors: readonly GgufTensor[],
): void {
  // An unknown architecture is reported by llama.cpp as an error, before it looks at anything else.
  if (!isKnownArchitecture(described.architecture)) return;
  const names = new Set(tensors.map((tensor) => tensor.name));
  refuseTensorTypes(file, tensors);
  refuseMissingSizes(file, described, metadata, names);
  refuseKeylessLayers(file, described, names);
  refuseExperts(file, described.architecture, metadata);
  refuseEpsilon(file, described.architecture, metadata);
  refuseVocabulary(file, described, names);
}

function refuseTensorTypes(file: string, tensors: readonly GgufTensor[]): void {
  for (const { name, type } of tensors) {
    if (matrixName.test(name) && neverMatrices.has(type))
      rejectHostile(file, name, `a weight matrix of ${type}`);
    if (normName.test(name) && !normTypes.has(type)) rejectHostile(file, name, `norm weights of ${type}`);
  }
}

/** Layers with matrices whose width the metadata does not give. */
function refuseMissingSizes(
  file: string,
  { architecture, headCount }: Described,
  metadata: Metadata,
  names: ReadonlySet<string>,
): void {
  if (isRecurrentArchitecture(architecture)) return;
  const lacks = (name: string): never =>
    reject('gguf_hostile', `${file} has no usable ${architecture}.${name}, and has weights that need it.`, {
      next: 'The file is damaged or was converted wrongly: convert the model again, or get it from another source.',
      where: { file, field: `${architecture}.${name}` },
    });
  if (headCount === null && names.has('blk.0.attn_q.weight')) lacks('attention.head_count');
  const feedForward = `${architecture}.feed_forward_length`;
  const width = metadata.scalars.get(feedForward);
  const widths = metadata.arrays.get(feedForward);
  if (
    !width &&
    (widths === undefined || widths.every((value) => value === 0)) &&
    names.has('blk.0.ffn_up.weight')
  ) {
    lacks('feed_forward_length');
  }
}

/** Layers with key weights and no key heads; hybrid architectures have such layers, and rightly. */
function refuseKeylessLayers(
  file: string,
  { architecture, keyValueHeadCount }: Described,
  names: ReadonlySet<string>,
): void {
  if (
    keyValueHeadCount === null ||
    typeof keyValueHeadCount === 'number' ||
    isHybridArchitecture(architecture)
  ) {
    return;
  }
  for (const [layer, heads] of keyValueHeadCount.entries()) {
    if (heads === 0 && names.has(`blk.${layer}.attn_k.weight`)) {
      rejectHostile(
        file,
        `${architecture}.attention.head_count_kv`,
        `no key heads for layer ${layer}, and key weights for it`,
      );
    }
  }
}

function refuseExperts(file: string, architecture: string, metadata: Metadata): void {
  const largest = (name: string): number => {
    const key = `${architecture}.${name}`;
    const value = metadata.scalars.get(key);
    if (typeof value === 'number') return value;
    return Math.max(0, ...(metadata.arrays.get(key) ?? []));
  };
  const count = largest('expert_count');
  const used = largest('expert_used_count');
  if (count > mostExperts) {
    rejectHostile(
      file,
      `${architecture}.expert_count`,
      `${count} experts, and llama.cpp takes ${mostExperts}`,
    );
  }
  if ((count > 0 && used === 0) || used > count) {
    rejectHostile(file, `${architecture}.expert_used_count`, `${used} experts in use of ${count}`);
  }
}

function refuseEpsilon(file: string, architecture: string, metadata: Metadata): void {
  for (const name of ['layer_norm_rms_epsilon', 'layer_norm_epsilon', 'group_norm_epsilon']) {
    const key = `${architecture}.attention.${name}`;
    const value = metadata.scalars.get(key);
    if (typeof value === 'number' && !(value >= 0)) rejectHostile(file, key, `an epsilon of ${value}`);
  }
}

function refuseVocabulary(
  file: string,
  { vocabularySize, tokenizer }: Described,
  names: ReadonlySet<string>,
): void {
  const none = tokenizer === 'none' || tokenizer === 'no_vocab';
  if (!(none || vocabularySize === 0) || !names.has('token_embd.weight')) return;
  reject('gguf_unsupported', `${file} has no vocabulary, so no text can go in or come out.`, {
    next: 'Convert the model again together with its tokenizer.',
    where: { file, field: 'tokenizer.ggml.tokens' },
  });
}
