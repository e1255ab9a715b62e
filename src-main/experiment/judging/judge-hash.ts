/** What makes a judge the judge that it is: everything that can change a grade. */
import { createHash } from 'node:crypto';
import type { Candidate } from '../../contract/candidate.ts';
import { canonicalJson } from '../../contract/canonical-json.ts';
import type { EngineDescription } from '../../contract/manifest.ts';
import { judgePromptVersion } from '../../scoring/judge/prompt.ts';

/**
 * The hash of a judge, once it is open: its weights or model, its settings, the engine as that describes itself, and the
 * prompt that this program writes. Where a file lies, and how many requests go out at a time, is no part of it.
 */
export function judgeHash(judge: Candidate, engine: EngineDescription): string {
  const { name, accepted, ...common } = judge;
  const model =
    common.engine === 'llama'
      ? { ...common, weights: common.weightsHashes }
      : {
          ...common,
          settings: null,
          keyVariable: null,
          keyringName: undefined,
          tokenizer: common.tokenizer?.hashes ?? null,
        };
  const text = canonicalJson(
    JSON.parse(JSON.stringify({ prompt: judgePromptVersion, model, engine: factsOf(engine) })),
  );
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
