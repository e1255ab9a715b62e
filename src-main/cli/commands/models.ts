import { Command, InvalidArgumentError, Option } from 'commander';
import {
  inspectModel,
  lookAtEndpoint,
  renderPrompt,
  type InspectedModel,
  type EndpointLook,
} from '../../app/models.ts';
import { serverWords } from '../../contract/presentation/endpoint-words.ts';
import { formatBytes, formatCount } from '../../contract/presentation/numbers.ts';
import { exitCodeOfFailure, exitCodes } from '../exit-codes.ts';
import { answer, columns } from '../answer.ts';
import { onInterrupt } from '../interruption.ts';
import { jsonOption, positiveInteger, type JsonOption } from '../options.ts';
import { failureText, note, print, printJson } from '../terminal.ts';

export function modelsCommand(): Command {
  const models = new Command('models').description(
    'Look at GGUF files and at endpoints without running them.',
  );
  models.addCommand(inspectCommand());
  models.addCommand(renderCommand());
  models.addCommand(askCommand());
  return models;
}

interface InspectCommandOptions extends JsonOption {
  readonly hash?: boolean;
  readonly context?: number;
  readonly parallel?: number;
}

function inspectCommand(): Command {
  return new Command('inspect')
    .description('Architecture, quantisation, tensor types, size, template, and the memory it needs here.')
    .argument('<files...>', 'GGUF files; of a split model any part')
    .option('--hash', 'also the sha256 of the weights (reads the whole file)')
    .option('--context <n>', 'tokens of context for each sequence', positiveInteger)
    .option('--parallel <n>', 'sequences decoded together', positiveInteger)
    .addOption(jsonOption())
    .action(async (files: string[], options: InspectCommandOptions) => {
      const inspected: InspectedModel[] = [];
      process.exitCode = exitCodes.done;
      for (const file of files) {
        const model = await inspectModel(file, { ...options, hash: options.hash ?? false });
        if (model.ok) {
          inspected.push(model.data);
          if (!options.json) print(`${modelWords(file, model.data)}\n`);
        } else {
          // The others are still worth looking at.
          note(failureText(model.error));
          process.exitCode = exitCodeOfFailure(model.error);
        }
      }
      if (options.json) printJson(inspected);
    });
}

function modelWords(file: string, model: InspectedModel): string {
  const { description } = model;
  const types = Object.entries(description.tensorTypes)
    .sort(([, one], [, other]) => other - one)
    .map(([type, tensors]) => `${tensors} ${type}`)
    .join(', ');
  const rows = [
    ['name', description.name ?? '–'],
    ['architecture', description.architecture],
    ['parameters', formatCount(description.parameters)],
    ['quantisation', description.quantisation ?? 'not said'],
    ['tensors', types],
    [
      'size',
      `${formatBytes(description.size)}${description.files.length > 1 ? ` in ${description.files.length} files` : ''}`,
    ],
    [
      'context',
      description.trainContext === null ? '–' : `trained on ${formatCount(description.trainContext)} tokens`,
    ],
    [
      'template',
      description.template === null ? 'none' : `${formatCount(description.template.length)} characters`,
    ],
    ...(model.hashes ?? []).map((hash) => ['sha256', hash]),
    [
      'memory',
      `about ${formatBytes(model.memory.total)} for ${model.settings.parallel} sequences of ${formatCount(model.settings.context)} tokens; ${formatBytes(model.memoryFree)} are free`,
    ],
    ...(model.tooLarge === null ? [] : [['', model.tooLarge]]),
    ...description.warnings.map((warning) => ['warning', warning.message]),
  ];
  return `${file}\n${columns(rows)}`;
}

interface AskOptions extends JsonOption {
  readonly model?: string;
  readonly apiKeyEnv?: string;
  readonly apiKeyKeyring?: string;
}

function askCommand(): Command {
  return new Command('ask')
    .description('What a server with an OpenAI-compatible endpoint says of itself and of its models.')
    .argument('<url>', 'its address, such as http://127.0.0.1:8000/v1')
    .option('--model <name>', 'of which model (default: the first that it lists)')
    .addOption(
      new Option('--api-key-env <variable>', 'the environment variable that holds its key').conflicts(
        'apiKeyKeyring',
      ),
    )
    .option('--api-key-keyring <name>', 'the key of that name in the system’s keyring (`noisefloor key set`)')
    .addOption(jsonOption())
    .action(async (url: string, options: AskOptions) => {
      const interrupt = onInterrupt();
      const look = await lookAtEndpoint(url, {
        ...(options.model === undefined ? {} : { model: options.model }),
        ...(options.apiKeyEnv === undefined ? {} : { keyVariable: options.apiKeyEnv }),
        ...(options.apiKeyKeyring === undefined ? {} : { keyringName: options.apiKeyKeyring }),
        signal: interrupt.signal,
      });
      interrupt.release();
      answer(look, options, lookWords);
    });
}

function lookWords({ endpoint, models, model, identity, tokenizer }: EndpointLook): string {
  const known = (value: string | number | null): string => (value === null ? 'not said' : String(value));
  const rows = [
    ['server', identity === null ? 'not known' : serverWords(identity)],
    ['models', models.length === 0 ? 'none' : models.join(', ')],
    ...(identity === null || model === null
      ? []
      : [
          ['model', model],
          ['its name there', known(identity.root)],
          ['context', identity.context === null ? 'not said' : `${formatCount(identity.context)} tokens`],
          ['quantisation', known(identity.quantisation)],
          ['tokenizer', tokenizer ? 'lent: equal prompts can be proved' : 'not lent'],
          ...identity.facts.map(({ name, value }) => [name, value]),
        ]),
  ];
  return `${endpoint}\n${columns(rows)}`;
}

interface RenderOptions extends JsonOption {
  readonly messages?: string;
  readonly set: Record<string, string | number | boolean | null>;
}

function renderCommand(): Command {
  return new Command('render')
    .description('The exact prompt that a model will see, and its token ids when a model is given.')
    .argument('<model-or-template>', 'GGUF file, or a file with a Jinja template')
    .option('--messages <file>', 'JSON: a list of {"role","content"}')
    .option('--set <name=value>', 'a variable for the template, such as enable_thinking=false', variable, {})
    .addOption(jsonOption())
    .action(async (path: string, options: RenderOptions) => {
      const rendered = await renderPrompt({
        path,
        variables: options.set,
        ...(options.messages === undefined ? {} : { messagesPath: options.messages }),
      });
      answer(rendered, options, (prompt) => {
        const facts = [`rendered by ${prompt.renderer}, template from the ${prompt.template.from}`];
        if (prompt.bos) facts.push(`BOS: ${prompt.bos.applied}`);
        if (prompt.tokens) facts.push(`${prompt.tokens.length} tokens: ${prompt.tokens.join(' ')}`);
        for (const fact of facts) note(fact);
        return prompt.text;
      });
    });
}

/** JSON values where they are such, else text: enable_thinking=false is a boolean, name=Ada is not. */
function variable(
  text: string,
  earlier: Record<string, string | number | boolean | null>,
): Record<string, string | number | boolean | null> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('give name=value.');
  const value = text.slice(at + 1);
  const plain = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(value);
  return {
    ...earlier,
    [text.slice(0, at)]: plain ? (JSON.parse(value) as number | boolean | null) : value,
  };
}
