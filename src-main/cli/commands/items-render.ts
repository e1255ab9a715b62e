import { Command } from 'commander';
import { renderItem, type RenderedItem } from '../../app/render-item.ts';
import { answer } from '../answer.ts';
import { dataOption, jsonOption, type DataOption, type JsonOption } from '../options.ts';
import { note } from '../terminal.ts';

interface RenderItemOptions extends DataOption, JsonOption {
  readonly candidate?: string;
  readonly item?: string;
}

export function renderItemCommand(): Command {
  return new Command('render')
    .description(
      'The exact prompt that a candidate of a plan gets for a dev item: exemplars, prompt template and chat template applied.',
    )
    .argument('<plan>', 'plan file (YAML)')
    .option('--candidate <name>', 'of the plan (default: its baseline)')
    .option('--item <id>', 'a dev item (default: the first)')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (planPath: string, { data, candidate, item, ...options }: RenderItemOptions) => {
      const rendered = await renderItem({
        dataFolder: data,
        planPath,
        ...(candidate === undefined ? {} : { candidate }),
        ...(item === undefined ? {} : { item }),
      });
      answer(rendered, options, (shown) => {
        for (const fact of facts(shown)) note(fact);
        return shown.prompt?.text ?? messagesText(shown);
      });
    });
}

function facts({ candidate, item, exemplars, prompt }: RenderedItem): string[] {
  const shown = exemplars.length === 0 ? 'no exemplars' : `exemplars ${exemplars.join(', ')}`;
  return [
    `${candidate}, dev item ${item}: ${shown}`,
    ...(prompt === null
      ? ['The server writes the prompt from these messages.']
      : [
          `rendered by ${prompt.renderer}, chat template from the ${prompt.template.from}`,
          ...(prompt.tokens ? [`${prompt.tokens.length} tokens`] : []),
        ]),
  ];
}

function messagesText({ messages }: RenderedItem): string {
  return messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
}
