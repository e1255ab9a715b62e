/** The engine's process. One model at a time, or one question; it ends when its parent does. */
import { failure, success, type Result } from '../../../contract/result.ts';
import type { Output } from '../../../contract/output.ts';
import { parseDecodeTime } from '../load-log.ts';
import type { GenerationRequest } from '../../engine.ts';
import type { Answer, CallName, ChildFrame, ParentFrame, Question } from '../protocol.ts';
import { ClassesGenerator } from './classes-generator.ts';
import type { DirectContext } from './direct/context.ts';
import { DirectGenerator } from './direct/direct-generator.ts';
import { follow } from './direct/follow.ts';
import { quantise } from './direct/quantise.ts';
import { Trace } from './direct/trace.ts';
import type { Answered, Generator } from './generator.ts';
import { loadCandidate, type LoadedCandidate } from './load.ts';
import { NativeLog } from './native-log.ts';
import { probeBackend, renderPrompt } from './questions.ts';
import { weighOptions } from './weigh-options.ts';

const generation = Number(process.argv[2]);
const aborted = new Set<number>();
let loaded: LoadedCandidate | undefined;
let generator: Generator | undefined;
let measuring = false;
let closing = false;
/** The answering that is under way. */
let answering: Promise<unknown> = Promise.resolve();

const log = new NativeLog((lines) => {
  send({ generation, id: 0, kind: 'log', lines });
});

function send(frame: ChildFrame): void {
  process.send?.(frame, undefined, undefined, () => undefined);
}

/** Sends outputs of one turn of the event loop together: each message costs a system call on both sides. */
function outbox(id: number) {
  let waiting: Output[] = [];
  const flush = (): void => {
    if (waiting.length > 0) send({ generation, id, kind: 'part', outputs: waiting });
    waiting = [];
  };
  return {
    flush,
    add: (output: Output): void => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(output);
    },
  };
}

type Handler<K extends CallName> = (question: Question<K>, id: number) => Promise<Result<Answer<K>>>;

const handlers: { readonly [K in CallName]: Handler<K> } = {
  load: async ({ candidate, measure = false, classesOnly = false, manyRows = false }) => {
    if (loaded !== undefined) return failure('internal', 'This process has loaded a model already.');
    const loading = await loadCandidate(candidate, log, { measure, classesOnly, manyRows });
    if (!loading.ok) return loading;
    loaded = loading.data.ready;
    measuring = measure;
    generator = createGenerator(loaded);
    return success(loading.data.facts);
  },
  generate: async ({ requests }, id) => {
    if (loaded === undefined || generator === undefined)
      return failure('internal', 'No model is loaded in this process.');
    const { add, flush } = outbox(id);
    const answered = answerAll(loaded, generator, requests, add, () => closing || aborted.has(id));
    answering = answered;
    const { delivered, failure: failed } = await answered;
    flush();
    if (failed !== undefined) return { ok: false, error: failed };
    if (delivered === requests.length) return success({ delivered, decodeMs: await decodeTime() });
    return failure('interrupted', `Stopped after ${delivered} of ${requests.length} answers.`, {
      next: 'Start again to go on with what is missing.',
    });
  },
  trace: (question, id) =>
    lookInto((ready, context) => Trace.run(ready, context, question, () => closing || aborted.has(id))),
  follow: (question, id) =>
    lookInto((ready, context) => follow(ready, context, question, () => closing || aborted.has(id))),
  quantise: (question) => quantise(question, log),
  render: (question) => renderPrompt(question, log),
  probe: ({ backend }) => probeBackend(backend, log),
};

/** Only the direct lane has logits to look into. */
async function lookInto<T>(
  look: (ready: LoadedCandidate, context: DirectContext) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (loaded?.lane.name !== 'direct') {
    const reason = loaded?.lane.reason ?? 'no model is loaded in this process';
    return failure('backend_unavailable', `Logits cannot be had: ${reason}.`, {
      next: 'Use the version of node-llama-cpp that this program was made with.',
    });
  }
  const looked = look(loaded, loaded.lane.context);
  answering = looked;
  return looked;
}

/** First what is generated, then what is weighed: in an order that depends on the requests alone. */
async function answerAll(
  ready: LoadedCandidate,
  texts: Generator,
  requests: readonly GenerationRequest[],
  deliver: (output: Output) => void,
  stopped: () => boolean,
): Promise<Answered> {
  const weighed = requests.filter(({ options }) => options !== undefined);
  if (weighed.length === 0) return texts.answer(requests, deliver, stopped);
  const generated = await texts.answer(
    requests.filter(({ options }) => options === undefined),
    deliver,
    stopped,
  );
  if (generated.failure !== undefined || stopped()) return generated;
  const measured = await weighOptions(ready, weighed, deliver, stopped);
  // What it remembers of the sequences is not in them any more.
  if (ready.lane.name === 'direct') generator = createGenerator(ready);
  return { delivered: generated.delivered + measured.delivered, failure: measured.failure };
}

function createGenerator(ready: LoadedCandidate): Generator {
  const { lane } = ready;
  return lane.name === 'direct'
    ? new DirectGenerator(ready, lane.context)
    : new ClassesGenerator(ready, lane.context);
}

/** Time spent decoding since this was last asked; null unless it is measured. */
async function decodeTime(): Promise<number | null> {
  if (!measuring || loaded === undefined) return null;
  await log.take();
  await loaded.lane.context.printTimings();
  return parseDecodeTime(await log.take());
}

async function handle<K extends CallName>(call: K, question: Question<K>, id: number): Promise<void> {
  const result = await handlers[call](question, id);
  aborted.delete(id);
  send({ generation, id, kind: 'answer', result });
}

async function close(): Promise<void> {
  closing = true;
  // A decoding may run on another thread; what it works on is freed only after it.
  await answering;
  // The GPU's memory is given back in order before the process ends; Metal aborts otherwise.
  if (loaded?.lane.name === 'direct') loaded.lane.context.free();
  await loaded?.llama.dispose();
  process.exit(0);
}

process.on('message', (frame: ParentFrame) => {
  if (frame.generation !== generation) return;
  switch (frame.kind) {
    case 'call':
      // A rejection is a bug: it ends this process, and the parent reports its stack.
      void handle(frame.call, frame.question, frame.id);
      break;
    case 'abort':
      aborted.add(frame.id);
      break;
    case 'close':
      void close();
      break;
  }
});

// The parent is gone, in order or not. Nothing here is worth finishing, and a native call may be under way.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGKILL');
});
