/** The lane through node-llama-cpp's own classes, for releases of llama.cpp that the direct lane does not know. */
import type { LlamaContext, LlamaContextSequence } from 'node-llama-cpp';
import type { Output } from '../../../contract/output.ts';
import type { Failure } from '../../../contract/result.ts';
import type { GenerationRequest } from '../../engine.ts';
import { sampleSeed } from '../settings.ts';
import { beginAnswer, generationFailure, type Answer, type Vocabulary } from './answer.ts';
import type { Answered, Generator } from './generator.ts';
import { Rounds } from './rounds.ts';

export class ClassesGenerator implements Generator {
  readonly #vocabulary: Vocabulary;
  readonly #sequences: readonly LlamaContextSequence[];

  constructor(vocabulary: Vocabulary, context: LlamaContext) {
    this.#vocabulary = vocabulary;
    this.#sequences = Array.from({ length: vocabulary.candidate.settings.parallel }, () =>
      context.getSequence(),
    );
  }

  async answer(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    stopped: () => boolean,
  ): Promise<Answered> {
    const waiting = requests.values();
    const sitting: Sitting = { rounds: new Rounds(this.#sequences.length), stopped, failure: undefined };
    let delivered = 0;
    const serve = async (sequence: LlamaContextSequence): Promise<void> => {
      // Every sequence draws from the one iterator: a free one takes the next request at once.
      for (const request of waiting) {
        const output = await this.#one(sequence, request, sitting);
        if (output === undefined) break;
        deliver(output);
        delivered += 1;
      }
      sitting.rounds.leave();
    };
    await Promise.all(this.#sequences.map(serve));
    return { delivered, failure: sitting.failure };
  }

  /** One request's output; undefined when the sitting ended before it was there. */
  async #one(
    sequence: LlamaContextSequence,
    request: GenerationRequest,
    sitting: Sitting,
  ): Promise<Output | undefined> {
    if (hasEnded(sitting)) return undefined;
    const begun = beginAnswer(this.#vocabulary, request);
    if (begun.ended) return begun.output;
    const { answer } = begun;
    try {
      await sequence.clearHistory();
      return await this.#generate(sequence, answer, sitting);
    } catch (error) {
      // What the library throws while it is closed says nothing about the item.
      if (hasEnded(sitting)) return undefined;
      const failed = generationFailure(request, error);
      if (isAboutItem(error)) return answer.fail(failed);
      sitting.failure = failed;
      return undefined;
    }
  }

  async #generate(
    sequence: LlamaContextSequence,
    answer: Answer,
    sitting: Sitting,
  ): Promise<Output | undefined> {
    const { sampling } = this.#vocabulary.candidate;
    await sitting.rounds.arrive();
    const tokenStream = sequence.evaluateWithMetadata(
      answer.prompt,
      {},
      {
        temperature: sampling.temperature,
        topK: sampling.topK,
        topP: sampling.topP,
        minP: sampling.minP,
        seed: sampleSeed(sampling.seed, answer.request.sample),
        yieldEogToken: true,
        contextShift: { size: 1, strategy: refuseContextShift },
      },
    );
    for await (const { token } of tokenStream) {
      if (hasEnded(sitting)) return undefined;
      const output = answer.add(token);
      if (output !== undefined) return output;
      await sitting.rounds.arrive();
    }
    throw new Error('the library ended the generation without an end-of-generation token');
  }
}

/** One call's shared state. */
interface Sitting {
  readonly rounds: Rounds;
  readonly stopped: () => boolean;
  /** Set when the library failed. */
  failure: Failure | undefined;
}

function hasEnded(sitting: Sitting): boolean {
  return sitting.failure !== undefined || sitting.stopped();
}

/** The sampler found no token to take, as with logits that are not numbers: that is this prompt's own fault. */
function isAboutItem(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Failed to sample');
}

/** The library would drop the oldest tokens silently; the limit on tokens keeps it from ever getting there. */
function refuseContextShift(): never {
  throw new Error('the context is full');
}
