/** Questions that need no loaded candidate: what a prompt looks like, which backends there are. */
import type { Backend } from '../../../contract/candidate.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import { loadFailure } from '../load-failure.ts';
import { continuationOf } from '../../continuation.ts';
import type { BackendProbe, RenderedPrompt, RenderQuestion } from '../protocol.ts';
import { backendOf, libraryFacts, loadLibrary } from './library.ts';
import type { NativeLog } from './native-log.ts';
import { chooseTemplate, promptMaker, type PromptMaker } from './prompt.ts';
import { bindTemplate, withMessages } from './renderers.ts';

/** Renders with a model's vocabulary alone: its weights are not read. */
export async function renderPrompt(
  question: RenderQuestion,
  log: NativeLog,
): Promise<Result<RenderedPrompt>> {
  const key = JSON.stringify([question.model, question.template, question.variables]);
  if (lastVocabulary?.key === key) return rendered(lastVocabulary.prompts, question);
  const library = await loadLibrary('cpu', 1, log);
  if (!library.ok) return library;
  const llama = library.data;
  if (question.model === undefined) {
    if (question.template === undefined) {
      return failure('usage', 'Neither a model nor a template is named.', { next: 'Name one of them.' });
    }
    const fixed = { bos_token: '', eos_token: '', ...question.variables };
    const bound = bindTemplate(llama, question.template, fixed);
    if (!bound.ok) return bound;
    const { renderer, render } = bound.data;
    const text = render(withMessages(fixed, question.messages));
    if (!text.ok) return text;
    return success({ text: text.data, renderer, template: { text: question.template, from: 'plan' } });
  }
  try {
    const model = await llama.loadModel({ modelPath: question.model, vocabOnly: true, gpuLayers: 0 });
    const template = chooseTemplate(model, question.model, question.template);
    if (!template.ok) return template;
    const prompts = promptMaker(llama, model, template.data, question.variables);
    if (!prompts.ok) return prompts;
    lastVocabulary = { key, prompts: prompts.data };
    return rendered(prompts.data, question);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, error: loadFailure(question.model, message, await log.take()) };
  }
}

/** What the last question was asked of: many prompts of one vocabulary come one after the other. */
let lastVocabulary: { readonly key: string; readonly prompts: PromptMaker } | undefined;

function rendered(prompts: PromptMaker, { messages, options }: RenderQuestion): Result<RenderedPrompt> {
  const prompt = prompts.make(messages);
  if (!prompt.ok) return prompt;
  const made = { ...prompt.data, renderer: prompts.renderer, template: prompts.template };
  if (options === undefined) return success(made);
  const { text } = prompt.data;
  const continued = prompts.continued(
    text,
    options.map((option) => continuationOf(text, option)),
  );
  return continued.ok ? success({ ...made, continued: continued.data }) : continued;
}

export async function probeBackend(backend: Backend, log: NativeLog): Promise<Result<BackendProbe>> {
  const library = await loadLibrary(backend, 1, log);
  if (!library.ok) return library;
  return success({ backend: backendOf(library.data), library: await libraryFacts(library.data) });
}
