/** From messages to token ids, byte for byte: the template's text, tokenised, and BOS exactly once. */
import type { Llama, LlamaModel, Token } from 'node-llama-cpp';
import type { Message } from '../../../contract/item.ts';
import type { BosRule } from '../../../contract/manifest.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import { bindTemplate, withMessages, type BoundTemplate } from './renderers.ts';

export interface Prompt {
  readonly text: string;
  readonly tokens: Token[];
  readonly bos: BosRule;
}

export interface ModelTemplate {
  readonly text: string;
  readonly from: 'model' | 'plan';
}

export interface PromptMaker {
  readonly template: ModelTemplate;
  readonly renderer: BoundTemplate['renderer'];
  readonly make: (messages: readonly Message[]) => Result<Prompt>;
  /** The ids of a prompt's text with each of the texts after it, in one piece. */
  readonly continued: (
    prompt: string,
    continuations: readonly string[],
  ) => Result<readonly (readonly Token[])[]>;
}

/** The plan's template, or else the model's own; a model without one is not given another. */
export function chooseTemplate(
  model: LlamaModel,
  file: string,
  planned: string | undefined,
): Result<ModelTemplate> {
  if (planned !== undefined) return success({ text: planned, from: 'plan' });
  const { tokenizer } = model.fileInfo.metadata as {
    readonly tokenizer?: { readonly chat_template?: unknown };
  };
  const own = tokenizer?.chat_template;
  if (typeof own === 'string' && own !== '') return success({ text: own, from: 'model' });
  return failure('template_missing', `${file}: the model has no chat template.`, {
    next: 'Take a file that has one, or name the template that the model was trained with (`template: PATH` in a plan).',
    where: { file },
  });
}

/**
 * Binds a template to a model.
 *
 * Special-token text inside of a message is read as the token itself, as llama.cpp's server does it: the text is
 * tokenised as one, so that it is the same bytes that the template wrote.
 *
 * @param variables set in every rendering beside `messages`, `bos_token` and `eos_token`
 */
export function promptMaker(
  llama: Llama,
  model: LlamaModel,
  template: ModelTemplate,
  variables: Readonly<Record<string, unknown>> = {},
): Result<PromptMaker> {
  const fixed = {
    bos_token: model.tokens.bosString ?? '',
    eos_token: model.tokens.eosString ?? '',
    ...variables,
  };
  const bound = bindTemplate(llama, template.text, fixed);
  if (!bound.ok) return bound;
  const { renderer, render } = bound.data;
  return success({
    template,
    renderer,
    make: (messages) => {
      const text = render(withMessages(fixed, messages));
      return text.ok ? tokenise(model, text.data) : text;
    },
    continued: (prompt, continuations) => {
      const wholes: Token[][] = [];
      for (const continuation of continuations) {
        const whole = tokenise(model, prompt + continuation);
        if (!whole.ok) return whole;
        wholes.push(whole.data.tokens);
      }
      return success(wholes);
    },
  });
}

/** Tokenises rendered text and applies the BOS rule. A second BOS changes a model's answers, so it is an error. */
function tokenise(model: LlamaModel, text: string): Result<Prompt> {
  const tokens = model.tokenize(text, true);
  const { bos } = model.tokens;
  const templateWritesBos = bos !== null && tokens[0] === bos;
  const modelAddsBos = bos !== null && model.tokens.shouldPrependBosToken;
  if (templateWritesBos && tokens[1] === bos) {
    return failure('bos_doubled', 'The rendered prompt begins with two beginning-of-sequence tokens.', {
      next: 'Take one of them out of the template: the token is never added where the template writes it.',
      detail: text.slice(0, 200),
    });
  }
  const prepend = modelAddsBos && !templateWritesBos;
  if (prepend) tokens.unshift(bos);
  const applied = templateWritesBos ? 'template' : prepend ? 'prepended' : 'none';
  return success({ text, tokens, bos: { modelAddsBos, templateWritesBos, applied } });
}
