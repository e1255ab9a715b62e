/** The engine under test, through both of its lanes, from the parent's side of the process. */
import type { LlamaCandidate } from '../../src-main/contract/candidate.ts';
import type { Output } from '../../src-main/contract/output.ts';
import { engineEnvironment } from '../../src-main/engine/llama/environment.ts';
import { ProcessHost } from '../../src-main/engine/llama/process-host.ts';
import type { LibraryFacts } from '../../src-main/engine/llama/protocol.ts';
import { defaultSampling } from '../../src-main/engine/llama/settings.ts';
import { workerPath } from '../../src-main/engine/llama/worker-path.ts';
import type { Measured, Participant, Workload } from './measured.ts';

function candidate(work: Workload): LlamaCandidate {
  const { weights, system, context, maxTokens, parallel, flashAttention } = work;
  return {
    engine: 'llama',
    name: 'bench',
    weights,
    weightsHashes: [],
    ...(system === undefined ? {} : { system }),
    settings: {
      backend: 'cpu',
      gpuLayers: 0,
      context,
      parallel,
      batch: 512,
      threads: 1,
      flashAttention,
      cacheKeyType: 'f16',
      cacheValueType: 'f16',
      mmap: true,
      mode: 'fast',
    },
    sampling: { ...defaultSampling, maxTokens },
    accepted: [],
  };
}

export interface EngineParticipant extends Participant {
  /** Of the last round. */
  readonly answers: () => readonly Output[];
  readonly library: LibraryFacts;
}

export async function openEngine(work: Workload, lane: 'direct' | 'classes'): Promise<EngineParticipant> {
  const environment = engineEnvironment(process.env);
  const host = new ProcessHost({ entry: workerPath(), generation: 1, environment, stopBudget: 5000 });
  const classesOnly = lane === 'classes';
  const loaded = await host.call('load', { candidate: candidate(work), measure: true, classesOnly });
  if (!loaded.ok) throw new Error(`${loaded.error.message}\n${loaded.error.detail ?? ''}`);
  let answers: Output[] = [];
  return {
    name: `engine, ${lane} lane`,
    answers: () => answers,
    library: loaded.data.library,
    async round(): Promise<Measured> {
      answers = [];
      let last = 0;
      const started = performance.now();
      const done = await host.call(
        'generate',
        { requests: work.requests },
        {
          onOutputs: (outputs) => {
            answers.push(...outputs);
            last = performance.now();
          },
        },
      );
      if (!done.ok) throw new Error(done.error.message);
      const { decodeMs } = done.data;
      return {
        items: answers.length,
        tokens: answers.reduce((sum, { generatedTokens }) => sum + generatedTokens, 0),
        seconds: (last - started) / 1000,
        decodeSeconds: decodeMs === null ? null : decodeMs / 1000,
      };
    },
    close: () => host.close(),
  };
}
