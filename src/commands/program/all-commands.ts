import { type AddCommands, runCommandLine } from './command-line.ts';
import { addRemoteCommands } from './remote-commands.ts';
import { addServeCommand } from './serve-command.ts';
import { addServiceCommands } from './service-commands.ts';
import { addTemplateCommands } from './template-commands.ts';

const ALL: readonly AddCommands[] = [
  addServeCommand,
  addServiceCommands,
  addTemplateCommands,
  addRemoteCommands,
];

/** Runs any command of the program; see `runCommandLine`. */
export function runAnyCommand(args: readonly string[]): Promise<number> {
  return runCommandLine(args, ALL);
}
