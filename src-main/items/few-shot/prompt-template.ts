/** The prompt of an item as a candidate wants it: exemplars before it, and a Jinja template around it. */
import { Template } from '@huggingface/jinja';
import type { Item, Message } from '../../contract/item.ts';
import { failure, success, type Place, type Result } from '../../contract/result.ts';
import type { Exemplar } from './exemplars.ts';
import { templateFault } from './template-line.ts';

/** A template that was parsed. */
export interface PromptTemplate {
  readonly source: string;
  readonly parsed: Template;
}

/** What a template may read. Nothing of the answer is among it. */
export const promptVariables = [
  'input',
  'system',
  'messages',
  'exemplars',
  'options',
  'id',
  'stratum',
  'band',
] as const;

/** Fails with `template_broken`, with the line. `name` is what the messages call it. */
export function parsePromptTemplate(source: string, name = 'The prompt template'): Result<PromptTemplate> {
  const fault = templateFault(source);
  if (fault !== null) {
    const place = fault.line === null ? '' : `, line ${fault.line}`;
    return broken(`${name}${place}: ${fault.reason}.`, fault.line === null ? {} : { line: fault.line });
  }
  return success({ source, parsed: new Template(source) });
}

/** Prompts are of some thousand characters; a loop that writes millions is a mistake in the template. */
const longestPrompt = 4 * 1024 * 1024;

/**
 * Messages to send for an item.
 *
 * Without a template each exemplar is a turn of the user and one of the assistant, after the system message. With one,
 * the template's text takes the place of the last user message; it sees `input` (that message), `system`, `messages`,
 * `exemplars` (each with input and answer), `options` of a choice, `id`, `stratum` and `band`, and nothing of the
 * answer. As in chat templates, the line end right after a tag is dropped. Fails with `template_broken`, also for an
 * empty prompt.
 */
export function composePrompt(
  item: Item,
  exemplars: readonly Exemplar[],
  template?: PromptTemplate,
): Result<readonly Message[]> {
  if (template === undefined) return success(withTurns(item.messages, exemplars));
  const last = item.messages.findLastIndex(({ role }) => role === 'user');
  const asked = item.messages[last];
  if (asked === undefined) return success(item.messages);
  const failed = (what: string, error?: unknown): Result<never> =>
    broken(`The prompt template ${what} the item ${item.id}.`, { item: item.id }, error);
  let text: string;
  try {
    text = template.parsed.render({
      id: item.id,
      input: asked.content,
      system: item.messages.find(({ role }) => role === 'system')?.content ?? '',
      messages: item.messages.map((message) => ({ ...message })),
      exemplars: exemplars.map(({ input, answer }) => ({ input, answer })),
      options: item.check.kind === 'choice' ? [...item.check.options] : [],
      stratum: item.stratum,
      band: item.band ?? '',
    } satisfies Record<(typeof promptVariables)[number], unknown>);
  } catch (error) {
    return failed('fails on', error);
  }
  if (text.trim() === '') return failed('gives an empty prompt for');
  if (text.length > longestPrompt) return failed(`gives a prompt of ${text.length} characters for`);
  return success(
    item.messages.map((message, index) => (index === last ? { ...message, content: text } : message)),
  );
}

function withTurns(messages: readonly Message[], exemplars: readonly Exemplar[]): Message[] {
  const systems = messages.filter(({ role }) => role === 'system');
  const others = messages.filter(({ role }) => role !== 'system');
  const shown = exemplars.flatMap(({ input, answer }): Message[] => [
    { role: 'user', content: input },
    { role: 'assistant', content: answer },
  ]);
  return [...systems, ...shown, ...others];
}

function broken(message: string, where: Place, error?: unknown): Result<never> {
  return failure('template_broken', message, {
    next: 'Correct the template; docs/item-sets.md lists what it can use.',
    ...(Object.keys(where).length === 0 ? {} : { where }),
    ...(error instanceof Error ? { detail: error.message } : {}),
  });
}
