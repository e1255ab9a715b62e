/** Models: the GGUF files of the folders that the person named, grouped by model, and endpoints. */
import { z } from 'zod';
import { cacheTypes, keyringNameForm, keyVariableForm } from '../candidate.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  bytes,
  call,
  count,
  done,
  failureSchema,
  identifier,
  instant,
  pageOf,
  pageRequest,
  path,
  share,
} from './shapes.ts';

/** The settings that memory is worked out for. */
const memorySettings = z.strictObject({
  /** Tokens of each sequence. */
  context: z.int().min(1).max(16_777_216),
  parallel: z.int().min(1).max(1024),
  cacheType: z.enum(cacheTypes),
});
export type MemorySettings = z.infer<typeof memorySettings>;

const memoryNeed = z.object({
  weights: bytes,
  cache: bytes,
  compute: bytes,
  total: bytes,
});

const tensorType = z.object({
  type: z.string(),
  tensors: count,
  bytes,
  /** Of the weights. */
  share,
  bitsPerWeight: z.number().positive(),
});

/** One model as it lies on the disk; a split one counts once. */
const modelFile = z.object({
  id: identifier,
  path,
  fileName: z.string(),
  /** Files that it is made of. */
  parts: count,
  quantisation: z.string().nullable(),
  size: bytes,
  bitsPerWeight: z.number().nullable(),
  tensorTypes: z.array(tensorType),
  isBaseline: z.boolean(),
  /** Against the group's baseline. `none`: the file has no template; `unknown`: there is no baseline. */
  template: z.enum(['baseline', 'same', 'differs', 'none', 'unknown']),
  memory: memoryNeed.nullable(),
  /** Why memory is not known. */
  memoryReason: z.string().nullable(),
  /** Bytes to spare on the device, below zero where it does not fit; null where memory or device is unknown. */
  spare: z.number().nullable(),
});
export type ModelFile = ReadonlyDeep<z.infer<typeof modelFile>>;

const modelGroup = z.object({
  id: identifier,
  title: z.string(),
  architecture: z.string(),
  parameters: count.nullable(),
  layers: count.nullable(),
  trainContext: count.nullable(),
  templateHash: z.string().nullable(),
  /** Such as "No BF16 or F16 file found: choose a baseline by hand." */
  remark: z.string().nullable(),
  files: z.array(modelFile),
});
export type ModelGroup = ReadonlyDeep<z.infer<typeof modelGroup>>;

/** The key's name in the system's keyring. */
const keyringName = z.string().regex(keyringNameForm);

/** What a candidate at an endpoint has in a plan, beside address and model. */
export const endpointSettingsSchema = z.strictObject({
  /** Where the server's key is; null: it wants none. */
  key: z
    .discriminatedUnion('in', [
      z.strictObject({ in: z.literal('environment'), name: z.string().regex(keyVariableForm) }),
      z.strictObject({ in: z.literal('keyring'), name: keyringName }),
    ])
    .nullable(),
  /** A GGUF file with the same vocabulary. */
  tokenizer: path.nullable(),
  /** Seconds without a word from the server; null: as usual. */
  timeout: z.number().min(1).max(86_400).nullable(),
});
export type EndpointSettings = ReadonlyDeep<z.infer<typeof endpointSettingsSchema>>;

const endpoint = z.object({
  id: identifier,
  url: z.string(),
  settings: endpointSettingsSchema,
  /** Models that the server named when it was last asked. */
  models: z.array(z.string()),
  state: z.enum(['not_contacted', 'reachable', 'unreachable']),
  contactedAt: instant.nullable(),
  problem: failureSchema.nullable(),
});
export type Endpoint = ReadonlyDeep<z.infer<typeof endpoint>>;

const device = z.object({ name: z.string(), free: bytes, total: bytes });

const modelDetail = z.object({
  file: modelFile,
  group: z.object({ id: identifier, title: z.string(), baseline: identifier.nullable() }),
  paths: z.array(path),
  device: device.nullable(),
  identity: z.object({
    /** sha256 of each part; null until `models.hash_model` has run. */
    weightsHashes: z.array(z.string()).nullable(),
    templateHash: z.string().nullable(),
    tokenizer: z.string(),
    /** Null where there is no baseline to compare with. */
    sameTokenizerAsBaseline: z.boolean().nullable(),
    quantisedBy: z.string().nullable(),
    /** Of a file that `quantize` or the Models screen made: from which one, by which llama.cpp, and when. */
    madeHere: z.object({ from: path, release: z.string(), at: instant }).nullable(),
  }),
});
export type ModelDetail = ReadonlyDeep<z.infer<typeof modelDetail>>;

const oneModel = z.strictObject({ model: identifier });

export const modelCalls = {
  /** Groups by title; a group's files by size, largest first. */
  'models.list_models': call(
    z.strictObject({ memory: memorySettings, page: pageRequest }),
    pageOf(modelGroup).extend({
      folders: z.array(path),
      /** Those that were added one by one. */
      files: z.array(path),
      unreadable: z.array(z.object({ path, size: bytes.nullable(), problem: failureSchema })),
      endpoints: z.array(endpoint),
      device: device.nullable(),
      /** Files read of files found, while folders are being read. */
      reading: z.object({ read: count, found: count }).nullable(),
    }),
  ),
  'models.read_model': call(z.strictObject({ model: identifier, memory: memorySettings }), modelDetail),
  /** Reads every byte of the file; can be aborted. */
  'models.hash_model': call(oneModel, z.object({ weightsHashes: z.array(z.string()) })),
  /** The chat template, at most its first 100,000 characters. */
  'models.read_template': call(
    oneModel,
    z.object({ text: z.string(), hash: z.string(), length: count, cut: z.boolean() }),
  ),
  'models.add_folder': call(z.strictObject({ path }), done),
  'models.remove_folder': call(z.strictObject({ path }), done),
  'models.add_files': call(z.strictObject({ paths: z.array(path).min(1).max(1000) }), done),
  /** Takes a file that was added by itself off the list; the file stays where it is. */
  'models.remove_file': call(z.strictObject({ path }), done),
  /** Reads a file anew that could not be read. */
  'models.reload_file': call(z.strictObject({ path }), done),
  /** Names the file that the group's others are compared with. */
  'models.choose_baseline': call(z.strictObject({ group: identifier, model: identifier }), done),
  /** One that is there already gets the settings, where some are given. */
  'models.add_endpoint': call(
    z.strictObject({
      url: z.url({ protocol: /^https?$/ }).max(2000),
      settings: endpointSettingsSchema.exactOptional(),
    }),
    z.object({ endpoint }),
  ),
  /** Plans that are registered already keep theirs. */
  'models.change_endpoint': call(
    z.strictObject({ endpoint: identifier, settings: endpointSettingsSchema }),
    z.object({ endpoint }),
  ),
  'models.remove_endpoint': call(z.strictObject({ endpoint: identifier }), done),
  /** Asks the server which models it has. This is a connection to another program, and the badge says so. */
  'models.connect_endpoint': call(z.strictObject({ endpoint: identifier }), z.object({ endpoint })),
  /** Names of the keys in the system's keyring. What they are is never answered. */
  'models.list_keys': call(z.strictObject({}), z.object({ names: z.array(z.string()) })),
  /** In place of the key that has the name already. */
  'models.put_key': call(z.strictObject({ name: keyringName, key: z.string().min(1).max(16_384) }), done),
  'models.delete_key': call(z.strictObject({ name: z.string().max(1000) }), done),
};
