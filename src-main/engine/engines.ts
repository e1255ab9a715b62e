/** Every engine as one: a plan's candidates may be files and endpoints. */
import type { Candidate } from '../contract/candidate.ts';
import type { Engine } from './engine.ts';
import { createLlamaEngine, type LlamaEngine, type LlamaEngineOptions } from './llama/llama-engine.ts';
import type { NetworkWatch } from './openai/connection.ts';
import { createOpenaiEngine } from './openai/openai-engine.ts';
import { askServedModel } from './openai/served-model.ts';

export interface EnginesOptions extends LlamaEngineOptions {
  /** Told of every request to an endpoint. */
  readonly watch?: NetworkWatch;
}

/** What the llama engine offers beside its candidates is asked for by name. */
export type Engines = Engine & Omit<LlamaEngine, 'open'>;

export function createEngines(options: EnginesOptions = {}): Engines {
  const { watch, ...own } = options;
  const llama = createLlamaEngine(own);
  const { environment, hashCache } = own;
  const openai = createOpenaiEngine({
    ...(environment === undefined ? {} : { environment }),
    ...(hashCache === undefined ? {} : { hashCache }),
    ...(watch === undefined ? {} : { watch }),
  });
  return {
    ...llama,
    open: (candidate: Candidate, signal) =>
      candidate.engine === 'llama' ? llama.open(candidate, signal) : openai.open(candidate, signal),
    askServed: (candidate, signal) => askServedModel(candidate, environment ?? process.env, watch, signal),
  };
}
