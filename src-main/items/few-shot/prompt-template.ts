/** The prompt of an item as a candidate wants it: exemplars before it, and a Jinja template around it. */
import { Template } from '@huggingface/jinja';
import type { Item, Message } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { Exemplar } from './exemplars.ts';

/** A template that was parsed. */
export interface PromptTemplate {
  readonly source: string;
  readonly parsed: Template;
}

/** Fails with `template_broken`. */
export function parsePromptTemplate(source: string): Result<PromptTemplate> {
  try {
    return success({ source, parsed: new Template(source) });
  } catch (error) {
    return broken('cannot be read', error);
  }
}

/** Prompts are of some thousand characters; a loop that writes millions is a mistake in the template. */
const longestPrompt = 4 * 1024 * 1024;

/**
 * Messages to send for an item.
 *
 * Without a template each exemplar is a turn of the user and one of the assistant, after the system message. With one,
 * the template's text takes the place of the last user message; it sees `input` (that message), `system`, `messages`,
 * `exemplars` (each with input and answer), `options` of a choice, `id`, `stratum` and `band`, and nothing of the
 * answer. As in chat templates, the line end right after a tag is dropped. Fails with `template_broken`, also for an empty prompt.
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
    });
  } catch (error) {
    return broken(`fails on the item ${item.id}`, error);
  }
  if (text.trim() === '') return broken(`gives an empty prompt for the item ${item.id}`);
  if (text.length > longestPrompt)
    return broken(`gives a prompt of ${text.length} characters for the item ${item.id}`);
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

function broken(what: string, error?: unknown): Result<never> {
  return failure('template_broken', `The prompt template ${what}.`, {
    next: 'Correct the template; docs/item-sets.md lists what it can use.',
    ...(error instanceof Error ? { detail: error.message } : {}),
  });
}
