/** Looking at models: what a GGUF file is, whether it fits this machine, and the exact prompt that it will see. */
import { open, readFile } from 'node:fs/promises';
import { cpus, freemem } from 'node:os';
import { z } from 'zod';
import { messageSchema, type Message } from '../contract/item.ts';
import { failure, success, type Result } from '../contract/result.ts';
import type { GgufDescription } from '../engine/llama/gguf/description.ts';
import { inspectGguf } from '../engine/llama/gguf/inspect.ts';
import { checkMemory, estimateMemory, type MemoryEstimate } from '../engine/llama/gguf/memory.ts';
import { hashWeights } from '../engine/llama/gguf/weights-hash.ts';
import { createLlamaEngine } from '../engine/llama/llama-engine.ts';
import type { RenderedPrompt } from '../engine/llama/protocol.ts';
import { defaultSettings } from '../engine/llama/settings.ts';
import { lookAtServer, type LookOptions, type ServerLook } from '../engine/openai/look-at-server.ts';
import { writtenAddress } from './model-library/endpoint-identifier.ts';

export interface InspectedModel {
  readonly description: GgufDescription;
  /** sha256 of each part; null where it was not asked for. */
  readonly hashes: readonly string[] | null;
  /** At the settings named beside it. */
  readonly memory: MemoryEstimate;
  readonly settings: { readonly context: number; readonly parallel: number };
  /** Bytes free now. */
  readonly memoryFree: number;
  /** Null: it fits. Else what is too large, and what would fit. */
  readonly tooLarge: string | null;
}

export interface InspectOptions {
  readonly hash: boolean;
  readonly context?: number;
  readonly parallel?: number;
}

export async function inspectModel(path: string, options: InspectOptions): Promise<Result<InspectedModel>> {
  const description = await inspectGguf(path);
  if (!description.ok) return description;
  const hashes = options.hash ? await hashWeights(description.data.files) : success(null);
  if (!hashes.ok) return hashes;
  const cores = cpus().length;
  const defaults = defaultSettings('cpu', {
    physicalCores: cores,
    logicalCores: cores,
    continuousIntegration: false,
  });
  const settings = {
    ...defaults,
    context: options.context ?? defaults.context,
    parallel: options.parallel ?? defaults.parallel,
  };
  const memoryFree = freemem();
  const fitting = checkMemory(description.data, settings, memoryFree);
  return success({
    description: description.data,
    hashes: hashes.data,
    memory: estimateMemory(description.data, settings),
    settings: { context: settings.context, parallel: settings.parallel },
    memoryFree,
    tooLarge: fitting.ok ? null : `${fitting.error.message} ${fitting.error.next ?? ''}`.trim(),
  });
}

/** What a server says of itself. */
export type EndpointLook = ServerLook;

/** Asks it; nothing is generated. */
export async function lookAtEndpoint(typed: string, options: LookOptions): Promise<Result<EndpointLook>> {
  const address = writtenAddress(typed);
  return address.ok ? lookAtServer(address.data, options) : address;
}

export interface RenderRequest {
  /** A GGUF file, or a file with a template. Told apart by the file's first bytes. */
  readonly path: string;
  /** JSON file: a list of messages, or an object with `messages`. Absent: one short user message. */
  readonly messagesPath?: string;
  readonly variables: Readonly<Record<string, string | number | boolean | null>>;
}

const messagesSchema = z.union([
  z.array(messageSchema).min(1),
  z.object({ messages: z.array(messageSchema).min(1) }).transform((value) => value.messages),
]);

const sampleMessages: readonly Message[] = [{ role: 'user', content: 'Hello' }];

/** The exact text, and the token ids where a model is given. */
export async function renderPrompt(request: RenderRequest): Promise<Result<RenderedPrompt>> {
  const messages = await readMessages(request.messagesPath);
  if (!messages.ok) return messages;
  const bytes = await readBytes(request.path);
  if (!bytes.ok) return bytes;
  const isModel = bytes.data.subarray(0, 4).toString('latin1') === 'GGUF';
  return createLlamaEngine().renderPrompt({
    ...(isModel ? { model: request.path } : { template: await readFile(request.path, 'utf8') }),
    messages: messages.data,
    variables: request.variables,
  });
}

async function readMessages(path: string | undefined): Promise<Result<readonly Message[]>> {
  if (path === undefined) return success(sampleMessages);
  const bytes = await readBytes(path);
  if (!bytes.ok) return bytes;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return failure('item_broken', `${path} is not JSON: ${(error as Error).message}`, {
      next: 'Write a list of {"role", "content"} objects.',
      where: { file: path },
    });
  }
  const parsed = messagesSchema.safeParse(value);
  if (parsed.success) return success(parsed.data);
  return failure('item_broken', `${path} is not a list of messages.`, {
    next: 'Write a list of {"role", "content"} objects, or {"messages": […]}.',
    where: { file: path },
  });
}

/** The first bytes of a file; enough to see what it is. */
async function readBytes(path: string): Promise<Result<Buffer>> {
  try {
    const handle = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
      return success(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return failure(
      code === 'ENOENT' ? 'file_not_found' : 'file_unreadable',
      `${path} cannot be read (${code}).`,
      { next: 'Check the path.', where: { file: path } },
    );
  }
}
