/** The numbers that every model needs, checked before native code sees them. */
import { isRecurrentArchitecture } from './architectures.ts';
import type { PerLayer } from './description.ts';
import type { Metadata } from './metadata.ts';
import { reject, rejectHostile } from './rejection.ts';

export interface Essentials {
  readonly trainContext: number | null;
  readonly blockCount: number | null;
  readonly embeddingLength: number | null;
  readonly headCount: PerLayer | null;
  readonly keyValueHeadCount: PerLayer | null;
  readonly keyLength: number | null;
  readonly valueLength: number | null;
  readonly feedForwardLength: number | null;
  readonly slidingWindow: number | null;
}

/** No sound file has more; llama.cpp aborts above its own 512 layers (LLAMA_MAX_LAYERS). */
const most = {
  blockCount: 512,
  embeddingLength: 1_048_576,
  headCount: 65_536,
  headLength: 1_048_576,
  feedForwardLength: 16_777_216,
  context: 2 ** 31 - 1,
};

/** Reads them for an architecture; null where the file lacks one. Throws GgufRejection for impossible values. */
export function readEssentials(file: string, architecture: string, metadata: Metadata): Essentials {
  const attention = !isRecurrentArchitecture(architecture);

  const check = (key: string, value: number, atMost: number, zero: 'zero allowed' | 'positive'): void => {
    if (value === 0 && zero === 'positive') {
      reject('gguf_hostile', `${file} declares 0 for ${key}, with which no model can run.`, {
        next: 'The file is damaged or was converted wrongly: convert the model again, or get it from another source.',
        where: { file, field: key },
      });
    }
    if (!Number.isInteger(value) || value < 0 || value > atMost) rejectHostile(file, key, String(value));
  };
  const whole = (
    name: string,
    atMost: number,
    zero: 'zero allowed' | 'positive' = 'positive',
  ): number | null => {
    const key = `${architecture}.${name}`;
    const value = metadata.scalars.get(key);
    if (value === undefined) {
      if (metadata.arrays.has(key)) rejectHostile(file, key, 'a list where one number is due');
      return null;
    }
    if (typeof value !== 'number') rejectHostile(file, key, `${String(value)} where a whole number is due`);
    check(key, value, atMost, zero);
    return value;
  };
  const perLayer = (name: string, zero: 'zero allowed' | 'positive'): PerLayer | null => {
    const key = `${architecture}.${name}`;
    const values = metadata.arrays.get(key);
    if (values === undefined) return whole(name, most.headCount, zero);
    // Hybrid models have layers without attention: single zeros are sound, nothing but zeros is not.
    for (const value of values) check(key, value, most.headCount, 'zero allowed');
    if (zero === 'positive' && values.every((value) => value === 0)) check(key, 0, most.headCount, zero);
    return values;
  };

  const blockCount = whole('block_count', most.blockCount);
  const embeddingLength = whole('embedding_length', most.embeddingLength);
  const heads = attention ? 'positive' : 'zero allowed';
  const headCount = perLayer('attention.head_count', heads);
  const keyValueHeadCount = perLayer('attention.head_count_kv', heads) ?? headCount;
  const largest = headCount === null ? 0 : typeof headCount === 'number' ? headCount : Math.max(...headCount);
  const derived = embeddingLength !== null && largest > 0 ? Math.floor(embeddingLength / largest) : null;
  if (derived === 0 && metadata.scalars.get(`${architecture}.attention.key_length`) === undefined) {
    rejectHostile(
      file,
      `${architecture}.attention.head_count`,
      `${largest} heads over ${String(embeddingLength)} elements`,
    );
  }
  const widest = (name: string): number => {
    const key = `${architecture}.${name}`;
    const value = metadata.scalars.get(key);
    const values = typeof value === 'number' ? [value] : (metadata.arrays.get(key) ?? []);
    for (const one of values) check(key, one, most.feedForwardLength, 'zero allowed');
    return Math.max(0, ...values);
  };
  const experts = widest('expert_feed_forward_length') * Math.max(1, widest('expert_used_count'));
  const feedForward = Math.max(widest('feed_forward_length'), experts);
  return {
    feedForwardLength: feedForward > 0 ? feedForward : null,
    trainContext: whole('context_length', most.context),
    blockCount,
    embeddingLength,
    headCount,
    keyValueHeadCount,
    keyLength: whole('attention.key_length', most.headLength) ?? derived,
    valueLength: whole('attention.value_length', most.headLength) ?? derived,
    slidingWindow: whole('attention.sliding_window', most.context, 'zero allowed') || null,
  };
}
