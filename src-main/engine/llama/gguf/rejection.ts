import type { Failure, FailureCode } from '../../../contract/result.ts';

/**
 * Carries a failure out of the reader's depths to `inspectGguf`, where it becomes a Result. It never leaves this
 * folder: the header is read by some forty small steps, and checking a Result after each would bury the format.
 */
export class GgufRejection extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function reject(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): never {
  throw new GgufRejection({ code, message, ...more });
}

const copyAgain =
  'Download or copy the file again and compare its size and sha256 with the source; convert or quantise again if the source is damaged too.';

/** The file ends before what its header announces. `missing` bytes, at least. */
export function rejectCutOff(file: string, missing: number, field: string): never {
  const bytes = missing === 1 ? '1 byte is' : `${missing} bytes are`;
  reject('gguf_cut_off', `${file} is cut off: at least ${bytes} missing, in ${field}.`, {
    next: copyAgain,
    where: { file, field },
  });
}

/** The file's weights end early; the header is whole, so the count is exact. */
export function rejectCutOffWeights(file: string, missing: number, tensor: string): never {
  const bytes = missing === 1 ? '1 byte is' : `${missing} bytes are`;
  reject(
    'gguf_cut_off',
    `${file} is cut off: ${bytes} missing at the end; the first tensor that is not whole is ${tensor}.`,
    { next: copyAgain, where: { file, field: tensor } },
  );
}

/** A number in the header that no sound file has. */
export function rejectHostile(file: string, field: string, what: string): never {
  reject('gguf_hostile', `${file} declares ${what} (${field}): the file is damaged or made to do harm.`, {
    next: 'Do not load it; get the file again from a source that you trust and compare its sha256.',
    where: { file, field },
  });
}
