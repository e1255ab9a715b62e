/** What makes a judge the judge that it is: everything that can change a grade. */
import { createHash } from 'node:crypto';
import type { Candidate } from '../../contract/candidate.ts';
import { canonicalJson } from '../../contract/canonical-json.ts';
import type { EngineDescription } from '../../contract/manifest.ts';
import { judgePromptVersion } from '../../scoring/judge/prompt.ts';

/**
 * The hash of a judge, once it is open: its weights or model, its settings, the engine as that describes itself, and the
 * prompt that this program writes. Where a file lies, and how many requests go out at a time, is no part of it.
 *
 * @param prompt its version; absent: of the one that asks for grades
 */
export function judgeHash(
  judge: Candidate,
  engine: EngineDescription,
  prompt: number | string = judgePromptVersion,
): string {
  // Undefined: no part of the hash.
  const nameless = { name: undefined, accepted: undefined };
  const model =
    judge.engine === 'llama'
      ? { ...judge, ...nameless, weights: undefined }
      : {
          ...judge,
          ...nameless,
          settings: undefined,
          keyVariable: undefined,
          keyringName: undefined,
          tokenizer: judge.tokenizer?.hashes,
        };
  const text = canonicalJson(JSON.parse(JSON.stringify({ prompt, model, engine: factsOf(engine) })));
  return createHash('sha256').update(text).digest('hex');
}

/** Of a file the library that runs it; of an endpoint what it says of itself. */
function factsOf(engine: EngineDescription): Readonly<Record<string, unknown>> {
  if (engine.engine === 'llama') {
    const { llamaCppRelease, backend } = engine;
    return { llamaCppRelease, backend };
  }
  const { server, version, fingerprint, root } = engine;
  return { server, version, fingerprint, root };
}
