import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { ALL_COMMANDS } from './all-commands.ts';
import { completionScript, SHELLS } from './completion.ts';

function program(): Command {
  const root = new Command('framepress').version('1', '--version').enablePositionalOptions();
  for (const add of ALL_COMMANDS) add(root);
  return root;
}

/** The suggestions of bash for the last of these words. */
function completed(...words: string[]): string[] {
  const script = `${completionScript(program(), 'bash')}
COMP_WORDS=(framepress "$@"); COMP_CWORD=$#; _framepress; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options and choices; other words are files', () => {
  expect(completed('acc')).toEqual(['account']);
  expect(completed('account', '')).toEqual(expect.arrayContaining(['create', 'list', 'limits']));
  expect(completed('account', 'create', 'x', '--d')).toEqual(['--data-dir']);
  expect(completed('render', '--codec', 'h')).toEqual(['h264', 'hevc']);
  expect(completed('render', '--out', '')).toEqual([]);
  expect(completed('render', 'x.zip', '--wid')).toEqual(['--width']);
  expect(completed('completion', '')).toEqual([...SHELLS]);
  expect(completed('batch', 'retry', 'bat_1', '--ro')).toEqual(['--row']);
});

test.each(SHELLS)('the script of %s has every command and option', (shell) => {
  const script = completionScript(program(), shell);
  const visit = (command: Command) => {
    expect(script).toContain(command.name());
    for (const { long } of command.options) expect(script).toContain(long?.slice(2));
    command.commands.forEach(visit);
  };
  visit(program());
  // Texts are in single quotes, which no shell expands.
  expect(script.split('\n').filter((line) => (line.match(/'/g)?.length ?? 0) % 2 === 1)).toEqual(
    [],
  );
});
