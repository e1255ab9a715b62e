/** The child: loads what its lane needs, gives up what it does not need any more, and answers. */
import type { Lane } from '../../scoring.ts';
import type { ChildFrame, ParentFrame, Question } from '../protocol.ts';
import { lockDown } from './lock-down.ts';
import { within } from './within.ts';

/** Gets ready for one question, and gives the work that answers it; what either throws ends the child. */
export type Answerer = (question: Question) => Promise<() => unknown>;

/** Milliseconds beyond a question's own limit. */
const grace = 10_000;

const lane = process.argv[2] as Lane | 'python-image';
const generation = Number(process.argv[3]);

async function load(): Promise<Answerer | null> {
  switch (lane) {
    case 'pattern':
      return (await import('./pattern.ts')).answerPatterns;
    case 'javascript':
      return (await import('./javascript.ts')).loadJavaScript();
    case 'python':
      return (await import('./python.ts')).loadPython();
    case 'python-image':
      return (await import('./python.ts')).writeImage();
  }
}

const answerer = await load();
if (answerer !== null) {
  const channel = lockDown();
  const answer = async ({ question, limit }: ParentFrame): Promise<void> => {
    const work = await answerer(question);
    const given = within(work, limit + grace);
    channel.send({ generation, kind: 'answer', answer: given } satisfies ChildFrame);
  };
  channel.receive((frame: ParentFrame) => {
    if (frame.generation === generation) void answer(frame);
  });
  channel.send({ generation, kind: 'ready' } satisfies ChildFrame);
}
