#!/usr/bin/env node
/** The command line: reads the words, calls the app, prints what it says, ends with the exit code that it earned. */
import { Command, CommanderError } from 'commander';
import { calibrateCommand } from './commands/calibrate.ts';
import { compareCommand } from './commands/compare.ts';
import { demoCommand } from './commands/demo.ts';
import { divergenceCommand } from './commands/divergence.ts';
import { doctorCommand } from './commands/doctor.ts';
import { itemsCommand } from './commands/items.ts';
import { keyCommand } from './commands/key.ts';
import { modelsCommand } from './commands/models.ts';
import { noiseCommand } from './commands/noise.ts';
import { quantizeCommand } from './commands/quantize.ts';
import { reportCommand } from './commands/report.ts';
import { rescoreCommand } from './commands/rescore.ts';
import { reviewCommand } from './commands/review.ts';
import { runCommand } from './commands/run.ts';
import { scoreCommand } from './commands/score.ts';
import { serveCommand } from './commands/serve.ts';
import { sizeCommand } from './commands/size.ts';
import { startCommand } from './commands/start.ts';
import { trendCommand } from './commands/trend.ts';
import { exitCodes } from './exit-codes.ts';
import { note } from './terminal.ts';
import { version } from '../app/version.ts';

const program = new Command('noisefloor')
  .description('Tells you, offline, whether a quantised model is still good enough for your work.')
  .version(version())
  .showHelpAfterError('(add --help for the options)')
  .showSuggestionAfterError()
  .exitOverride();

/** Commander asks each command, nested ones too, whether it may end the process by itself: with 1, which means a verdict here. */
function withoutExit(command: Command): Command {
  command.commands.forEach(withoutExit);
  return command.exitOverride();
}

for (const command of [
  startCommand(),
  serveCommand(),
  demoCommand(),
  runCommand(),
  compareCommand(),
  scoreCommand(),
  rescoreCommand(),
  calibrateCommand(),
  reviewCommand(),
  itemsCommand(),
  modelsCommand(),
  keyCommand(),
  divergenceCommand(),
  noiseCommand(),
  quantizeCommand(),
  sizeCommand(),
  reportCommand(),
  trendCommand(),
  doctorCommand(),
])
  program.addCommand(withoutExit(command));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version come as errors with code 0; everything else is wrong usage, already explained on stderr.
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  } else {
    note('noisefloor: an error in Noisefloor itself. Please report it with the lines below.');
    note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = exitCodes.internal;
  }
}
