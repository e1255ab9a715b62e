/** A running plan on the terminal: bars that redraw where there is a terminal, a plain line now and then elsewhere. */
import type { ProgressEvent, RunProgress } from '../contract/progress.ts';
import { formatTimeLeft } from '../contract/presentation/numbers.ts';
import { note } from './terminal.ts';

const plainIntervalMs = 10_000;
const barWidth = 24;

export class PlanProgress {
  readonly #stream: NodeJS.WriteStream;
  #drawn = 0;
  #plainAt = 0;
  /** Runs whose failure was said: the others may go on for hours. */
  readonly #failed = new Set<string>();
  /** What was said of the judge last. */
  #judged = '';
  #latest: Extract<ProgressEvent, { kind: 'progress' }> | undefined;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  show(event: ProgressEvent): void {
    switch (event.kind) {
      case 'progress':
        for (const run of event.runs) this.#failure(run);
        this.#latest = event;
        if (this.#stream.isTTY) this.#draw(event);
        else this.#plain(event);
        return;
      case 'loading':
      case 'loaded':
        return;
      case 'restarted':
        this.#line(`${runName(event.key)}: the engine ended and is started again: ${event.error.message}`);
        return;
      case 'judging':
        this.#judging(event);
        return;
      case 'notice':
        this.#line(event.text);
        return;
    }
  }

  #failure({ key, state, error }: RunProgress): void {
    const name = runName(key);
    if (state !== 'failed' || error === undefined || this.#failed.has(name)) return;
    this.#failed.add(name);
    this.#line(`${name} failed: ${error.message} ${error.next ?? ''}`.trimEnd());
  }

  /** Leaves the last picture standing. */
  end(): void {
    if (this.#latest && !this.#stream.isTTY) this.#plain(this.#latest, true);
    this.#drawn = 0;
  }

  /** The outputs are there and their bars stand; one line below them for the judge. */
  #judging(event: Extract<ProgressEvent, { kind: 'judging' }>): void {
    if (this.#latest) {
      this.end();
      this.#latest = undefined;
    }
    const text = event.loading
      ? 'The judge is opened'
      : `The judge has answered ${event.done} of ${event.total} times, ${timeLeft(event.secondsLeft)}`;
    if (this.#stream.isTTY) {
      this.#erase();
      this.#stream.write(`${text}\n`);
      this.#drawn = 1;
      return;
    }
    if (text === this.#judged) return;
    this.#judged = text;
    const time = performance.now();
    if (!event.loading && event.done < event.total && time - this.#plainAt < plainIntervalMs) return;
    this.#plainAt = time;
    note(text);
  }

  #line(text: string): void {
    this.#erase();
    note(text);
    if (this.#latest && this.#stream.isTTY) this.#draw(this.#latest);
  }

  #draw(event: Extract<ProgressEvent, { kind: 'progress' }>): void {
    this.#erase();
    const lines = event.runs.map(bar);
    lines.push(timeLeft(event.secondsLeft));
    this.#stream.write(`${lines.join('\n')}\n`);
    this.#drawn = lines.length;
  }

  #erase(): void {
    if (this.#drawn === 0) return;
    this.#stream.moveCursor(0, -this.#drawn);
    this.#stream.cursorTo(0);
    this.#stream.clearScreenDown();
    this.#drawn = 0;
  }

  #plain(event: Extract<ProgressEvent, { kind: 'progress' }>, now = false): void {
    const time = performance.now();
    if (!now && time - this.#plainAt < plainIntervalMs) return;
    this.#plainAt = time;
    const done = event.runs.reduce((sum, run) => sum + run.done, 0);
    const total = event.runs.reduce((sum, run) => sum + run.total, 0);
    note(`${done} of ${total} outputs, ${timeLeft(event.secondsLeft)}`);
  }
}

function bar(run: RunProgress): string {
  const filled = run.total === 0 ? barWidth : Math.round((run.done / run.total) * barWidth);
  const speed = run.itemsPerSecond === null ? '' : `${run.itemsPerSecond.toFixed(1)} items/s`;
  const state = run.state === 'failed' ? 'failed' : speed;
  return `${runName(run.key).padEnd(24)} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${`${run.done}/${run.total}`.padStart(13)}  ${state}`;
}

function runName(key: RunProgress['key']): string {
  return key.replicate === 1 ? key.candidate : `${key.candidate} (run ${key.replicate})`;
}

function timeLeft(seconds: number | null): string {
  return seconds === null ? 'time left unknown until the first answers' : `${formatTimeLeft(seconds)} left`;
}
