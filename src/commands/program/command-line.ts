import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { AppError } from '../../base/index.ts';
import { PACKAGE_ROOT, toAppError } from '../../system/index.ts';
import { plain } from '../output.ts';
import { ReportedFailure } from './reported-failure.ts';

/** Adds commands to the program. */
export type AddCommands = (program: Command) => void;

/* Each command is imported only when it runs, because each loads its own libraries. */

/**
 * Runs a command with this process's environment, streams and signals, and returns its exit code: 0 success,
 * 1 failure, 2 invalid command or options. Commands that run one after another do not affect each other.
 */
export async function runCommandLine(
  args: readonly string[],
  commands: readonly AddCommands[],
): Promise<number> {
  try {
    await newProgram(commands).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return reportError(error, args.includes('--json'));
  }
}

/** A command that reports an unknown option before options that are missing: one may be the other, misspelt. */
class OwnCommand extends Command {
  override createCommand(name?: string): Command {
    return new OwnCommand(name);
  }

  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(args);
    // A command with commands of its own has their options among the unknown ones.
    if (this.commands.length === 0 && parsed.unknown.length > 0)
      for (const option of this.options) option.mandatory = false;
    return parsed;
  }
}

/** Returns the program with its commands. It throws instead of ending the process. */
function newProgram(commands: readonly AddCommands[]): Command {
  const manifest = readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const program = new OwnCommand('framepress')
    .description('Produces videos from templates.')
    .version(version, '--version', 'print the version of Framepress')
    // Commands have an option --version of their own.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('(run it with --help to see its options)');
  for (const add of commands) add(program);
  return program;
}

/** Writes an error to standard error, with `isJson` also as JSON to standard output. Returns the exit code. */
function reportError(error: unknown, isJson: boolean): number {
  if (error instanceof ReportedFailure) return 1;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const reported = toAppError(error);
  if (isJson)
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
