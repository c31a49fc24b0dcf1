import { Argument, type Command } from 'commander';
import { type AddCommands, runCommandLine } from './command-line.ts';
import { completionScript, SHELLS, type Shell } from './completion.ts';
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

/** Adds the command that prints a completion script. It is added last: the script has all commands before it. */
function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}
