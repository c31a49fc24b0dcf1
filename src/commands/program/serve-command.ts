import { type Command, Option } from 'commander';
import { jsonOption } from './options.ts';

/** Adds the command that runs the service. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service')
    .option('--port <number>', 'port to listen on (PORT, 4210)')
    .option('--host <address>', 'address to listen on (HOST, 127.0.0.1)')
    .option('--data-dir <folder>', 'folder for all stored data (FRAMEPRESS_DATA_DIR, ./data)')
    .addOption(
      new Option('--role <role>', 'the part of the service to run (FRAMEPRESS_ROLE, all)').choices([
        'all',
        'api',
        'worker',
      ]),
    )
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../serve.ts').serveCommand>) =>
      (await import('../serve.ts')).serveCommand(...args),
    );
}
