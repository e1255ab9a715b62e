/**
 * Owns one engine process. Its exit is the only truth about its life: nothing else marks it as gone.
 *
 * - Each call settles exactly once: with the child's answer, or with a failure when the child ends first.
 * - A child is never restarted here; whoever wants another starts another host with the next generation.
 * - Frames of another generation and frames of settled calls are dropped.
 */
import { fork, type ChildProcess } from 'node:child_process';
import type { Output } from '../../contract/output.ts';
import { failure, type Failure, type Result } from '../../contract/result.ts';
import { abortReason, memoryAdvice, speaksOfMemory } from './load-failure.ts';
import { LogTail } from './log-tail.ts';
import type { Answer, CallName, ChildFrame, ParentFrame, Question } from './protocol.ts';

export interface ProcessHostOptions {
  /** Absolute path of the child's entry module. */
  readonly entry: string;
  /** Counted from 1; the child stamps every frame with it. */
  readonly generation: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds that the child has to end, or to answer an aborted call, before it is killed. */
  readonly stopBudget: number;
  /** Gets the native library's log lines as they come. */
  readonly onLog?: (lines: readonly string[]) => void;
}

export interface CallOptions {
  /** Gets the outputs of `part` frames, in order, all before the call settles. */
  readonly onOutputs?: (outputs: readonly Output[]) => void;
  /** Asks the child to end the call early; it still answers. */
  readonly signal?: AbortSignal;
}

interface PendingCall {
  readonly name: CallName;
  readonly settle: (result: Result<unknown>) => void;
  readonly onOutputs: ((outputs: readonly Output[]) => void) | undefined;
}

const nativeLogLines = 40;
const streamLines = 40;
/** A process does not send itself these: what it said before explains nothing. */
const fromOutside = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);
/** Milliseconds to wait, after the exit, for what the child's streams still hold. */
const streamGrace = 500;

export class ProcessHost {
  readonly generation: number;
  /** Resolves once the process is gone, whatever the reason. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #stopBudget: number;
  readonly #onLog: ((lines: readonly string[]) => void) | undefined;
  readonly #nativeLog = new LogTail(nativeLogLines);
  readonly #streams = new LogTail(streamLines);
  readonly #pending = new Map<number, PendingCall>();
  #nextId = 1;
  #closing: Promise<void> | undefined;
  #ending: Failure | undefined;

  constructor(options: ProcessHostOptions) {
    this.generation = options.generation;
    this.#stopBudget = options.stopBudget;
    this.#onLog = options.onLog;
    this.#child = fork(options.entry, [String(options.generation)], {
      env: { ...options.environment },
      execArgv: [],
      // V8's own encoding: long texts and lists of tokens take a third of the time of JSON on either side.
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.on('message', (frame) => {
      this.#receive(frame as ChildFrame);
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#streams.addText(text);
      });
    }
    this.exited = this.#watchExit();
  }

  get processId(): number {
    return this.#child.pid ?? 0;
  }

  /** Why the process ended; undefined while it lives. */
  get ending(): Failure | undefined {
    return this.#ending;
  }

  /** Asks the child; resolves with its answer, or with `engine_crashed` or `engine_stopped` if it ends first. */
  call<K extends CallName>(
    name: K,
    question: Question<K>,
    options: CallOptions = {},
  ): Promise<Result<Answer<K>>> {
    const { signal } = options;
    if (this.#ending !== undefined) return Promise.resolve({ ok: false, error: this.#ending });
    if (this.#closing !== undefined) return Promise.resolve({ ok: false, error: stopped().error });
    if (signal?.aborted === true) return Promise.resolve(interrupted());
    const id = this.#nextId++;
    return new Promise((resolve) => {
      let overdue: NodeJS.Timeout | undefined;
      const abort = (): void => {
        this.#send({ generation: this.generation, id, kind: 'abort' });
        // A native call cannot be broken off; a child that does not come back from one is ended.
        overdue = setTimeout(() => {
          settle(interrupted());
          void this.kill();
        }, this.#stopBudget);
      };
      const settle = (result: Result<unknown>): void => {
        if (!this.#pending.delete(id)) return;
        clearTimeout(overdue);
        signal?.removeEventListener('abort', abort);
        resolve(result as Result<Answer<K>>);
      };
      this.#pending.set(id, { name, settle, onOutputs: options.onOutputs });
      signal?.addEventListener('abort', abort, { once: true });
      this.#send({ generation: this.generation, id, kind: 'call', call: name, question } as ParentFrame);
    });
  }

  /**
   * Settles what is pending with `engine_stopped`, asks the child to end, kills it when it takes longer than the stop
   * budget, and waits until it is gone.
   */
  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  /** Ends the child at once and waits until it is gone. Pending calls settle with `engine_stopped`. */
  kill(): Promise<void> {
    this.#closing ??= this.exited;
    this.#child.kill('SIGKILL');
    return this.exited;
  }

  async #stop(): Promise<void> {
    if (this.#ending !== undefined) return;
    this.#settleAll(stopped().error);
    this.#send({ generation: this.generation, id: 0, kind: 'close' });
    const overdue = setTimeout(() => this.#child.kill('SIGKILL'), this.#stopBudget);
    await this.exited;
    clearTimeout(overdue);
  }

  #settleAll(error: Failure): void {
    for (const call of [...this.#pending.values()]) call.settle({ ok: false, error });
  }

  #send(frame: ParentFrame): void {
    // A send to a child that is just ending fails here; its exit settles the call.
    if (this.#child.connected) this.#child.send(frame, () => undefined);
  }

  #receive(frame: ChildFrame): void {
    if (frame.generation !== this.generation) return;
    if (frame.kind === 'log') {
      this.#nativeLog.addLines(frame.lines);
      this.#onLog?.(frame.lines);
      return;
    }
    const call = this.#pending.get(frame.id);
    if (call === undefined) return;
    if (frame.kind === 'part') call.onOutputs?.(frame.outputs);
    else call.settle(frame.result);
  }

  #watchExit(): Promise<void> {
    return new Promise((resolve) => {
      const finish = (code: number | null, signal: NodeJS.Signals | null, reason?: string): void => {
        if (this.#ending !== undefined) return;
        this.#ending = this.#closing === undefined ? this.#crash(code, signal, reason) : stopped().error;
        this.#settleAll(this.#ending);
        resolve();
      };
      this.#child.once('error', (error) => {
        // Without a process id there is no process, and no exit will follow.
        if (this.#child.pid === undefined) finish(null, null, error.message);
      });
      this.#child.once('exit', (code, signal) => {
        // `close` follows once the streams are drained, unless a grandchild holds them open.
        const grace = setTimeout(() => {
          finish(code, signal);
        }, streamGrace);
        this.#child.once('close', () => {
          clearTimeout(grace);
          finish(code, signal);
        });
      });
    });
  }

  #crash(code: number | null, signal: NodeJS.Signals | null, startFailure: string | undefined): Failure {
    const doing = [...this.#pending.values()].map((call) => activity[call.name]);
    const how = startFailure ?? (signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`);
    const when = doing.length === 0 ? '' : ` while ${doing.join(' and ')}`;
    const lines = [...this.#nativeLog.lines(), ...this.#streams.lines()];
    const reason = signal !== null && fromOutside.has(signal) ? undefined : abortReason(lines);
    const why = reason === undefined ? '' : `: ${reason}`;
    // The same would happen at the next request: this is no crash that a fresh process heals.
    if (speaksOfMemory(lines))
      return failure('memory_insufficient', `The engine's process ran out of memory${when}${why}.`, {
        next: memoryAdvice,
        detail: lines.join('\n'),
      }).error;
    return failure('engine_crashed', `The engine's process ended (${how})${when}${why}.`, {
      next:
        signal === 'SIGKILL'
          ? 'If nobody ended it, the operating system may have run out of memory: use a smaller context, fewer parallel sequences or fewer layers on the GPU.'
          : 'Start it again; if it ends at the same place, the lines below say what the native library met.',
      detail: lines.join('\n'),
    }).error;
  }
}

const activity: Readonly<Record<CallName, string>> = {
  load: 'loading the model',
  generate: 'generating',
  trace: 'looking into its logits',
  follow: 'looking into its logits',
  quantise: 'quantising a model',
  render: 'rendering a prompt',
  probe: 'trying a backend',
};

function stopped() {
  return failure('engine_stopped', "The engine's process was closed.", { next: 'Start it again.' });
}

function interrupted() {
  return failure('interrupted', 'Stopped on request.', {
    next: 'Start it again.',
  });
}
