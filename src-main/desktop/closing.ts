/** Closing: asks when something runs, pauses it, gives the data folder back, and only then lets the program end. */

export interface ClosingOptions {
  /** What runs, in words for a sentence that ends in "is running"; null: nothing does. */
  readonly busyWith: () => string | null;
  /** Asks the person; true: pause it and close. */
  readonly ask: (busy: string) => Promise<boolean>;
  /** Pauses what runs and resolves when all of it is stored. */
  readonly close: () => Promise<void>;
  /** Ends the program. */
  readonly finish: () => void;
}

export interface Closing {
  /** A person closes the window, or quits. Asked again while the question is open, nothing more happens. */
  wished(): Promise<void>;
  /** Without a question: whoever calls has asked, or cannot be asked. */
  now(): Promise<void>;
  /** Closing has begun and cannot be taken back. */
  begun(): boolean;
}

export function createClosing({ busyWith, ask, close, finish }: ClosingOptions): Closing {
  let state: 'open' | 'asking' | 'closing' = 'open';
  const begun = (): boolean => state === 'closing';

  async function now(): Promise<void> {
    if (state === 'closing') return;
    state = 'closing';
    await close();
    finish();
  }

  return {
    now,
    begun,
    wished: async () => {
      if (state !== 'open') return;
      const busy = busyWith();
      if (busy === null) {
        await now();
        return;
      }
      state = 'asking';
      const agreed = await ask(busy).catch(() => false);
      // It may have been closed without a question meanwhile.
      if (begun()) return;
      state = 'open';
      if (agreed) await now();
    },
  };
}
