/** node-llama-cpp's own classes in a plain loop, in this process: no messages, hashes, stop strings or templates. */
import { getLlama } from 'node-llama-cpp';
import type { Measured, Participant, Workload } from './measured.ts';

/** @param prompts the rendered prompts, as the engine under test had them */
export async function openPlainClasses(work: Workload, prompts: readonly string[]): Promise<Participant> {
  const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: work.weights, gpuLayers: 0 });
  const context = await model.createContext({
    contextSize: work.context,
    sequences: work.parallel,
    batchSize: 512,
    flashAttention: work.flashAttention,
    threads: 1,
  });
  const sequences = Array.from({ length: work.parallel }, () => context.getSequence());
  const tokenised = prompts.map((prompt) => model.tokenize(prompt, true));
  return {
    name: "library's classes, plain loop",
    async round(): Promise<Measured> {
      let tokens = 0;
      const waiting = tokenised.values();
      const started = performance.now();
      await Promise.all(
        sequences.map(async (sequence) => {
          for (const prompt of waiting) {
            await sequence.clearHistory();
            let generated = 0;
            for await (const token of sequence.evaluate(prompt, { temperature: 0, yieldEogToken: true })) {
              if (model.isEogToken(token)) break;
              generated += 1;
              if (generated === work.maxTokens) break;
            }
            tokens += generated;
          }
        }),
      );
      const seconds = (performance.now() - started) / 1000;
      return { items: tokenised.length, tokens, seconds, decodeSeconds: null };
    },
    close: () => llama.dispose(),
  };
}
