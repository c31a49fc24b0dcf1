import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type Shell } from './completion.ts';

/** Adds the command that prints a completion script. It is added last: the script has all commands before it. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}
