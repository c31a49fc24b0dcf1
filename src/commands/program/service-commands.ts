import { type Command, Option } from 'commander';
import { dataDirOption, jsonOption } from './options.ts';

/** Adds the commands that use the data folder of the service. */
export function addServiceCommands(program: Command): void {
  program
    .command('migrate')
    .description('create or update the tables of the database')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../cluster/migrate.ts').migrateCommand>) =>
      (await import('../cluster/migrate.ts')).migrateCommand(...args),
    );

  program
    .command('top')
    .description('show the queue and the running renders; in a terminal until Ctrl-C')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../cluster/top.ts').topCommand>) =>
      (await import('../cluster/top.ts')).topCommand(...args),
    );

  program
    .command('studio')
    .description('print a link that opens the studio of a running service, once within 10 minutes')
    .addOption(
      new Option('--role <role>', 'what the person may do')
        .choices(['viewer', 'editor', 'admin'])
        .default('admin'),
    )
    .option('--account <account_id>', 'account of the person (acc_default)')
    .option('--to <path>', 'page of the studio to open, such as /templates')
    .option('--url <url>', 'URL of the service (PUBLIC_URL, or HOST and PORT)')
    .option('--open', 'open the link in the browser')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../studio.ts').studioCommand>) =>
      (await import('../studio.ts')).studioCommand(...args),
    );

  const people = program.command('people').description('people who sign in to the studio');
  people
    .command('list')
    .description('list the people with their accounts and roles')
    .option('--account <account_id>', 'list only the people of this account')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../people.ts').peopleListCommand>) =>
      (await import('../people.ts')).peopleListCommand(...args),
    );
  people
    .command('block <person_id>')
    .description('sign a person out everywhere, and allow no further sign-in')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../people.ts').peopleBlockCommand>) =>
      (await import('../people.ts')).peopleBlockCommand(...args),
    );
  people
    .command('unblock <person_id>')
    .description('allow a blocked person to sign in again')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../people.ts').peopleUnblockCommand>) =>
      (await import('../people.ts')).peopleUnblockCommand(...args),
    );

  program
    .command('backup <folder>')
    .description('copy the database and the files of a data folder, also of a running service')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../backup/backup.ts').backupCommand>) =>
      (await import('../backup/backup.ts')).backupCommand(...args),
    );
  program
    .command('restore <folder>')
    .description('copy a backup to an empty data folder')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../backup/restore.ts').restoreCommand>) =>
      (await import('../backup/restore.ts')).restoreCommand(...args),
    );

  program
    .command('move')
    .description('move a data folder to a PostgreSQL database and a store; it can be repeated')
    .requiredOption('--to <addresses...>', 'the database and the store')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../cluster/move.ts').moveCommand>) =>
      (await import('../cluster/move.ts')).moveCommand(...args),
    );

  const client = program.command('client').description('API clients');
  client
    .command('create')
    .description('create a client; its id and secret are printed only now')
    .requiredOption('--name <name>', 'name of the client')
    .option('--account <account_id>', 'account of the client (acc_default)')
    .option(
      '--scope <scope>',
      'maximum scope of its tokens: resource[:action][:target], separated by commas (*)',
    )
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../client.ts').clientCreateCommand>) =>
      (await import('../client.ts')).clientCreateCommand(...args),
    );
  client
    .command('list')
    .description('list the clients with their accounts and scopes')
    .option('--account <account_id>', 'list only the clients of this account')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../client.ts').clientListCommand>) =>
      (await import('../client.ts')).clientListCommand(...args),
    );
  client
    .command('rotate <client_id>')
    .description('create a new secret; the old secret and all tokens become invalid immediately')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../client.ts').clientRotateCommand>) =>
      (await import('../client.ts')).clientRotateCommand(...args),
    );
  client
    .command('revoke <client_id>')
    .description('remove a client and revoke its tokens immediately, including edit tokens')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../client.ts').clientRevokeCommand>) =>
      (await import('../client.ts')).clientRevokeCommand(...args),
    );

  const token = program.command('token').description('access tokens');
  token
    .command('create')
    .description('create an access token of a client; it is printed only now')
    .requiredOption('--client <client_id>', 'the client')
    .option('--scope <scope>', "scope of the token (the client's scope)")
    .option('--ttl <seconds>', 'validity; 0: unlimited (FRAMEPRESS_TOKEN_TTL_SECONDS)')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../token.ts').tokenCreateCommand>) =>
      (await import('../token.ts')).tokenCreateCommand(...args),
    );

  const account = program.command('account').description('accounts and their limits');
  account
    .command('create <name>')
    .description('create an account; its id is printed')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../account.ts').accountCreateCommand>) =>
      (await import('../account.ts')).accountCreateCommand(...args),
    );
  account
    .command('list')
    .description('list the accounts with their limits and use')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../account.ts').accountListCommand>) =>
      (await import('../account.ts')).accountListCommand(...args),
    );
  account
    .command('limits <account_id>')
    .description('change limits of an account (a number, none or default), and show all its limits')
    .option('--renders-at-once <limit>', 'renders and imports that run at once; others wait')
    .option('--queued-sessions <limit>', 'sessions and imports that wait or run')
    .option('--frames-per-day <limit>', 'frames of videos in a day (UTC)')
    .option('--stored-mb <limit>', 'stored files and mappings, in MB')
    .option('--speech-characters-per-day <limit>', 'characters that are spoken in a day (UTC)')
    .option(
      '--transcription-seconds-per-day <limit>',
      'seconds of audio that is recognised in a day (UTC)',
    )
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../account.ts').accountLimitsCommand>) =>
      (await import('../account.ts')).accountLimitsCommand(...args),
    );

  account
    .command('delete <account_id>')
    .description('delete an account with everything in it, and print a report; it can be repeated')
    .option('--dry-run', 'only show what would be removed')
    .option('--yes', 'do not ask for the name of the account')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(
      async (...args: Parameters<typeof import('../account-delete.ts').accountDeleteCommand>) =>
        (await import('../account-delete.ts')).accountDeleteCommand(...args),
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
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../listen.ts').listenCommand>) =>
      (await import('../listen.ts')).listenCommand(...args),
    );

  program
    .command('doctor')
    .description('check this machine for missing programs and fonts, and print how to install them')
    .option('--data-dir <folder>', 'data folder to check')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../doctor/doctor.ts').doctorCommand>) =>
      (await import('../doctor/doctor.ts')).doctorCommand(...args),
    );
}
