/** The child: loads what its lane needs, gives up what it does not need any more, and answers. */
import type { Lane } from '../../scoring.ts';
import type { ChildFrame, ParentFrame, Question } from '../protocol.ts';
import { lockDown } from './lock-down.ts';

/** Answers one question at a time; what it throws ends the child. */
export type Answerer = (question: Question) => Promise<unknown>;

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

const answer = await load();
if (answer !== null) {
  const channel = lockDown();
  channel.receive((frame: ParentFrame) => {
    if (frame.generation !== generation) return;
    void answer(frame.question).then((given) => {
      channel.send({ generation, kind: 'answer', answer: given } satisfies ChildFrame);
    });
  });
  channel.send({ generation, kind: 'ready' } satisfies ChildFrame);
}
