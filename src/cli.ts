import { Command, CommanderError, Option } from 'commander';
import { AppError } from './base/index.ts';
import { toAppError } from './system/index.ts';

/* Each command is imported only when it runs, because each loads its own libraries. */
/* Exit codes: 0 success, 1 failure, 2 invalid command or options. */

const program = new Command('framepress')
  .description('Produces videos from templates.')
  .exitOverride()
  .showHelpAfterError('(run it with --help to see its options)');
const json = () => new Option('--json', 'print the result as JSON');

program
  .command('serve')
  .description('run the service')
  .option('--port <number>', 'port to listen on (PORT, 4210)')
  .option('--host <address>', 'address to listen on (HOST, 127.0.0.1)')
  .option('--data-dir <folder>', 'folder for all stored data (FRAMEPRESS_DATA_DIR, ./data)')
  .addOption(
    new Option('--role <role>', 'the part of the service to run')
      .choices(['all', 'api', 'worker'])
      .default('all'),
  )
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/serve.ts').serveCommand>) =>
    (await import('./commands/serve.ts')).serveCommand(...given),
  );

const client = program.command('client').description('API clients');
const dataDir = () => new Option('--data-dir <folder>', 'data folder of the service');
client
  .command('create')
  .description('create a client; its id and secret are printed only now')
  .requiredOption('--name <name>', 'name of the client')
  .option('--account <account_id>', 'account of the client (acc_default)')
  .option(
    '--scope <scope>',
    'maximum scope of its tokens: resource[:action][:target], separated by commas (*)',
  )
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientCreateCommand>) =>
    (await import('./commands/client.ts')).clientCreateCommand(...given),
  );
client
  .command('list')
  .description('list the clients with their accounts and scopes')
  .option('--account <account_id>', 'list only the clients of this account')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientListCommand>) =>
    (await import('./commands/client.ts')).clientListCommand(...given),
  );
client
  .command('rotate <client_id>')
  .description('create a new secret; the old secret and all tokens become invalid immediately')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientRotateCommand>) =>
    (await import('./commands/client.ts')).clientRotateCommand(...given),
  );
client
  .command('revoke <client_id>')
  .description('remove a client and revoke its tokens immediately, including edit tokens')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientRevokeCommand>) =>
    (await import('./commands/client.ts')).clientRevokeCommand(...given),
  );

const token = program.command('token').description('access tokens');
token
  .command('create')
  .description('create an access token of a client; it is printed only now')
  .requiredOption('--client <client_id>', 'the client')
  .option('--scope <scope>', "scope of the token (the client's scope)")
  .option('--ttl <seconds>', 'validity; 0: unlimited (FRAMEPRESS_TOKEN_TTL_SECONDS)')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/token.ts').tokenCreateCommand>) =>
    (await import('./commands/token.ts')).tokenCreateCommand(...given),
  );

const account = program.command('account').description('accounts and their limits');
account
  .command('create <name>')
  .description('create an account; its id is printed')
  .addOption(dataDir())
  .addOption(json())
  .action(
    async (...given: Parameters<typeof import('./commands/account.ts').accountCreateCommand>) =>
      (await import('./commands/account.ts')).accountCreateCommand(...given),
  );
account
  .command('list')
  .description('list the accounts with their limits and use')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/account.ts').accountListCommand>) =>
    (await import('./commands/account.ts')).accountListCommand(...given),
  );
account
  .command('limits <account_id>')
  .description('change limits of an account (a number, none or default), and show all its limits')
  .option('--renders-at-once <limit>', 'renders and imports that run at once; others wait')
  .option('--queued-sessions <limit>', 'sessions and imports that wait or run')
  .option('--frames-per-day <limit>', 'frames of videos in a day (UTC)')
  .option('--stored-mb <limit>', 'stored files and mappings, in MB')
  .addOption(dataDir())
  .addOption(json())
  .action(
    async (...given: Parameters<typeof import('./commands/account.ts').accountLimitsCommand>) =>
      (await import('./commands/account.ts')).accountLimitsCommand(...given),
  );

const template = program.command('template').description('template packages');
template
  .command('add <file>')
  .description('store a package in a data folder; the running service imports it')
  .option('--name <name>', 'name of the template')
  .option('--language <tag>', 'language of the template', 'en')
  .option('--data-dir <folder>', 'data folder of the service')
  .addOption(json())
  .action(
    async (...given: Parameters<typeof import('./commands/template.ts').templateAddCommand>) =>
      (await import('./commands/template.ts')).templateAddCommand(...given),
  );
template
  .command('inspect <file>')
  .description('print the editables of a package and its warnings; needs no server')
  .addOption(json())
  .action(
    async (...given: Parameters<typeof import('./commands/template.ts').templateInspectCommand>) =>
      (await import('./commands/template.ts')).templateInspectCommand(...given),
  );

template
  .command('upgrade [version_ids...]')
  .description('import stored versions again after an update of Framepress, and print the changes')
  .option('--all', 'upgrade all versions from an older importer')
  .option('--force', 'upgrade also when mappings fill editables that would be removed')
  .option('--data-dir <folder>', 'data folder of the service, which may be running')
  .addOption(json())
  .action(
    async (
      ...given: Parameters<typeof import('./commands/template-upgrade.ts').templateUpgradeCommand>
    ) => (await import('./commands/template-upgrade.ts')).templateUpgradeCommand(...given),
  );

program
  .command('render <file>')
  .description('render a package to a video; needs no server')
  .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
  .addOption(
    new Option(
      '--out <file>',
      'output file; its extension sets the format (.mp4, .webm, .mov, .gif, .zip); can be repeated',
    )
      .argParser((path: string, before: string[] | undefined) => [...(before ?? []), path])
      .makeOptionMandatory(),
  )
  .addOption(
    new Option('--format <format>', 'output format, instead of the extension of --out').choices([
      ...['mp4', 'webm', 'mov', 'gif', 'png', 'jpeg'],
    ]),
  )
  .addOption(
    new Option('--codec <codec>', 'codec; in an MP4: h264 (default), hevc or av1').choices([
      ...['h264', 'hevc', 'av1', 'vp9', 'prores', 'gif', 'png', 'jpeg'],
    ]),
  )
  .option('--width <pixels>', "width of the video (the template's)")
  .option('--height <pixels>', "height of the video (the template's)")
  .option('--fps <number>', "frames per second (the template's)")
  .addOption(
    new Option('--quality <quality>', 'quality; a higher quality needs more encoder time')
      .choices(['draft', 'standard', 'high'])
      .default('standard'),
  )
  .option(
    '--frames <first:end>',
    'render only these frames, counted from the in-point; the end is not included',
  )
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/draw.ts').renderCommand>) =>
    (await import('./commands/draw.ts')).renderCommand(...given),
  );

program
  .command('still <file>')
  .description(
    'draw one frame to an image on white; also works for a Lottie file without editables',
  )
  .addOption(new Option('--at <seconds>', 'time from the start').conflicts(['frame', 'stillcut']))
  .addOption(
    new Option('--frame <number>', 'frame number, counted from the in-point').conflicts([
      'at',
      'stillcut',
    ]),
  )
  .addOption(new Option('--stillcut <name>', 'a named still').conflicts(['at', 'frame']))
  .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
  .requiredOption('--out <file>', 'the image to write: .png, .jpg, .jpeg or .webp')
  .addOption(
    new Option('--format <format>', 'format, instead of the extension of --out').choices([
      ...['png', 'jpeg', 'webp'],
    ]),
  )
  .option('--width <pixels>', "width of the image (the template's)")
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/still.ts').stillCommand>) =>
    (await import('./commands/still.ts')).stillCommand(...given),
  );

program
  .command('check <file>')
  .description('check a mapping against a package, as POST /v2/mappings/validate does')
  .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/check.ts').checkCommand>) =>
    (await import('./commands/check.ts')).checkCommand(...given),
  );

program
  .command('compose <file>')
  .description('write the composed Lottie as one self-contained file that any player can show')
  .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
  .requiredOption('--out <file>', 'the JSON to write')
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/draw.ts').composeCommand>) =>
    (await import('./commands/draw.ts')).composeCommand(...given),
  );

program
  .command('listen')
  .description('forward the events of a running service to a local web server, for development')
  .requiredOption(
    '--forward <url>',
    'URL that receives the events, such as http://localhost:3000/hook',
  )
  .option('--url <url>', 'URL of the service (PUBLIC_URL, or HOST and PORT)')
  .option('--token <token>', 'access token; without it a token is created in the data folder')
  .option('--secret <secret>', 'signing secret whsec_…; without it a new secret is printed')
  .option('--data-dir <folder>', 'data folder of the service')
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/listen.ts').listenCommand>) =>
    (await import('./commands/listen.ts')).listenCommand(...given),
  );

program
  .command('doctor')
  .description('check this machine for missing programs and fonts, and print how to install them')
  .option('--data-dir <folder>', 'data folder to check')
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/doctor.ts').doctorCommand>) =>
    (await import('./commands/doctor.ts')).doctorCommand(...given),
  );

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
}

function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const reported = toAppError(error);
  if (process.argv.includes('--json'))
    process.stdout.write(
      `${JSON.stringify({ error: { code: reported.code, message: reported.message, errors: reported.faults } })}\n`,
    );
  for (const { message, layer_path: layer, hint } of reported.faults) {
    process.stderr.write(
      `error: ${message}${layer ? `\n  layer: ${layer}` : ''}${hint ? `\n  hint: ${hint}` : ''}\n`,
    );
  }
  if (reported.code === 'internal')
    process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  else if (error instanceof AppError && error.cause instanceof Error && error.status >= 500)
    process.stderr.write(`  cause: ${error.cause.message}\n`);
  return reported.code === 'invalid_request' || reported.code === 'config_invalid' ? 2 : 1;
}
