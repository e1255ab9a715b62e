/** Why a model did not load. The library throws errors without a reason; the reason is in its log. */
import { failure, type Failure, type FailureCode } from '../../contract/result.ts';

/** What llama.cpp and its backends say when memory does not suffice, on the machine or on a device. */
const outOfMemory =
  /(InsufficientMemory|insufficient memory|not enough (?:v?ram|memory)|failed to allocate|unable to allocate|out of (?:device )?memory|OutOf\w*Memory|cudaMalloc failed|cannot allocate memory|too large for the available)/i;

/** Said in passing where memory that the processor shares with a device is not to be had: it goes on with other memory. */
const passing = /pinned memory/i;

/** What to do about it. */
export const memoryAdvice =
  'Lower context or parallel, put fewer layers on the GPU, or close other programs.';

/**
 * A device has room for all, and takes no single tensor of that size (Vulkan's maxStorageBufferRange): one layer's part of
 * the cache, mostly. ggml finds no place to compute with it and ends the process.
 */
const pieceTooLarge = /pre-allocated tensor \(cache_\S+\) in a buffer \(\S+\) that cannot run the operation/;

/** ggml prints the functions that an abort came through after its words; gdb does, where it is there. */
const traced = /^(?:#\d+ |\[New |\S+\[0x[\da-f]+\]$)/;

/** What was said shortly before an end: an older warning does not explain it. */
function lastSaid(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !traced.test(line)).slice(-20);
}

/** Whether one of the last lines before an end speaks of memory that did not suffice. */
export function speaksOfMemory(lines: readonly string[]): boolean {
  return lastSaid(lines).some(
    (line) => pieceTooLarge.test(line) || (!passing.test(line) && outOfMemory.test(line)),
  );
}

/**
 * What a native abort says goes past the logger, straight to the error stream: ggml's own with file and line, CUDA's, and
 * an exception of a driver that nothing caught. Undefined where the last lines have none.
 */
export function abortReason(lines: readonly string[]): string | undefined {
  const last = lastSaid(lines).findLast((line) => abortLine.test(line));
  if (last !== undefined && pieceTooLarge.test(last))
    return `${last.replace(place, '')} (larger than the device takes in one piece)`;
  return last?.replace(place, '').trim();
}

const place = /^\S+\.\w+:\d+: /;
const abortLine = /GGML_ASSERT|GGML_ABORT|CUDA error|^\s+what\(\): |^\S+\.(?:c|cpp|cu|h|m|hip):\d+: /;

interface Cause {
  readonly pattern: RegExp;
  readonly code: FailureCode;
  readonly say: (file: string, detail: string) => string;
  readonly next: string;
}

const causes: readonly Cause[] = [
  {
    pattern: /unknown model architecture: '([^']*)'/,
    code: 'gguf_unsupported',
    say: (file, name) => `${file}: the architecture '${name}' is unknown to the llama.cpp in this program.`,
    next: 'Use a model whose architecture it knows, or a newer version of this program.',
  },
  {
    pattern: /(?:not within the file bounds|model is corrupted or incomplete)/,
    code: 'gguf_cut_off',
    say: (file) => `${file}: the file ends before its tensors do.`,
    next: 'Copy or download the file again and compare its size.',
  },
  {
    pattern: /(?:invalid magic|Invalid GGUF magic)/i,
    code: 'gguf_not_gguf',
    say: (file) => `${file}: this is not a GGUF file.`,
    next: 'Choose a file that ends in .gguf and was made by llama.cpp or a compatible tool.',
  },
  {
    pattern: /tensor '([^']*)' has invalid data/,
    code: 'model_load_failed',
    say: (file, tensor) => `${file}: tensor '${tensor}' holds values that are not numbers.`,
    next: 'Make or download the file again: its contents are damaged.',
  },
  {
    pattern: outOfMemory,
    code: 'memory_insufficient',
    say: (file) => `${file}: there is not enough free memory for the model with these settings.`,
    next: memoryAdvice,
  },
  {
    pattern: /quantized V cache (?:was requested|requires)/i,
    code: 'model_load_failed',
    say: (file) => `${file}: a quantised value cache needs flash attention.`,
    next: 'Switch flash attention on, or keep the value cache at f16.',
  },
];

/**
 * The failure behind an error of the library, dug from its log.
 *
 * @param message the error's own words
 * @param log native log lines up to the error
 */
export function loadFailure(file: string, message: string, log: readonly string[]): Failure {
  const detail = [message, ...log.slice(-20)].join('\n');
  const where = { file };
  for (const line of [...log.toReversed(), message]) {
    if (passing.test(line)) continue;
    for (const cause of causes) {
      const found = cause.pattern.exec(line);
      if (found !== null) {
        const { code, say, next } = cause;
        return failure(code, say(file, found[1] ?? ''), { next, where, detail }).error;
      }
    }
  }
  return failure('model_load_failed', `${file}: the model did not load: ${reasonIn(log) ?? message}.`, {
    next: 'Check that the file loads in llama.cpp itself; the detail holds the last lines of its log.',
    where,
    detail,
  }).error;
}

/** The library's own words, without the names of the functions that they came through. */
function reasonIn(log: readonly string[]): string | undefined {
  for (const line of log.toReversed()) {
    const found = /^\w+: error loading model: (?:error loading model \w+: )?(.+)$/.exec(line);
    if (found?.[1] !== undefined) return found[1].trim();
  }
  return log.findLast((line) => /error|fail/i.test(line) && !passing.test(line))?.trim();
}
