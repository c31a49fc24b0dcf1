import type { Command } from 'commander';
import { addBatchCommands } from './batch-commands.ts';
import { choiceOptions, jsonOption } from './options.ts';

/** Adds the commands for a running service, which they reach over HTTP. */
export function addRemoteCommands(program: Command): void {
  program
    .command('login')
    .description('store the credentials of a client of a running service, after a check')
    .option('--url <url>', 'URL of the service (FRAMEPRESS_URL)')
    .option('--client-id <client_id>', 'id of the client (FRAMEPRESS_CLIENT_ID)')
    .option(
      '--client-secret <file>',
      'file with the secret, - for standard input (FRAMEPRESS_CLIENT_SECRET)',
    )
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/login.ts').loginCommand>) =>
      (await import('../remote/login.ts')).loginCommand(...args),
    );
  program
    .command('logout')
    .description('remove the stored credentials')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/login.ts').logoutCommand>) =>
      (await import('../remote/login.ts')).logoutCommand(...args),
    );
  program
    .command('push <file>')
    .description('upload a package to the service and wait for its import')
    .option('--name <name>', 'name of the template')
    .option('--language <tag>', 'language of the template (en)')
    .option('--template <template_id>', 'add a version to this template')
    .option('--style <template_style_id>', 'add a version to this style')
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/push.ts').pushCommand>) =>
      (await import('../remote/push.ts')).pushCommand(...args),
    );
  program.commands
    .find((command) => command.name() === 'template')
    ?.command('retry <version_id>')
    .description('import a failed version of the service again, such as after a busy time')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/retry-import.ts').retryImport>) =>
      (await import('../remote/retry-import.ts')).retryImport(...args),
    );
  program
    .command('renders')
    .description('list the newest render sessions')
    .option('--follow', 'print also each later change of a status')
    .option('--status <statuses>', 'only these statuses, separated by commas')
    .option('--limit <number>', 'number of sessions (20)')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/renders.ts').rendersCommand>) =>
      (await import('../remote/renders.ts')).rendersCommand(...args),
    );
  program
    .command('watch <ids...>')
    .description('show the progress of render sessions and batches until all have ended')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/watch.ts').watchCommand>) =>
      (await import('../remote/watch.ts')).watchCommand(...args),
    );
  addBatchCommands(program);
  program
    .command('pull <id>')
    .description('download the videos of a session, or the ZIP file of a batch')
    .option('--out <path>', 'file or folder (the current folder)')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/pull.ts').pullCommand>) =>
      (await import('../remote/pull.ts')).pullCommand(...args),
    );
  program
    .command('types <file_or_version>')
    .description("write the TypeScript type of a template's mapping")
    .option('--name <name>', 'name of the type (that of the template)')
    .option('--out <file>', 'file to write (standard output)')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/types.ts').typesCommand>) =>
      (await import('../remote/types.ts')).typesCommand(...args),
    );
  program
    .command('mcp')
    .description(
      'serve the tools for agents (Model Context Protocol) over standard input and output',
    )
    .action(async () => (await import('../remote/mcp.ts')).mcpCommand());
}
