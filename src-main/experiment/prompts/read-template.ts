/** A prompt template as a person wrote it: parsed, and held to what a template can read. */
import { freeVariables } from '../../engine/llama/template/free-variables.ts';
import { parseTemplate } from '../../engine/llama/template/jinja.ts';
import {
  parsePromptTemplate,
  promptVariables,
  type PromptTemplate,
} from '../../items/few-shot/prompt-template.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { listWords } from '../../contract/presentation/words.ts';

/** A template that was held to what it can read. */
export interface ReadPromptTemplate extends PromptTemplate {
  /** Where it does not, no exemplar can come into a prompt. */
  readonly readsExemplars: boolean;
}

const known: ReadonlySet<string> = new Set(promptVariables);

/**
 * @param name what messages call it, such as `prompts/short.jinja` or `The prompt template of q4`
 *
 * Fails with `template_broken`: for a text that is no template, with its line; for a variable that there is not; and
 * for a template that shows nothing of what is asked, which would send the same prompt for every item.
 */
export function readPromptTemplate(text: string, name = 'The prompt template'): Result<ReadPromptTemplate> {
  const template = parsePromptTemplate(text, name);
  if (!template.ok) return template;
  const variables = freeVariables(parseTemplate(text));
  const unknown = variables.find((variable) => !known.has(variable));
  if (unknown !== undefined) {
    const line = lineWith(text, unknown);
    return failure('template_broken', `${name}, line ${line}: there is no variable ${unknown}.`, {
      next: `A prompt template can read ${listWords([...promptVariables])}.`,
      where: { line },
    });
  }
  if (variables.includes('input') || variables.includes('messages'))
    return success({ ...template.data, readsExemplars: variables.includes('exemplars') });
  return failure('template_broken', `${name} shows nothing of what an item asks.`, {
    next: 'Write {{ input }} where the question belongs.',
  });
}

/** The first line that has the word. */
function lineWith(text: string, word: string): number {
  const pattern = new RegExp(`(?<![\\w.])${word}(?!\\w)`);
  return text.split('\n').findIndex((line) => pattern.test(line)) + 1 || 1;
}
