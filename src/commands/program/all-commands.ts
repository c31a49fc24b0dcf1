import { type AddCommands, runCommandLine } from './command-line.ts';
import { addCompletionCommand } from './completion-command.ts';
import { addRemoteCommands } from './remote-commands.ts';
import { addServeCommand } from './serve-command.ts';
import { addServiceCommands } from './service-commands.ts';
import { addTemplateCommands } from './template-commands.ts';

/** All commands of the program, in the order of its help. */
export const ALL_COMMANDS: readonly AddCommands[] = [
  addServeCommand,
  addServiceCommands,
  addTemplateCommands,
  addRemoteCommands,
  addCompletionCommand,
];

/** Runs any command of the program; see `runCommandLine`. */
export function runAnyCommand(args: readonly string[]): Promise<number> {
  return runCommandLine(args, ALL_COMMANDS);
}
