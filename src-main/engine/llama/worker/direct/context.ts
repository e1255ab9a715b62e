/** A model and its context, held by their native addresses, and one batch that is filled anew for every decoding. */
import koffi, { type TypeObject } from 'koffi';
import type { LlamaSettings, Sampling } from '../../../../contract/candidate.ts';
import { sampleSeed } from '../../settings.ts';
import type { Address, Batch, Done, Library } from './bind.ts';
import { Candidates } from './candidates.ts';

/** `ggml_type` of a cache. */
const cacheTypes = { f32: 0, f16: 1, q4_0: 2, q4_1: 3, q5_0: 6, q5_1: 7, q8_0: 8, bf16: 30 } as const;
const loadModes = { none: 0, mmap: 1 } as const;
const splitByLayer = 1;
const lazyOff = 0;

/** llama.cpp rounds a sequence's context up to a multiple of this; asked for less, it would cut the batch to it. */
const contextStep = 256;

/**
 * Milliseconds of a decoding from which on it runs on another thread: the parent is heard while it lasts, and prompts
 * are made ready. A hand-over between threads costs about a tenth of a millisecond.
 */
const longDecoding = 5;

/** Tokens from which on a batch is taken for a prompt, whose tokens take less time each. */
const promptBatch = 16;

/** One token of a batch. */
export interface BatchToken {
  readonly token: number;
  readonly position: number;
  readonly sequence: number;
  /** Whether its logits are wanted. */
  readonly output: boolean;
}

export type Opened =
  | { readonly ok: true; readonly context: DirectContext }
  /** `unfit`: the model loads, and is of a kind that this lane does not know. The library's reasons are in its log. */
  | { readonly ok: false; readonly message: string; readonly unfit?: string };

export class DirectContext {
  /** Most tokens of one decoding. */
  readonly batch: number;
  readonly #library: Library;
  readonly #model: Address;
  readonly #context: Address;
  readonly #memory: Address;
  /** Tokens that there are. */
  readonly #vocabulary: number;
  readonly #row: TypeObject;
  readonly #batch: NativeBatch;
  /** Made when an answer is first forced into a form. */
  #candidates: Candidates | undefined;
  /**
   * Whether the library hands work to a device and returns before it is done. What is left of it would else be waited for
   * where the logits are read: on the thread that listens to the parent, and as no part of the pace.
   */
  readonly #queues: boolean;
  /** Milliseconds for each token of the last decoding, of prompts and of others. */
  readonly #pace = { prompt: longDecoding / promptBatch, other: 0 };
  /**
   * Whether a sequence can take over another's cache and be cut there: not where the model keeps a state in place of
   * every token, or only a window of them.
   */
  readonly copies: boolean;

  private constructor(library: Library, model: Address, context: Address, queues: boolean) {
    this.#library = library;
    this.#queues = queues;
    this.#model = model;
    this.#context = context;
    this.#memory = library.get_memory(context);
    this.#vocabulary = library.vocab_n_tokens(library.model_get_vocab(model));
    this.#row = koffi.array('float', this.#vocabulary, 'Typed');
    // A context that is smaller than the batch has a smaller batch.
    this.batch = library.n_batch(context);
    this.#batch = new NativeBatch(this.batch);
    this.copies =
      library.memory_can_shift(this.#memory) &&
      !library.model_is_recurrent(model) &&
      !library.model_is_hybrid(model) &&
      library.model_n_swa(model) <= 0;
  }

  /**
   * @param options.measure have the library time its own work
   * @param options.manyRows logits of several tokens of one sequence may be asked for in one decoding
   */
  static async open(
    library: Library,
    weights: string,
    settings: LlamaSettings,
    { measure, manyRows }: { readonly measure: boolean; readonly manyRows: boolean },
  ): Promise<Opened> {
    const model = await inBackground<Address>((done) => {
      const parameters = {
        ...library.model_default_params(),
        n_gpu_layers: settings.gpuLayers,
        split_mode: splitByLayer,
        load_mode: loadModes[settings.mmap ? 'mmap' : 'none'],
        lazy_mode: lazyOff,
        // Weights that are not numbers would answer with token 0 and no error. The check reads every tensor once.
        check_tensors: true,
      };
      library.model_load_from_file.async(weights, parameters, done);
    });
    if (model === null) return { ok: false, message: 'Failed to load model' };
    if (library.model_has_encoder(model)) {
      library.model_free(model);
      const unfit = 'the model has an encoder';
      return { ok: false, message: unfit, unfit };
    }
    const context = await inBackground<Address>((done) => {
      const parameters = {
        ...library.context_default_params(),
        n_ctx: Math.ceil(settings.context / contextStep) * contextStep * settings.parallel,
        n_batch: settings.batch,
        n_ubatch: settings.batch,
        n_seq_max: settings.parallel,
        n_outputs_max_per_seq: manyRows ? 0 : 1,
        n_threads: settings.threads,
        n_threads_batch: settings.threads,
        flash_attn_type: settings.flashAttention ? 1 : 0,
        type_k: cacheTypes[settings.cacheKeyType],
        type_v: cacheTypes[settings.cacheValueType],
        no_perf: !measure,
        swa_full: false,
        kv_unified: false,
      };
      library.init_from_model.async(model, parameters, done);
    });
    if (context === null) {
      library.model_free(model);
      return { ok: false, message: 'Failed to create context' };
    }
    return { ok: true, context: new DirectContext(library, model, context, settings.backend !== 'cpu') };
  }

  /** Tokens of the vocabulary: numbers in one row of logits. */
  get vocabulary(): number {
    return this.#vocabulary;
  }

  /** Settings as the context has them. */
  get readings(): { readonly threads: number; readonly batch: number; readonly parallel: number } {
    return {
      threads: this.#library.n_threads(this.#context),
      batch: this.batch,
      parallel: this.#library.n_seq_max(this.#context),
    };
  }

  /** Forgets everything of a sequence. */
  clear(sequence: number): void {
    this.#library.memory_seq_rm(this.#memory, sequence, -1, -1);
  }

  /**
   * Keeps the first `tokens` of a sequence and forgets what follows.
   *
   * @returns false where this model's cache cannot: the sequence is then empty
   */
  keep(sequence: number, tokens: number): boolean {
    // A sliding window has let go of what a shorter beginning would need.
    const whole = this.#library.model_n_swa(this.#model) <= 0;
    if (whole && this.#library.memory_seq_rm(this.#memory, sequence, tokens, -1)) return true;
    this.clear(sequence);
    return false;
  }

  /** Gives a sequence all that another has, without decoding it again. */
  copy(from: number, to: number): void {
    this.#library.memory_seq_cp(this.#memory, from, to, -1, -1);
  }

  /**
   * Decodes one batch.
   *
   * @param tokens at most `batch`; of each sequence in the order of their positions
   * @throws Error where the library refuses: its code is in the message
   */
  async decode(tokens: readonly BatchToken[]): Promise<void> {
    const batch = this.#batch.fill(tokens);
    const kind = tokens.length < promptBatch ? 'other' : 'prompt';
    const began = performance.now();
    const library = this.#library;
    const isLong = this.#pace[kind] * tokens.length >= longDecoding;
    const code = isLong
      ? await inBackground<number>((done) => {
          library.decode.async(this.#context, batch, done);
        })
      : library.decode(this.#context, batch);
    if (this.#queues && isLong)
      await inBackground<undefined>((done) => {
        library.synchronize.async(this.#context, done);
      });
    else if (this.#queues) library.synchronize(this.#context);
    this.#pace[kind] = (performance.now() - began) / tokens.length;
    if (code !== 0) throw new Error(`llama_decode returned ${code}`);
  }

  /** All of the last decoding's logits of the batch's token `index`: a copy, one number for each token of the vocabulary. */
  logits(index: number): Float32Array {
    const row = this.#library.get_logits_ith(this.#context, index);
    if (row === null) throw new Error(`llama_get_logits_ith has nothing for ${index}`);
    return koffi.decode(row, this.#row) as Float32Array;
  }

  /**
   * Draws a token from the logits of the batch's token `index`.
   *
   * @returns undefined where they are not numbers: the sampler would take the first token, without a word. The first
   *   logit and the drawn token's are looked at.
   */
  draw(sampler: Address, index: number): number | undefined {
    const row = this.#library.get_logits_ith(this.#context, index);
    if (row === null || Number.isNaN(numberAt(row))) return undefined;
    const token = this.#library.sampler_sample(sampler, this.#context, index);
    return Number.isNaN(numberAt(row + BigInt(token * Float32Array.BYTES_PER_ELEMENT))) ? undefined : token;
  }

  /** The same chain in the same order as node-llama-cpp's, so that a seed draws the same tokens in both lanes. */
  createSampler(sampling: Sampling, sample: number): Address {
    const library = this.#library;
    const vocabulary = this.#vocabulary;
    const chain = library.sampler_chain_init(library.sampler_chain_default_params());
    const add = (sampler: Address): void => {
      library.sampler_chain_add(chain, sampler);
    };
    if (sampling.temperature <= 0) {
      add(library.sampler_init_greedy());
      return chain;
    }
    add(library.sampler_init_top_k(sampling.topK <= 0 ? vocabulary : Math.min(sampling.topK, vocabulary)));
    if (sampling.topP < 1) add(library.sampler_init_top_p(sampling.topP, 1));
    if (sampling.minP > 0) add(library.sampler_init_min_p(sampling.minP, 1));
    add(library.sampler_init_temp(sampling.temperature));
    add(library.sampler_init_dist(sampleSeed(sampling.seed, sample)));
    return chain;
  }

  /** @returns a sampler that knows how far an answer is in a grammar, to be freed like any other */
  createGrammar(grammar: string): Address {
    const library = this.#library;
    const sampler = library.sampler_init_grammar(library.model_get_vocab(this.#model), grammar, 'root');
    if (sampler === null) throw new Error('llama_sampler_init_grammar refuses the grammar');
    return sampler;
  }

  /**
   * As `draw`, of the tokens that go on with a grammar. Only where the token that would be drawn anyway does not, all of
   * them are looked at: that costs milliseconds for a large vocabulary.
   *
   * @param preferred taken without a draw where it fits
   * @throws Error where no token goes on with the grammar
   */
  drawFitting(
    sampler: Address,
    grammar: Address,
    index: number,
    preferred: number | undefined,
  ): number | undefined {
    const candidates = (this.#candidates ??= new Candidates(this.#library, this.#vocabulary));
    let token = preferred !== undefined && candidates.fits(grammar, preferred) ? preferred : undefined;
    if (token === undefined) {
      token = this.draw(sampler, index);
      if (token === undefined) return undefined;
      if (!candidates.fits(grammar, token)) token = candidates.draw(sampler, grammar, this.logits(index));
    }
    this.#library.sampler_accept(grammar, token);
    return token;
  }

  freeSampler(sampler: Address): void {
    this.#library.sampler_free(sampler);
  }

  /** Has the library write its timings into its log, and begin them anew. */
  printTimings(): void {
    this.#library.perf_context_print(this.#context);
    this.#library.perf_context_reset(this.#context);
  }

  /** Frees context and model. Nothing here may be called afterwards. */
  free(): void {
    this.#batch.free();
    this.#candidates?.free();
    this.#library.free(this.#context);
    this.#library.model_free(this.#model);
  }
}

/**
 * The arrays of a `llama_batch`, one after another in one piece of native memory, so that one copy fills them.
 * Layout for n tokens: n token ids, n positions, n sequence ids (int32 each), n output flags (int8).
 */
class NativeBatch {
  readonly #capacity: number;
  readonly #bytes: Uint8Array;
  readonly #tokens: Int32Array;
  readonly #positions: Int32Array;
  readonly #sequences: Int32Array;
  readonly #outputs: Int8Array;
  readonly #memory: bigint;
  readonly #counts: bigint;
  readonly #pointers: bigint;
  readonly #copied: TypeObject;
  readonly #native: { n_tokens: number } & Omit<Batch, 'n_tokens'>;

  constructor(capacity: number) {
    const ids = capacity * Int32Array.BYTES_PER_ELEMENT;
    this.#capacity = capacity;
    this.#bytes = new Uint8Array(3 * ids + capacity);
    this.#tokens = new Int32Array(this.#bytes.buffer, 0, capacity);
    this.#positions = new Int32Array(this.#bytes.buffer, ids, capacity);
    this.#sequences = new Int32Array(this.#bytes.buffer, 2 * ids, capacity);
    this.#outputs = new Int8Array(this.#bytes.buffer, 3 * ids, capacity);
    this.#memory = koffi.alloc('uint8_t', this.#bytes.length) as bigint;
    // Every token belongs to one sequence; its list of sequences is the one number at the same index.
    this.#counts = koffi.alloc('int32_t', capacity) as bigint;
    koffi.encode(this.#counts, koffi.array('int32_t', capacity), new Int32Array(capacity).fill(1));
    this.#pointers = koffi.alloc('uint64_t', capacity) as bigint;
    const addresses = BigUint64Array.from(
      { length: capacity },
      (_, index) => this.#memory + BigInt(2 * ids + index * Int32Array.BYTES_PER_ELEMENT),
    );
    koffi.encode(this.#pointers, koffi.array('uint64_t', capacity), addresses);
    this.#copied = koffi.array('uint8_t', this.#bytes.length);
    this.#native = {
      n_tokens: 0,
      token: this.#memory,
      embd: null,
      pos: this.#memory + BigInt(ids),
      n_seq_id: this.#counts,
      seq_id: this.#pointers,
      logits: this.#memory + BigInt(3 * ids),
    };
  }

  fill(tokens: readonly BatchToken[]): Batch {
    if (tokens.length > this.#capacity)
      throw new RangeError(`${tokens.length} tokens in a batch of ${this.#capacity}`);
    for (const [index, { token, position, sequence, output }] of tokens.entries()) {
      this.#tokens[index] = token;
      this.#positions[index] = position;
      this.#sequences[index] = sequence;
      this.#outputs[index] = output ? 1 : 0;
    }
    koffi.encode(this.#memory, this.#copied, this.#bytes);
    this.#native.n_tokens = tokens.length;
    return this.#native;
  }

  free(): void {
    for (const memory of [this.#memory, this.#counts, this.#pointers]) koffi.free(memory);
  }
}

function numberAt(address: bigint): number {
  return koffi.decode(address, 'float') as number;
}

function inBackground<Result>(start: (done: Done<Result>) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    start((error, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}
