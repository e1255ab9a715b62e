/** Loads a candidate: library, weights, context, template. */
import type { Llama, Token } from 'node-llama-cpp';
import type { LlamaCandidate } from '../../../contract/candidate.ts';
import { success, type Result } from '../../../contract/result.ts';
import { freeMemory } from '../../../machine/free-memory.ts';
import { checkDeviceMemory } from '../gguf/device-memory.ts';
import { inspectGguf } from '../gguf/inspect.ts';
import type { LoadedModel } from '../protocol.ts';
import type { Vocabulary } from './answer.ts';
import { loadLane, type LoadOptions, type LoadedLane } from './lane.ts';
import { backendOf, libraryFacts, loadLibrary } from './library.ts';
import type { NativeLog } from './native-log.ts';
import { chooseTemplate, promptMaker } from './prompt.ts';

/** A candidate that is ready to answer. */
export interface LoadedCandidate extends Vocabulary {
  readonly llama: Llama;
  readonly lane: LoadedLane;
}

export interface Loading {
  readonly ready: LoadedCandidate;
  readonly facts: LoadedModel;
}

export async function loadCandidate(
  candidate: LlamaCandidate,
  log: NativeLog,
  options: LoadOptions = {},
): Promise<Result<Loading>> {
  const started = performance.now();
  const { settings, weights } = candidate;
  const library = await loadLibrary(settings.backend, settings.threads, log);
  if (!library.ok) return library;
  const llama = library.data;
  // Before the weights are there, so that the device's free memory is what the load began with.
  const facts = await libraryFacts(llama);
  if (facts.deviceMemory !== null) {
    const description = await inspectGguf(weights);
    if (!description.ok) return description;
    const free = { device: facts.deviceMemory.free, machine: await freeMemory() };
    const fitting = checkDeviceMemory(description.data, settings, free);
    if (!fitting.ok) return fitting;
  }
  const loaded = await loadLane(llama, facts, candidate, log, options);
  if (!loaded.ok) return loaded;
  const { model, lane } = loaded.data;
  const template = chooseTemplate(model, weights, candidate.template);
  if (!template.ok) return template;
  const prompts = promptMaker(llama, model, template.data);
  if (!prompts.ok) return prompts;
  const sample = prompts.data.make([{ role: 'user', content: 'Which day follows Monday?' }]);
  if (!sample.ok) return sample;
  const loadSeconds = (performance.now() - started) / 1000;
  const endings = new Map<Token, boolean>();
  const endsGeneration = (token: Token): boolean => {
    let ends = endings.get(token);
    if (ends === undefined) {
      ends = model.isEogToken(token);
      endings.set(token, ends);
    }
    return ends;
  };
  return success({
    ready: { candidate, llama, model, lane, prompts: prompts.data, endsGeneration },
    facts: {
      library: facts,
      lane: { name: lane.name, reason: lane.reason },
      readings: { ...loaded.data.readings, backend: backendOf(llama) },
      memory: loaded.data.memory,
      architecture: model.fileInfo.metadata.general.architecture,
      parameters: model.fileInsights.totalParameters,
      trainContext: model.trainContextSize,
      template: { ...template.data, renderer: prompts.data.renderer },
      bos: sample.data.bos,
      loadSeconds,
      log: loaded.data.log,
    },
  });
}
