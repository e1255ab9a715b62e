/** A program for an interpreter, and how it came to its end. */

/** The code under test, then the tests, which throw where it is wrong. */
export interface Program {
  readonly code: string;
  readonly tests: string;
  /** The name that the tests call. */
  readonly entryPoint?: string;
}

/** Only `passed` means that the tests ran to their last line. */
export const endings = ['passed', 'code_failed', 'tests_failed', 'no_entry_point'] as const;
export type Ending = (typeof endings)[number];

export interface ProgramRun {
  readonly ending: Ending;
  /** What was thrown, in the interpreter's words, cut to a few hundred characters. Empty where nothing was. */
  readonly message: string;
}
