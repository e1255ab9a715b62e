/** Requests whose prompts are written and tokenised before a sequence is free for them: while the library decodes. */
import type { Output } from '../../../../contract/output.ts';
import type { GenerationRequest } from '../../../engine.ts';
import { beginAnswer, type Answer, type Vocabulary } from '../answer.ts';

export class Ahead {
  readonly #vocabulary: Vocabulary;
  readonly #waiting: Iterator<GenerationRequest>;
  readonly #deliver: (output: Output) => void;
  readonly #most: number;
  readonly #ready: Answer[] = [];
  #exhausted = false;

  /**
   * @param deliver gets the outputs of requests that end before their first token
   * @param most prompts that are held ready
   */
  constructor(
    vocabulary: Vocabulary,
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    most: number,
  ) {
    this.#vocabulary = vocabulary;
    this.#waiting = requests.values();
    this.#deliver = deliver;
    this.#most = most;
  }

  /** The next request that needs the model, which stays the next; undefined when there is none left. */
  peek(): Answer | undefined {
    while (this.#ready.length === 0 && !this.#exhausted) this.#prepare();
    return this.#ready[0];
  }

  /** The next request that needs the model; undefined when there is none left. */
  next(): Answer | undefined {
    this.peek();
    const answer = this.#ready.shift();
    answer?.begin();
    return answer;
  }

  /** True once no request will come. */
  get empty(): boolean {
    return this.#exhausted && this.#ready.length === 0;
  }

  /** Gets one more prompt ready, unless enough are. */
  work(): void {
    if (this.#ready.length < this.#most && !this.#exhausted) this.#prepare();
  }

  #prepare(): void {
    const next = this.#waiting.next();
    if (next.done === true) {
      this.#exhausted = true;
      return;
    }
    const begun = beginAnswer(this.#vocabulary, next.value);
    if (begun.ended) this.#deliver(begun.output);
    else this.#ready.push(begun.answer);
  }
}
