/** Chat templates, rendered with @huggingface/jinja. Why not the engine's own way: docs/decisions/0003. */
import type { Message } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { formatTime } from './template/format-time.ts';
import { parseTemplate, runTemplate, type TemplateNode } from './template/jinja.ts';
import { stripCharacters, stripName, withPythonStrip } from './template/strip-characters.ts';

/**
 * What a template sees, under the names that templates use. `tools` and `documents` are none where they are absent,
 * as in the reference (apply_chat_template of Transformers); every other absent variable is undefined.
 */
export interface TemplateVariables {
  readonly messages: readonly Message[];
  readonly add_generation_prompt: boolean;
  readonly bos_token: string;
  readonly eos_token: string;
  readonly tools?: readonly unknown[] | null;
  readonly enable_thinking?: boolean;
  readonly [name: string]: unknown;
}

export interface CompiledTemplate {
  /** Renders with the given variables; `now` is what `strftime_now` reads, in UTC. Fails with `template_broken`. */
  readonly render: (variables: TemplateVariables, now: Date) => Result<string>;
}

/** The longest list that `range` may make: templates count messages, and a runaway loop must end. */
const longestRange = 100_000;

/** Parses a template once, for many renderings. Fails with `template_broken`. */
export function compileTemplate(template: string): Result<CompiledTemplate> {
  let program: TemplateNode;
  try {
    program = withPythonStrip(parseTemplate(template));
  } catch (error) {
    return failure('template_broken', `The chat template cannot be parsed: ${reasonOf(error)}`, {
      next: 'Correct it, name a working one (`template: PATH` in a plan), or get a file whose template was repaired.',
      where: { field: 'template' },
    });
  }
  return success({
    render: (variables, now) => {
      try {
        const rendered = runTemplate(program, { ...templateGlobals(now), ...completeVariables(variables) });
        if (typeof rendered === 'string') return success(rendered);
        return renderingFailed('the template did not yield text');
      } catch (error) {
        if (error instanceof RaisedByTemplate) return refusedByTemplate(error.message);
        return renderingFailed(reasonOf(error));
      }
    },
  });
}

/**
 * Renders a chat template to the prompt's text. The same arguments give the same text: no clock is read, `now` (in
 * UTC) is what the template's `strftime_now` sees. Fails with `template_broken`, with the template's own words where
 * it calls `raise_exception`.
 */
export function renderTemplate(template: string, variables: TemplateVariables, now: Date): Result<string> {
  const compiled = compileTemplate(template);
  return compiled.ok ? compiled.data.render(variables, now) : compiled;
}

/** The variables with the reference's defaults filled in, for whichever engine renders them. */
export function completeVariables(variables: TemplateVariables): Record<string, unknown> {
  return { tools: null, documents: null, ...variables };
}

class RaisedByTemplate extends Error {}

function templateGlobals(now: Date): Record<string, unknown> {
  return {
    true: true,
    True: true,
    false: false,
    False: false,
    none: null,
    None: null,
    range,
    [stripName]: stripCharacters,
    strftime_now: (format: unknown) => formatTime(now, String(format)),
    raise_exception: (message: unknown) => {
      throw new RaisedByTemplate(typeof message === 'string' ? message : 'no reason given');
    },
  };
}

/** Python's range. */
function range(first: unknown, second?: unknown, third?: unknown): number[] {
  const start = second === undefined ? 0 : Number(first);
  const stop = Number(second ?? first);
  const step = third === undefined ? 1 : Number(third);
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= longestRange)) throw new Error(`range of ${length} elements`);
  return Array.from({ length }, (_, index) => start + index * step);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function renderingFailed(reason: string): ReturnType<typeof failure> {
  return failure('template_broken', `The chat template cannot be rendered: ${reason}`, {
    next: 'Correct it, or name a working one (`template: PATH` in a plan).',
    where: { field: 'template' },
  });
}

function refusedByTemplate(message: string): ReturnType<typeof failure> {
  return failure('template_broken', `The chat template refuses these messages: ${message}`, {
    next: 'Change the messages to what the template accepts, or name another template (`template: PATH` in a plan).',
    where: { field: 'template' },
    detail: message,
  });
}
