/** The tokens that a sampler chooses from, as `llama_token_data_array`, in native memory that is filled anew for each choice. */
import koffi, { type TypeObject } from 'koffi';
import type { Address, Library } from './bind.ts';

/** `llama_token_data`: id (int32), logit (float), p (float). */
const numbersOfToken = 3;
const bytesOfToken = 12;
const logitOfToken = 4n;
/** `llama_token_data_array`: data (pointer), size (size_t), selected (int64), sorted (bool), padded. */
const bytesOfArray = 32;
const selectedOfArray = 16n;

/**
 * The array and its tokens lie in one piece of native memory that one copy fills: Electron forbids array buffers over
 * foreign memory.
 */
export class Candidates {
  readonly #library: Library;
  readonly #vocabulary: number;
  readonly #bytes: Uint8Array;
  readonly #head: BigInt64Array;
  /** The same bytes, seen as ids and as logits. */
  readonly #ids: Int32Array;
  readonly #logits: Float32Array;
  readonly #copiedOne: TypeObject;
  readonly #copiedAll: TypeObject;
  readonly #array: bigint;
  readonly #data: bigint;

  /** @param vocabulary tokens that there are */
  constructor(library: Library, vocabulary: number) {
    this.#library = library;
    this.#vocabulary = vocabulary;
    this.#bytes = new Uint8Array(bytesOfArray + vocabulary * bytesOfToken);
    this.#head = new BigInt64Array(this.#bytes.buffer, 0, bytesOfArray / BigInt64Array.BYTES_PER_ELEMENT);
    this.#ids = new Int32Array(this.#bytes.buffer, bytesOfArray);
    this.#logits = new Float32Array(this.#bytes.buffer, bytesOfArray);
    this.#copiedOne = koffi.array('uint8_t', bytesOfArray + bytesOfToken);
    this.#copiedAll = koffi.array('uint8_t', this.#bytes.length);
    // Last, so that nothing can fail that would leave it behind.
    this.#array = koffi.alloc('uint8_t', this.#bytes.length) as bigint;
    this.#data = this.#array + BigInt(bytesOfArray);
  }

  /** Whether the grammar can go on with a token. */
  fits(grammar: Address, token: number): boolean {
    this.#put(0, token, 0);
    this.#apply(grammar, 1);
    return koffi.decode(this.#data + logitOfToken, 'float') !== Number.NEGATIVE_INFINITY;
  }

  /**
   * Draws from the tokens that the grammar can go on with.
   *
   * @param logits of every token
   * @throws Error where there is none
   */
  draw(sampler: Address, grammar: Address, logits: Float32Array): number {
    for (let token = 0; token < this.#vocabulary; token += 1) this.#put(token, token, logits[token] ?? 0);
    this.#apply(grammar, this.#vocabulary);
    this.#library.sampler_apply(sampler, this.#array);
    // A sampler may have put memory of its own in place of this one.
    const data = integerAt(this.#array);
    const drawn = data + integerAt(this.#array + selectedOfArray) * BigInt(bytesOfToken);
    if (koffi.decode(drawn + logitOfToken, 'float') === Number.NEGATIVE_INFINITY)
      throw new Error('no token of its vocabulary goes on with the form of the answer');
    return koffi.decode(drawn, 'int32_t') as number;
  }

  free(): void {
    koffi.free(this.#array);
  }

  #put(place: number, token: number, logit: number): void {
    this.#ids[place * numbersOfToken] = token;
    this.#logits[place * numbersOfToken + 1] = logit;
    this.#logits[place * numbersOfToken + 2] = 0;
  }

  #apply(grammar: Address, size: number): void {
    this.#head.set([this.#data, BigInt(size), -1n, 0n]);
    if (size === 1)
      koffi.encode(this.#array, this.#copiedOne, this.#bytes.subarray(0, bytesOfArray + bytesOfToken));
    else koffi.encode(this.#array, this.#copiedAll, this.#bytes);
    this.#library.sampler_apply(grammar, this.#array);
  }
}

/** An int64 comes as a number where one holds it. */
function integerAt(address: bigint): bigint {
  return BigInt(koffi.decode(address, 'int64_t') as number | bigint);
}
