/**
 * The one source of randomness: xoroshiro128+ (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", 2021) as pure-rand implements it. Integers only, so the same seed gives the same numbers on every
 * platform.
 *
 * A stream belongs to a seed, a name and a substream. What is drawn for one stratum does not depend on which other
 * strata or candidates there are, because each draws from the stream of its own name.
 */
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';

/** Stands in every result beside its seed. The version is that of the package that is locked. */
export const generatorName = 'xoroshiro128plus (pure-rand 8.4.2)';

/** `next()` gives 32 bits as a signed integer. */
export type Stream = JumpableRandomGenerator;

/** Above this an index could not be drawn with one exact product of doubles. */
export const mostUnits = 2 ** 21;

const twoTo32 = 4_294_967_296;

/**
 * @param seed any safe integer
 * @param name what the numbers are for, such as `stratum/tool_call`
 * @param substream 0-based; each is one jump of 2^64 numbers after the one before
 */
export function createStream(seed: number, name: string, substream = 0): Stream {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed ${seed} is not a safe integer`);
  const state = [0, 1, 2, 3].map((lane) => hashLane(seed, name, lane));
  // The only state that the generator cannot leave.
  if (!state.some((word) => word !== 0)) state[0] = 1;
  const stream = xoroshiro128plusFromState(state);
  for (let jump = 0; jump < substream; jump += 1) stream.jump();
  return stream;
}

/** One of the four words of the starting state: the seed's two halves and the name's UTF-16 units, mixed in turn. */
function hashLane(seed: number, name: string, lane: number): number {
  let hash = mix(Math.imul(lane + 1, 0x9e3779b9));
  hash = mix(hash ^ (seed | 0));
  hash = mix(hash ^ Math.floor(seed / twoTo32));
  for (let index = 0; index < name.length; index += 1) {
    hash = mix((hash + 0x9e3779b9) ^ name.charCodeAt(index));
  }
  return hash;
}

/** The finaliser of MurmurHash3 (Appleby): a bijection of 32 bits in which each input bit moves every output bit. */
function mix(word: number): number {
  let hash = word ^ (word >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Fills `indices` with numbers from 0 to units - 1, each equally likely. Up to 65,536 units each draw gives two of
 * them, from its upper 16 bits and then its lower 16; above that, one from all 32.
 *
 * Of b bits with the value v the index is the upper part of v * units, floor(v * units / 2^b); where the lower part
 * is below 2^b mod units, the bits are passed over (Lemire, "Fast random integer generation in an interval", 2019).
 * A half that is left over at the end is passed over too.
 */
export function drawIndices(stream: Stream, units: number, indices: Int32Array): void {
  if (!(units >= 1 && units <= mostUnits)) throw new RangeError(`cannot draw from ${units} units`);
  if (units <= 65_536) drawByHalves(stream, units, indices);
  else drawByWords(stream, units, indices);
}

function drawByHalves(stream: Stream, units: number, indices: Int32Array): void {
  const least = 65_536 % units;
  const { length } = indices;
  let position = 0;
  while (position < length) {
    const draw = stream.next();
    const upper = Math.imul(draw >>> 16, units);
    if ((upper & 0xffff) >= least) {
      indices[position] = upper >>> 16;
      position += 1;
      if (position === length) return;
    }
    const lower = Math.imul(draw & 0xffff, units);
    if ((lower & 0xffff) >= least) {
      indices[position] = lower >>> 16;
      position += 1;
    }
  }
}

function drawByWords(stream: Stream, units: number, indices: Int32Array): void {
  const least = twoTo32 % units;
  for (let position = 0; position < indices.length; position += 1) {
    let draw = stream.next() >>> 0;
    while (Math.imul(draw, units) >>> 0 < least) draw = stream.next() >>> 0;
    // Exact: the product is below 2^53.
    indices[position] = (draw * units) / twoTo32;
  }
}
