/** The two template engines, and which of them a template gets. */
import type { Llama } from 'node-llama-cpp';
import type { Message } from '../../../contract/item.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import type { Renderer } from '../protocol.ts';
import { templateDate } from '../settings.ts';
import { compileTemplate, completeVariables, type TemplateVariables } from '../template.ts';

/** A template bound to the engine that renders it. */
export interface BoundTemplate {
  readonly renderer: Renderer;
  readonly render: (variables: TemplateVariables) => Result<string>;
}

/** What every rendering gets beside the messages. */
export interface FixedVariables {
  readonly bos_token: string;
  readonly eos_token: string;
  readonly [name: string]: unknown;
}

/**
 * Chats that a template is tried with before it is used. A template may refuse a system message or a second turn by
 * its own word, and then both engines fail alike; an engine that fails where the other does not is the weaker one.
 */
const trials: readonly (readonly Message[])[] = [
  [{ role: 'user', content: 'Which day follows Monday?' }],
  [
    { role: 'system', content: 'Answer in one word.' },
    { role: 'user', content: 'Which day follows Monday?' },
  ],
  [
    { role: 'user', content: 'Which day follows Monday?' },
    { role: 'assistant', content: 'Tuesday.' },
    { role: 'user', content: 'And then?' },
  ],
];

/**
 * Binds a template to @huggingface/jinja, or, where that cannot render what llama.cpp's own engine can, to llama.cpp's.
 * Never to another template. Fails with `template_broken` and both reasons.
 */
export function bindTemplate(llama: Llama, template: string, fixed: FixedVariables): Result<BoundTemplate> {
  const engines = [huggingFaceEngine(template), llamaCppEngine(llama, template)];
  const tried = engines.map((engine) => ({
    engine,
    results: trials.map((messages) => engine.render(withMessages(fixed, messages))),
  }));
  // A stable sort: at a tie the first engine stays first.
  const [best] = tried.toSorted((a, b) => successes(b.results) - successes(a.results));
  if (best !== undefined && successes(best.results) > 0) return success(best.engine);
  const reasons = tried.map(({ engine, results }) => `${engine.renderer}: ${firstReason(results)}`);
  return failure('template_broken', 'Neither template engine can render the chat template.', {
    next: 'Correct the template, or name one that works (`template: PATH` in a plan).',
    where: { field: 'template' },
    detail: reasons.join('\n'),
  });
}

export function withMessages(fixed: FixedVariables, messages: readonly Message[]): TemplateVariables {
  return { add_generation_prompt: true, ...fixed, messages };
}

function successes(results: readonly Result<string>[]): number {
  return results.filter((result) => result.ok).length;
}

function firstReason(results: readonly Result<string>[]): string {
  const [first] = results.flatMap((result) => (result.ok ? [] : [result.error.message]));
  return first ?? 'no reason given';
}

function huggingFaceEngine(text: string): BoundTemplate {
  const compiled = compileTemplate(text);
  return {
    renderer: 'huggingface-jinja',
    render: (variables) => (compiled.ok ? compiled.data.render(variables, templateDate) : compiled),
  };
}

/** The part of node-llama-cpp's bindings that holds llama.cpp's template engine. It is not part of its public face. */
interface JinjaBindings {
  readonly AddonJinjaRenderer: new (template: string) => {
    readonly render: (variables: Readonly<Record<string, unknown>>) => string;
  };
}

function llamaCppEngine(llama: Llama, text: string): BoundTemplate {
  const compiled = attempt(() => {
    const { _bindings } = llama as unknown as { readonly _bindings?: Partial<JinjaBindings> };
    const JinjaRenderer = _bindings?.AddonJinjaRenderer;
    if (JinjaRenderer === undefined) throw new Error('this build of node-llama-cpp does not offer it');
    return new JinjaRenderer(text);
  });
  return {
    renderer: 'llama.cpp-jinja',
    render: (variables) =>
      compiled.ok ? attempt(() => compiled.data.render(completeVariables(variables))) : compiled,
  };
}

function attempt<T>(work: () => T): Result<T> {
  try {
    return success(work());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure('template_broken', reason.trim(), { where: { field: 'template' } });
  }
}
