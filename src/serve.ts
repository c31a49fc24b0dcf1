import { runCommandLine } from './commands/program/command-line.ts';
import { addServeCommand } from './commands/program/serve-command.ts';

/*
 * The program of `framepress serve`. Its bundle has only what the service needs: the command line as a whole
 * also draws, and would load the code for it.
 */
process.exitCode = await runCommandLine(process.argv.slice(2), [addServeCommand]);
