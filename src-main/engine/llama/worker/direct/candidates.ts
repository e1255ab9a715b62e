/** The tokens that a sampler chooses from, as `llama_token_data_array`, in native memory that is filled anew for each choice. */
import koffi from 'koffi';
import type { Address, Library } from './bind.ts';

/** `llama_token_data`: id (int32), logit (float), p (float). */
const numbersOfToken = 3;
const bytesOfToken = 12;
/** `llama_token_data_array`: data (pointer), size (size_t), selected (int64), sorted (bool), padded. */
const bytesOfArray = 32;

export class Candidates {
  readonly #library: Library;
  readonly #vocabulary: number;
  readonly #data: bigint;
  readonly #array: bigint;
  /** One memory, seen as ids and as logits. */
  readonly #ids: Int32Array;
  readonly #logits: Float32Array;
  readonly #head: BigInt64Array;

  /** @param vocabulary tokens that there are */
  constructor(library: Library, vocabulary: number) {
    this.#library = library;
    this.#vocabulary = vocabulary;
    this.#data = koffi.alloc('uint8_t', vocabulary * bytesOfToken) as bigint;
    this.#array = koffi.alloc('uint8_t', bytesOfArray) as bigint;
    const data = koffi.view(this.#data, vocabulary * bytesOfToken);
    this.#ids = new Int32Array(data);
    this.#logits = new Float32Array(data);
    this.#head = new BigInt64Array(koffi.view(this.#array, bytesOfArray));
  }

  /** Whether the grammar can go on with a token. */
  fits(grammar: Address, token: number): boolean {
    this.#put(0, token, 0);
    this.#apply(grammar, 1);
    return this.#logits[1] !== Number.NEGATIVE_INFINITY;
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
    const [data = 0n, , selected = 0n] = this.#head;
    const drawn = data + selected * BigInt(bytesOfToken);
    if (koffi.decode(drawn + BigInt(Int32Array.BYTES_PER_ELEMENT), 'float') === Number.NEGATIVE_INFINITY)
      throw new Error('no token of its vocabulary goes on with the form of the answer');
    return koffi.decode(drawn, 'int32_t') as number;
  }

  free(): void {
    koffi.free(this.#data);
    koffi.free(this.#array);
  }

  #put(place: number, token: number, logit: number): void {
    this.#ids[place * numbersOfToken] = token;
    this.#logits[place * numbersOfToken + 1] = logit;
    this.#logits[place * numbersOfToken + 2] = 0;
  }

  #apply(grammar: Address, size: number): void {
    this.#head.set([this.#data, BigInt(size), -1n, 0n]);
    this.#library.sampler_apply(grammar, this.#array);
  }
}
