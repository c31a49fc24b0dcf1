import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { startPostgres } from '../support/postgres.ts';
import { framepress, PROGRAM } from '../support/service.ts';
import { onTerminal } from '../support/terminal.ts';

test('`framepress migrate` makes the tables once, and `top` shows an empty queue until Ctrl+C', async () => {
  await using postgres = await startPostgres();
  const variables = { DATABASE_URL: await postgres.createEmptyDatabase() };
  const first = await framepress(['migrate'], variables);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^(?:ran \S+\n)+$/);
  const second = await framepress(['migrate', '--json'], variables);
  expect(JSON.parse(second.stdout)).toEqual({ steps: [] });

  const once = await framepress(['top', '--json'], variables);
  expect(JSON.parse(once.stdout)).toMatchObject({ queue: { unfinished: 0 }, renders: [] });
  const { code, shown } = await onTerminal(`${PROGRAM} top`, variables, [
    ['no renders are running', ''],
    ['no renders are running', '\u0003'],
  ]);
  expect(code).toBe(0);
  expect(shown.split('\u001b[H\u001b[J').length).toBeGreaterThan(2);
});

test('`framepress migrate` makes the file of one machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-commands-'));
  try {
    const first = await framepress(['migrate', '--data-dir', folder]);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('ran ');
    const second = await framepress(['migrate', '--data-dir', folder]);
    expect(second.stdout).toBe('The database is up to date.\n');
  } finally {
    await removeFolder(folder);
  }
});
