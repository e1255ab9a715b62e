/** Writes and tokenises prompts with a GGUF file's vocabulary, in a process that stays: no weights are read. */
import type { Message } from '../../contract/item.ts';
import type { Result } from '../../contract/result.ts';
import { engineEnvironment } from './environment.ts';
import { ProcessHost } from './process-host.ts';
import type { RenderedPrompt } from './protocol.ts';
import { workerPath } from './worker-path.ts';

export interface PromptRenderer {
  /** The exact prompt and its token ids, as a candidate of this file gets them. */
  render(
    messages: readonly Message[],
    signal: AbortSignal,
    /** Put after the prompt, to be weighed. */
    options?: readonly string[],
  ): Promise<Result<RenderedPrompt>>;
  /** Resolves when the process is gone. Safe to call twice. */
  close(): Promise<void>;
}

const stopBudget = 10_000;

/** @param template in place of the file's own chat template */
export function openPromptRenderer(model: string, template: string | undefined): PromptRenderer {
  const environment = engineEnvironment(process.env);
  const host = new ProcessHost({ entry: workerPath(), generation: 1, environment, stopBudget });
  return {
    render: (messages, signal, options) =>
      host.call(
        'render',
        {
          model,
          messages,
          variables: {},
          ...(template === undefined ? {} : { template }),
          ...(options === undefined ? {} : { options }),
        },
        { signal },
      ),
    close: () => host.close(),
  };
}
