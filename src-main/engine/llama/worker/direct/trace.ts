/** Greedy answers with their logits: what `noisefloor noise` compares. Only the direct lane can hand logits out. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Token } from 'node-llama-cpp';
import { failure, success, type Result } from '../../../../contract/result.ts';
import type { TraceQuestion, Traces } from '../../../tracer.ts';
import { tracedSequences } from '../../settings.ts';
import type { Vocabulary } from '../answer.ts';
import type { BatchToken, DirectContext } from './context.ts';
import { forgetFollowed } from './follow.ts';
import { RowFile } from './row-file.ts';
import { sequenceTokens } from './sequence-tokens.ts';

interface Traced {
  readonly sequence: number;
  /** Place among the prompts; null for one that only fills a group up. */
  readonly place: number | null;
  readonly tokens: number[];
  pending: readonly number[];
  position: number;
}

export class Trace {
  readonly #vocabulary: Vocabulary;
  readonly #context: DirectContext;
  readonly #question: TraceQuestion;
  readonly #file: RowFile;

  private constructor(
    vocabulary: Vocabulary,
    context: DirectContext,
    question: TraceQuestion,
    file: RowFile,
  ) {
    this.#vocabulary = vocabulary;
    this.#context = context;
    this.#question = question;
    this.#file = file;
  }

  /** @param stopped looked at after every group */
  static async run(
    vocabulary: Vocabulary,
    context: DirectContext,
    question: TraceQuestion,
    stopped: () => boolean,
  ): Promise<Result<Traces>> {
    forgetFollowed(context);
    const prompts: (readonly Token[])[] = [];
    for (const messages of question.prompts) {
      const prompt = vocabulary.prompts.make(messages);
      if (!prompt.ok) return prompt;
      prompts.push(prompt.data.tokens);
    }
    const { context: room } = vocabulary.candidate.settings;
    const tooLong = prompts.findIndex((tokens) => tokens.length + question.steps > room);
    if (tooLong !== -1) {
      return failure(
        'usage',
        `Prompt ${tooLong + 1} has ${prompts[tooLong]?.length ?? 0} tokens; with ${question.steps} for the answer it does not fit a context of ${room}.`,
        { next: 'Leave that prompt out, or ask for a larger context.' },
      );
    }
    return RowFile.use(question.file, async (file) => {
      const trace = new Trace(vocabulary, context, question, file);
      const tokens: (readonly number[])[] = [];
      for (let first = 0; first < prompts.length; first += question.together) {
        if (stopped()) return failure('interrupted', 'Stopped on request.', { next: 'Start it again.' });
        for (const traced of await trace.#group(prompts, first))
          if (traced.place !== null) tokens[traced.place] = traced.tokens;
        await turn();
      }
      return success({ vocabulary: context.vocabulary, tokens });
    });
  }

  async #group(prompts: readonly (readonly Token[])[], first: number): Promise<readonly Traced[]> {
    const group: Traced[] = [];
    for (let sequence = 0; sequence < this.#question.together; sequence += 1) {
      const place = first + sequence;
      const prompt = prompts[place % prompts.length] ?? [];
      this.#context.clear(sequence);
      const shared = this.#question.sharedPrefix ? Math.floor(prompt.length / 2) : 0;
      if (shared > 0) await this.#takeOver(prompt.slice(0, shared), sequence);
      group.push({
        sequence,
        place: place < prompts.length ? place : null,
        tokens: [],
        pending: prompt.slice(shared),
        position: shared,
      });
    }
    for (let busy = group; busy.length > 0; busy = busy.filter((one) => one.pending.length > 0))
      await this.#round(busy);
    return group;
  }

  /** Decodes a beginning in a sequence of its own and copies it. */
  async #takeOver(tokens: readonly Token[], sequence: number): Promise<void> {
    const donor = tracedSequences - 1;
    this.#context.clear(donor);
    const { batch } = this.#context;
    for (let from = 0; from < tokens.length; from += batch) {
      const part = tokens.slice(from, from + batch);
      await this.#context.decode(sequenceTokens(part, from, donor, () => false));
    }
    this.#context.copy(donor, sequence);
  }

  /** Decodes what is pending, batch by batch, and takes the likeliest token of every sequence that is through. */
  async #round(busy: readonly Traced[]): Promise<void> {
    const { batch } = this.#context;
    const waiting = [...busy];
    while (waiting.length > 0) {
      const tokens: BatchToken[] = [];
      const ready: { readonly one: Traced; readonly index: number }[] = [];
      while (waiting[0] !== undefined && tokens.length < batch) {
        const [one] = waiting;
        const part = one.pending.slice(0, batch - tokens.length);
        one.pending = one.pending.slice(part.length);
        const through = one.pending.length === 0;
        const end = one.position + part.length;
        tokens.push(
          ...sequenceTokens(part, one.position, one.sequence, (position) => through && position === end - 1),
        );
        one.position = end;
        if (!through) break;
        ready.push({ one, index: tokens.length - 1 });
        waiting.shift();
      }
      await this.#context.decode(tokens);
      for (const { one, index } of ready) this.#take(one, index);
    }
  }

  #take(one: Traced, index: number): void {
    const row = this.#context.logits(index);
    const { rows, steps } = this.#question;
    if (one.place !== null && one.tokens.length < rows)
      this.#file.write(row, one.place * rows + one.tokens.length);
    const token = likeliest(row);
    one.tokens.push(token);
    const ended = one.tokens.length >= steps || this.#vocabulary.endsGeneration(token as Token);
    one.pending = ended ? [] : [token];
  }
}

/** The first of the largest, as llama.cpp's greedy sampler takes it. */
function likeliest(row: Float32Array): number {
  let best = 0;
  for (let token = 1; token < row.length; token += 1) if ((row[token] ?? 0) > (row[best] ?? 0)) best = token;
  return best;
}
