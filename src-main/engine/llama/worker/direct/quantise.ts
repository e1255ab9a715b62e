/** Has llama.cpp write a quantised version of a model. */
import { existsSync } from 'node:fs';
import { failure, success, type Result } from '../../../../contract/result.ts';
import type { QuantisedType } from '../../../../contract/quantisation.ts';
import { parseQuantisedSize } from '../../quantise-log.ts';
import type { QuantiseAnswer, QuantiseQuestion } from '../../protocol.ts';
import { libraryFacts, loadLibrary } from '../library.ts';
import type { NativeLog } from '../native-log.ts';
import { bindLibrary, type Bound } from './bind.ts';

/** `llama_ftype`. */
const fileTypes: Readonly<Record<QuantisedType, number>> = {
  Q4_0: 2,
  Q4_1: 3,
  Q8_0: 7,
  Q5_0: 8,
  Q5_1: 9,
  Q2_K: 10,
  Q3_K_S: 11,
  Q3_K_M: 12,
  Q3_K_L: 13,
  Q4_K_S: 14,
  Q4_K_M: 15,
  Q5_K_S: 16,
  Q5_K_M: 17,
  Q6_K: 18,
  IQ4_NL: 25,
  IQ3_S: 26,
  IQ3_M: 27,
  IQ4_XS: 30,
};

interface Loaded {
  readonly llamaCppRelease: string;
  readonly bound: Bound;
}

let library: Promise<Result<Loaded>> | undefined;

/** A process may quantise several times, and has one library. */
function loadOnce(threads: number, log: NativeLog): Promise<Result<Loaded>> {
  library ??= loadLibrary('cpu', threads, log).then(async (loaded) => {
    if (!loaded.ok) return loaded;
    const { llamaCppRelease, libraries } = await libraryFacts(loaded.data);
    return success({ llamaCppRelease, bound: bindLibrary(llamaCppRelease, libraries) });
  });
  return library;
}

export async function quantise(
  { source, target, type, pure, threads, dryRun }: QuantiseQuestion,
  log: NativeLog,
): Promise<Result<QuantiseAnswer>> {
  const loaded = await loadOnce(threads, log);
  if (!loaded.ok) return loaded;
  const { llamaCppRelease, bound } = loaded.data;
  if (!bound.ok) {
    return failure('backend_unavailable', `Nothing can be quantised here: ${bound.reason}.`, {
      next: "Use llama.cpp's own llama-quantize, and add the file on the Models screen.",
    });
  }
  const native = bound.library;
  await log.take();
  const parameters = {
    ...native.model_quantize_default_params(),
    nthread: threads,
    ftype: fileTypes[type],
    pure,
    dry_run: dryRun,
  };
  const code = await new Promise<number>((resolve, reject) => {
    native.model_quantize.async(source, target, parameters, (error: Error | null, result: number) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
  const lines = await log.take();
  if (code === 0 && (dryRun || existsSync(target)))
    return success({ size: parseQuantisedSize(lines), llamaCppRelease });
  const reason = lines.findLast((line) => /failed to quantize|error|requires/i.test(line)) ?? `code ${code}`;
  return failure('quantisation_failed', `${source} could not be quantised to ${type}: ${reason}`, {
    next: 'The detail says what llama.cpp met. A source in BF16, F16 or F32 works best.',
    where: { file: source },
    detail: lines.slice(-30).join('\n'),
  });
}
