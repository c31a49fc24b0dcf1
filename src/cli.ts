import { Command, CommanderError, Option } from 'commander';
import { AppError } from './base/index.ts';
import { toAppError } from './system/index.ts';

/* Commands are loaded when they are called: each brings its own libraries. */
/* Exit codes: 0 done, 1 it failed, 2 the command was not understood. */

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
  .option('--data-dir <folder>', 'where everything is kept (FRAMEPRESS_DATA_DIR, ./data)')
  .addOption(
    new Option('--role <role>', 'which part to run')
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
  .description('make a client and print its id and secret, once')
  .requiredOption('--name <name>', 'what to call it')
  .option(
    '--scope <scope>',
    'what its tokens may do at most: resource[:action][:target], separated by commas (*)',
  )
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientCreateCommand>) =>
    (await import('./commands/client.ts')).clientCreateCommand(...given),
  );
client
  .command('list')
  .description('list the clients with their scopes')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientListCommand>) =>
    (await import('./commands/client.ts')).clientListCommand(...given),
  );
client
  .command('rotate <client_id>')
  .description('give a client a new secret; the old secret and its tokens end at once')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientRotateCommand>) =>
    (await import('./commands/client.ts')).clientRotateCommand(...given),
  );
client
  .command('revoke <client_id>')
  .description('remove a client and end its tokens at once, those of editors included')
  .addOption(dataDir())
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/client.ts').clientRevokeCommand>) =>
    (await import('./commands/client.ts')).clientRevokeCommand(...given),
  );

const template = program.command('template').description('templates');
template
  .command('add <file>')
  .description('add a package to the service of a data folder; a running service imports it')
  .option('--name <name>', 'what to call it')
  .option('--language <tag>', 'its language', 'en')
  .option('--data-dir <folder>', 'data folder of the service')
  .addOption(json())
  .action(
    async (...given: Parameters<typeof import('./commands/template.ts').templateAddCommand>) =>
      (await import('./commands/template.ts')).templateAddCommand(...given),
  );
template
  .command('inspect <file>')
  .description('tell the editables of a package and what will not look right; needs no server')
  .addOption(json())
  .action(
    async (...given: Parameters<typeof import('./commands/template.ts').templateInspectCommand>) =>
      (await import('./commands/template.ts')).templateInspectCommand(...given),
  );

template
  .command('upgrade [version_ids...]')
  .description('import stored versions again after an update of Framepress, and say what changed')
  .option('--all', 'all versions that an older importer has made')
  .option('--force', 'also where mappings fill editables that would go')
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
  .option('--mapping <file>', 'JSON with "resources"; without it the template shows its examples')
  .addOption(
    new Option(
      '--out <file>',
      'the file to write, whose name says what it is (.mp4, .webm, .mov, .gif, .zip); several are drawn at once',
    )
      .argParser((path: string, before: string[] | undefined) => [...(before ?? []), path])
      .makeOptionMandatory(),
  )
  .addOption(
    new Option('--format <format>', 'what to write, whatever the name says').choices([
      ...['mp4', 'webm', 'mov', 'gif', 'png', 'jpeg'],
    ]),
  )
  .addOption(
    new Option('--codec <codec>', 'h264 (by itself), hevc or av1 in an MP4').choices([
      ...['h264', 'hevc', 'av1', 'vp9', 'prores', 'gif', 'png', 'jpeg'],
    ]),
  )
  .option('--width <pixels>', "another width than the template's")
  .option('--height <pixels>', "another height than the template's")
  .option('--fps <number>', "other frames a second than the template's")
  .addOption(
    new Option('--quality <quality>', 'how much encoder time to spend')
      .choices(['draft', 'standard', 'high'])
      .default('standard'),
  )
  .option(
    '--frames <first:end>',
    'only these frames, counted from the in-point, the end not included',
  )
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/draw.ts').renderCommand>) =>
    (await import('./commands/draw.ts')).renderCommand(...given),
  );

program
  .command('still <file>')
  .description('draw one frame to an image, on white; also of a Lottie file without editables')
  .addOption(new Option('--at <seconds>', 'time from the start').conflicts(['frame', 'stillcut']))
  .addOption(
    new Option('--frame <number>', 'frame, counted from the in-point').conflicts([
      'at',
      'stillcut',
    ]),
  )
  .addOption(new Option('--stillcut <name>', 'a named still').conflicts(['at', 'frame']))
  .option('--mapping <file>', 'JSON with "resources"; without it the template shows its examples')
  .requiredOption('--out <file>', 'the image to write: .png, .jpg, .jpeg or .webp')
  .addOption(
    new Option('--format <format>', 'the format, whatever the name says').choices([
      ...['png', 'jpeg', 'webp'],
    ]),
  )
  .option('--width <pixels>', "another width than the template's")
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/still.ts').stillCommand>) =>
    (await import('./commands/still.ts')).stillCommand(...given),
  );

program
  .command('check <file>')
  .description('check a mapping against a package, as POST /v2/mappings/validate does')
  .option('--mapping <file>', 'JSON with "resources"; without it the template shows its examples')
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/check.ts').checkCommand>) =>
    (await import('./commands/check.ts')).checkCommand(...given),
  );

program
  .command('compose <file>')
  .description('write the composed, self-contained Lottie, which any player can draw')
  .option('--mapping <file>', 'JSON with "resources"; without it the template shows its examples')
  .requiredOption('--out <file>', 'the JSON to write')
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/draw.ts').composeCommand>) =>
    (await import('./commands/draw.ts')).composeCommand(...given),
  );

program
  .command('listen')
  .description('forward the events of a running service to a web server here, for development')
  .requiredOption('--forward <url>', 'where to send them, such as http://localhost:3000/hook')
  .option('--url <url>', 'address of the service (PUBLIC_URL, or HOST and PORT)')
  .option('--token <token>', 'access token; without it one is made in the data folder')
  .option('--secret <secret>', 'whsec_… to sign with; without it a new one is printed')
  .option('--data-dir <folder>', 'data folder of the service')
  .addOption(json())
  .action(async (...given: Parameters<typeof import('./commands/listen.ts').listenCommand>) =>
    (await import('./commands/listen.ts')).listenCommand(...given),
  );

program
  .command('doctor')
  .description('tell what is missing on this machine, and the command that cures it')
  .option('--data-dir <folder>', 'data folder to look at')
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
