/** Loads the model named on the command line and generates a token; prints `loaded` or `refused`, unless it is killed. */
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';

const [, , modelPath = ''] = process.argv;
const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled, maxThreads: 1 });
try {
  const model = await llama.loadModel({ modelPath, gpuLayers: 0 });
  const context = await model.createContext({ contextSize: 256, flashAttention: false, threads: 1 });
  for await (const token of context
    .getSequence()
    .evaluate(model.tokenize('<s>hello', true), { temperature: 0 })) {
    if (token >= 0) break;
  }
  process.stdout.write('loaded');
} catch {
  process.stdout.write('refused');
}
process.exit(0);
