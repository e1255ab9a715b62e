/** What a chat template does, found out by reading it and by rendering small conversations with it. */
import { createHash } from 'node:crypto';
import type { Message } from '../../../contract/item.ts';
import type { Result } from '../../../contract/result.ts';
import { compileTemplate, type TemplateVariables } from '../template.ts';
import { freeVariables } from './free-variables.ts';
import { parseTemplate } from './jinja.ts';

/** Renders one fixed template, with whichever engine. */
export type Render = (variables: TemplateVariables) => Result<string>;

export interface TemplateTraits {
  /** sha256 over the template's UTF-8, hexadecimal. */
  readonly hash: string;
  /** The rendered prompt begins with the model's BOS text; null where the model has none or nothing renders. */
  readonly writesBos: boolean | null;
  /** A system message is in the prompt, is left out in silence, or makes rendering fail; null where nothing renders. */
  readonly systemRole: 'written' | 'dropped' | 'refused' | null;
  /** What `add_generation_prompt` puts at the end; empty: nothing. Null where that cannot be told. */
  readonly generationPrompt: string | null;
  /** Variables read from the caller, sorted, such as `enable_thinking`; null where the template cannot be parsed. */
  readonly variables: readonly string[] | null;
  /** The prompt may hold the current date or time. */
  readonly readsClock: boolean;
}

export interface SpecialTexts {
  /** Text of the model's BOS and EOS tokens; empty where it has none. */
  readonly bos: string;
  readonly eos: string;
}

const systemProbe = 'Noisefloor probes the system role.';
const question: Message = { role: 'user', content: 'Noisefloor probes the user role.' };

/** 2000-01-01T00:00:00Z: any fixed time does, nothing of it is kept. */
const probeTime = new Date(Date.UTC(2000, 0, 1));

/** The template's sha256 over its UTF-8, hexadecimal: what the manifest records. */
export function hashTemplate(template: string): string {
  return createHash('sha256').update(template, 'utf8').digest('hex');
}

/** Describes a template; `render` is the engine to try it with, our own unless another is given. */
export function describeTemplate(
  template: string,
  texts: SpecialTexts,
  render: Render = ownRenderer(template),
): TemplateTraits {
  const conversation = (messages: readonly Message[], generation = true): string | null => {
    const rendered = render({
      messages,
      add_generation_prompt: generation,
      bos_token: texts.bos,
      eos_token: texts.eos,
    });
    return rendered.ok ? rendered.data : null;
  };
  const plain = conversation([question]);
  const withSystem = conversation([{ role: 'system', content: systemProbe }, question]);
  const some = plain ?? withSystem;
  const variables = variablesOf(template);
  return {
    hash: hashTemplate(template),
    writesBos: some === null || texts.bos === '' ? null : some.startsWith(texts.bos),
    systemRole: systemRole(plain, withSystem),
    generationPrompt: plain === null ? null : suffix(plain, conversation([question], false)),
    variables,
    readsClock: variables?.includes('strftime_now') ?? template.includes('strftime_now'),
  };
}

function systemRole(plain: string | null, withSystem: string | null): TemplateTraits['systemRole'] {
  if (withSystem === null) return plain === null ? null : 'refused';
  return withSystem.includes(systemProbe) ? 'written' : 'dropped';
}

function ownRenderer(template: string): Render {
  const compiled = compileTemplate(template);
  return (variables) => (compiled.ok ? compiled.data.render(variables, probeTime) : compiled);
}

function variablesOf(template: string): readonly string[] | null {
  try {
    return freeVariables(parseTemplate(template));
  } catch {
    return null;
  }
}

function suffix(long: string, short: string | null): string | null {
  return short !== null && long.startsWith(short) ? long.slice(short.length) : null;
}
