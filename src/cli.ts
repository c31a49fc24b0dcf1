import { runAnyCommand } from './commands/program/all-commands.ts';

process.exitCode = await runAnyCommand(process.argv.slice(2));
