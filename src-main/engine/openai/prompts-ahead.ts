/**
 * Prompts that are made while earlier ones are answered: whoever is free finds the next one ready, and no place at the
 * server stands empty while it is rendered and tokenised.
 */
import type { GenerationRequest } from '../engine.ts';
import type { PreparedPrompt } from './prompts.ts';
import type { Attempt } from './trouble.ts';

export interface Ahead {
  readonly request: GenerationRequest;
  readonly prompt: Promise<Attempt<PreparedPrompt>>;
}

export class PromptsAhead {
  readonly #waiting: Iterator<GenerationRequest>;
  readonly #prepare: (request: GenerationRequest) => Promise<Attempt<PreparedPrompt>>;
  readonly #most: number;
  readonly #begun: Ahead[] = [];

  /** @param most prompts that are made, or held ready, beyond those that were taken */
  constructor(
    requests: readonly GenerationRequest[],
    prepare: (request: GenerationRequest) => Promise<Attempt<PreparedPrompt>>,
    most: number,
  ) {
    this.#waiting = requests.values();
    this.#prepare = prepare;
    this.#most = most;
  }

  /** The next in the requests' order; undefined when there is none left. */
  take(): Ahead | undefined {
    while (this.#begun.length <= this.#most) {
      const next = this.#waiting.next();
      if (next.done === true) break;
      const prompt = this.#prepare(next.value);
      // Whoever takes it meets the error; one that nobody takes is no concern of the process.
      prompt.catch(() => undefined);
      this.#begun.push({ request: next.value, prompt });
    }
    return this.#begun.shift();
  }

  /** Resolves when those that nobody took have come to an end; nothing is begun any more. */
  async left(): Promise<void> {
    await Promise.allSettled(this.#begun.map(({ prompt }) => prompt));
  }
}
