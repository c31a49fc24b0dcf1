import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { AppError } from './base/index.ts';
import { plain } from './commands/output.ts';
import { addRemoteCommands } from './commands/program/remote-commands.ts';
import { addServiceCommands } from './commands/program/service-commands.ts';
import { addTemplateCommands } from './commands/program/template-commands.ts';
import { PACKAGE_ROOT, toAppError } from './system/index.ts';

/* Each command is imported only when it runs, because each loads its own libraries. */
/* Exit codes: 0 success, 1 failure, 2 invalid command or options. */

const manifest = readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };
const program = new Command('framepress')
  .description('Produces videos from templates.')
  .version(version, '--version', 'print the version of Framepress')
  // Commands have an option --version of their own.
  .enablePositionalOptions()
  .exitOverride()
  .showHelpAfterError('(run it with --help to see its options)');
addServiceCommands(program);
addTemplateCommands(program);
addRemoteCommands(program);

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
  for (const { message, pointer, layer_path: layer, hint } of reported.faults) {
    // Most messages name the place already.
    const place = pointer && !message.includes(pointer) ? `\n  pointer: ${pointer}` : '';
    writeError(
      `error: ${message}${place}${layer ? `\n  layer: ${layer}` : ''}${hint ? `\n  hint: ${hint}` : ''}`,
    );
  }
  if (reported.code === 'internal' && !(error instanceof AppError))
    writeError((error as Error).stack ?? String(error));
  else if (error instanceof AppError && error.cause instanceof Error && error.status >= 500)
    writeError(`  cause: ${error.cause.message}`);
  return reported.code === 'invalid_request' || reported.code === 'config_invalid' ? 2 : 1;
}

function writeError(text: string): void {
  process.stderr.write(`${plain(text)}\n`);
}
