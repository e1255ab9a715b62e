/** Work that goes on in the app, looked at from time to time while somebody looks. */
import { createStore } from 'zustand/vanilla';
import type { Failure, Result } from '../../src-main/contract/result.ts';

interface FollowedState<Work> {
  /** What is worked on, such as a model; null: nobody looks. */
  readonly subject: string | null;
  /** Null before the first answer. */
  readonly work: Work | null;
  /** Why it could not be read or started. */
  readonly error: Failure | null;
  /** A start or stop is on its way. */
  readonly busy: boolean;
}

/** Milliseconds between two looks at work that goes on. */
const interval = 300;

interface Following<Work> {
  readonly ask: (subject: string) => Promise<Result<Work>>;
  readonly goesOn: (work: Work) => boolean;
  /** It went on when last looked at, and does no more. */
  readonly ended?: () => void;
}

export function createFollowed<Work>({ ask, goesOn, ended }: Following<Work>) {
  const nothing: FollowedState<Work> = { subject: null, work: null, error: null, busy: false };
  const store = createStore<FollowedState<Work>>(() => nothing);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(subject: string, answer: Result<Work>): void {
    const { subject: shown, work: before } = store.getState();
    // Another one is looked at by now.
    if (shown !== subject) return;
    clearTimeout(timer);
    if (!answer.ok) {
      store.setState({ error: answer.error, busy: false });
      return;
    }
    store.setState({ work: answer.data, error: null, busy: false });
    if (goesOn(answer.data)) timer = setTimeout(() => void look(subject), interval);
    else if (before !== null && goesOn(before)) ended?.();
  }

  async function look(subject: string): Promise<void> {
    take(subject, await ask(subject));
  }

  return {
    store,
    look: async (subject: string): Promise<void> => {
      if (store.getState().subject !== subject) store.setState({ ...nothing, subject });
      await look(subject);
    },
    /** The work goes on; it is only looked at no more. */
    leave: (): void => {
      clearTimeout(timer);
      store.setState(nothing);
    },
    start: async (subject: string, answer: () => Promise<Result<Work>>): Promise<void> => {
      store.setState({ busy: true, error: null });
      take(subject, await answer());
    },
    stop: async (answer: (subject: string) => Promise<Result<unknown>>): Promise<void> => {
      const { subject } = store.getState();
      if (subject === null) return;
      store.setState({ busy: true });
      const stopped = await answer(subject);
      if (stopped.ok) await look(subject);
      else take(subject, stopped);
    },
  };
}
