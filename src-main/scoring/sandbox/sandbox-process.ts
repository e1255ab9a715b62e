/**
 * One child of the sandbox. Its exit is the only truth about its life. It gets one question at a time, and a question
 * that takes too long is ended by ending the child: nothing that runs in it has to agree.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { failure, success, type Result } from '../../contract/result.ts';
import type { Lane } from '../scoring.ts';
import { childSettings } from './child-settings.ts';
import type { ChildFrame, ParentFrame, Question } from './protocol.ts';

export interface ProcessOptions {
  /** Absolute path of the child's entry module. */
  readonly entry: string;
  readonly lane: Lane;
  /** Counted from 1; the child stamps every frame with it. */
  readonly generation: number;
  /** A loaded interpreter's memory, where the lane has one: hundreds of milliseconds instead of seconds. */
  readonly image: Buffer | null;
}

export type Asked =
  | { readonly how: 'answered'; readonly answer: unknown }
  /** It took longer than it may; the child is gone. */
  | { readonly how: 'timed_out' }
  /** The child ended in the middle of it. */
  | { readonly how: 'ended'; readonly words: string };

/** Milliseconds that a child has to load. Generous: a busy machine is no broken one. */
const loadingLimit = 120_000;
const keptStderr = 4000;

export class SandboxProcess {
  readonly #generation: number;
  readonly #child: ChildProcess;
  /** Resolves once the child is gone, with how. */
  readonly #exited: Promise<string>;
  /** Whether it is loaded and locked down. Fails with `sandbox_failed`. */
  readonly ready: Promise<Result<void>>;
  #receive: ((frame: ChildFrame) => void) | undefined;
  #stderr = '';
  #gone = false;

  constructor({ entry, lane, generation, image }: ProcessOptions) {
    this.#generation = generation;
    const { env, execArgv, cwd } = childSettings(lane);
    this.#child = fork(entry, [lane, String(generation)], {
      env,
      execArgv,
      cwd,
      serialization: 'json',
      stdio: [image === null ? 'ignore' : 'pipe', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.on('message', (frame) => this.#receive?.(frame as ChildFrame));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptStderr);
    });
    // A child that ends before it has read everything breaks the pipe; its exit says so.
    this.#child.stdin?.on('error', () => undefined).end(image);
    this.#exited = new Promise((resolve) => {
      const gone = (how: string): void => {
        this.#gone = true;
        resolve(how);
      };
      this.#child.once('error', (error) => {
        if (this.#child.pid === undefined) gone(error.message);
      });
      this.#child.once('exit', (code, signal) => {
        gone(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`);
      });
    });
    this.ready = this.#load();
  }

  get isGone(): boolean {
    return this.#gone;
  }

  /** @param limit milliseconds */
  async ask(question: Question, limit: number): Promise<Asked> {
    const frame: ParentFrame = { generation: this.#generation, limit, question };
    const asked = await this.#next(limit, () => {
      if (this.#child.connected) this.#child.send(frame, () => undefined);
    });
    if (asked === 'timed_out') {
      await this.end();
      return { how: 'timed_out' };
    }
    if (typeof asked === 'string') return { how: 'ended', words: asked };
    return asked.kind === 'answer'
      ? { how: 'answered', answer: asked.answer }
      : { how: 'ended', words: 'an answer out of turn' };
  }

  /** Ends the child at once and waits until it is gone. Safe to call twice. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  async #load(): Promise<Result<void>> {
    const first = await this.#next(loadingLimit, () => undefined);
    if (typeof first !== 'string' && first.kind === 'ready') return success(undefined);
    await this.end();
    const how = first === 'timed_out' ? 'took longer than two minutes to start' : 'did not start';
    return failure(
      'sandbox_failed',
      `The sandbox for ${laneWords[this.#child.spawnargs.at(-2) ?? '']} ${how}.`,
      {
        next: 'Outputs are kept: install Noisefloor again and score them with `noisefloor rescore`.',
        detail: [typeof first === 'string' ? first : 'an answer out of turn', this.#stderr].join('\n'),
      },
    );
  }

  /** The child's next frame; else how it ended, in words. */
  async #next(limit: number, ask: () => void): Promise<ChildFrame | 'timed_out' | (string & {})> {
    let overdue: NodeJS.Timeout | undefined;
    const frame = new Promise<ChildFrame>((resolve) => {
      this.#receive = (one) => {
        if (one.generation === this.#generation) resolve(one);
      };
    });
    const timedOut = new Promise<'timed_out'>((resolve) => {
      overdue = setTimeout(() => {
        resolve('timed_out');
      }, limit);
    });
    ask();
    try {
      return await Promise.race([frame, timedOut, this.#exited]);
    } finally {
      clearTimeout(overdue);
      this.#receive = undefined;
    }
  }
}

const laneWords: Readonly<Record<string, string>> = {
  pattern: 'patterns',
  javascript: 'JavaScript',
  python: 'Python',
};
