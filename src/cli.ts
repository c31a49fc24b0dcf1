import { runCommandLine } from './commands/program/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
