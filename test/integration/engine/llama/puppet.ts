/** A child process that behaves as the test says, well or badly, over the engine's own protocol. */
import type { ChildFrame, ParentFrame } from '../../../../src-main/engine/llama/protocol.ts';
import type { Output } from '../../../../src-main/contract/output.ts';

const generation = Number(process.argv[2]);

function send(frame: ChildFrame): void {
  process.send?.(frame);
}

function answer(id: number, text: string, as = generation): void {
  send({ generation: as, id, kind: 'answer', result: { ok: true, data: { text } } });
}

function output(itemId: string): Output {
  const hashes = { promptHash: 'p', tokenHash: 't' };
  const counts = { promptTokens: 1, generatedTokens: 1, firstTokenMs: 1, totalMs: 1 };
  return { itemId, sample: 0, text: '', finish: 'end', ...hashes, ...counts };
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

const parts: Readonly<Record<string, (id: number) => void>> = {
  answer: (id) => {
    answer(id, 'good');
  },
  'answer twice': (id) => {
    answer(id, 'first');
    answer(id, 'second');
  },
  'answer for a former generation first': (id) => {
    answer(id, 'late', generation - 1);
    answer(id, 'good');
  },
  'answer a call that nobody made': (id) => {
    answer(id + 1000, 'stray');
    answer(id, 'good');
  },
  'send outputs, then die': (id) => {
    send({ generation, id, kind: 'part', outputs: [output('a'), output('b')] });
    send({ generation: generation - 1, id, kind: 'part', outputs: [output('late')] });
    send({ generation, id, kind: 'part', outputs: [output('c')] });
    process.kill(process.pid, 'SIGKILL');
  },
  'log, complain and abort': () => {
    send({ generation, id: 0, kind: 'log', lines: ['load_tensors: loading'] });
    process.stderr.write('/build/loader.cpp:12: GGML_ASSERT(heads > 0) failed\n', () => {
      process.kill(process.pid, 'SIGABRT');
    });
  },
  'complain and be killed': () => {
    process.stderr.write('/build/ggml.c:12: falling back\n', () => {
      process.kill(process.pid, 'SIGKILL');
    });
  },
  'run out of memory': () => {
    // What ggml-cuda.cu writes before it aborts.
    process.stderr.write('CUDA error: out of memory\n  current device: 0\n', () => {
      process.kill(process.pid, 'SIGABRT');
    });
  },
  'exit with 3': () => {
    process.exit(3);
  },
  'say nothing': () => undefined,
  'never end': (id) => {
    answer(id, 'good');
    for (;;) Math.sqrt(2);
  },
  'tell the environment': (id) => {
    answer(id, JSON.stringify(process.env));
  },
};

process.on('message', (frame: ParentFrame) => {
  if (frame.kind === 'close') process.exit(0);
  if (frame.kind === 'call' && frame.call === 'render') {
    const [behaviour, said] = frame.question.messages;
    // What was said comes back twice: in a part, as outputs do, and as the answer.
    if (behaviour?.content === 'repeat' && said !== undefined) {
      const outputs = [{ ...output('said'), text: said.content, tokens: Array.from(said.content, codeOf) }];
      send({ generation, id: frame.id, kind: 'part', outputs });
      answer(frame.id, said.content);
    } else if (behaviour?.content === 'give the variables back') {
      send({
        generation,
        id: frame.id,
        kind: 'answer',
        result: { ok: true, data: { text: '', variables: frame.question.variables } },
      });
    } else parts[behaviour?.content ?? '']?.(frame.id);
  }
});
process.on('disconnect', () => {
  process.exit(0);
});
