import { Command } from 'commander';
import { deleteServerKey, listServerKeys, putServerKey } from '../../app/endpoint-keys.ts';
import { answer } from '../answer.ts';
import { jsonOption, type JsonOption } from '../options.ts';
import { readSecret } from '../read-secret.ts';

export function keyCommand(): Command {
  const key = new Command('key').description(
    'Keys of servers in the keyring of this system: a plan names one with api_key_keyring.',
  );
  key.addCommand(setCommand());
  key.addCommand(listCommand());
  key.addCommand(deleteCommand());
  return key;
}

function setCommand(): Command {
  return new Command('set')
    .description(
      'Put a key into the keyring. It is asked for, or read from the standard input; never an argument.',
    )
    .argument('<name>', 'what to call it, such as vllm-box')
    .addOption(jsonOption())
    .action(async (name: string, options: JsonOption) => {
      const typed = await readSecret(`Key for ${name} (not shown): `);
      const put = typed.ok ? await putServerKey(name, typed.data) : typed;
      answer(put, options, ({ replaced }) =>
        replaced ? `The key ${name} was replaced.` : `The key ${name} is in the keyring.`,
      );
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('Name the keys that are in the keyring.')
    .addOption(jsonOption())
    .action(async (options: JsonOption) => {
      answer(await listServerKeys(), options, (names) =>
        names.length === 0
          ? 'No keys yet. `noisefloor key set NAME` puts one into the keyring.'
          : names.join('\n'),
      );
    });
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete a key from the keyring.')
    .argument('<name>', 'what it is called')
    .addOption(jsonOption())
    .action(async (name: string, options: JsonOption) => {
      answer(await deleteServerKey(name), options, () => `The key ${name} was deleted.`);
    });
}
