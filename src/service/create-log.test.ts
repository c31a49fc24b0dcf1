import { mkdtemp, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { createLog } from './start-service.ts';

test('a log line shows all addresses without query and user info', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-log-'));
  try {
    const path = join(folder, 'log');
    const file = await open(path, 'w');
    const log = createLog('info', file.fd);
    const url = 'https://user:swordfish@media.example/a.png?X-Amz-Signature=swordfish';
    const err = Object.assign(new Error(`no answer of ${url} "so far"`), { input: url });
    log.info({ err, nested: { urls: [url, 'http://plain.example/b@2x.png'] } }, `asked ${url}`);
    log.child({ url }).warn('again');
    await file.close();
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('swordfish');
    const [first, second] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const shortened = 'https://media.example/a.png?…';
    expect(first).toMatchObject({
      msg: `asked ${shortened}`,
      err: { message: `no answer of ${shortened} "so far"`, input: shortened },
      nested: { urls: [shortened, 'http://plain.example/b@2x.png'] },
    });
    expect(second).toMatchObject({ url: shortened, msg: 'again' });
  } finally {
    await removeFolder(folder);
  }
});

test('without a level, only warnings are written to a terminal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-log-'));
  try {
    const written = async (level: string | undefined, isTerminal?: boolean) => {
      const path = join(folder, `${level} ${isTerminal}`);
      const file = await open(path, 'w');
      const log = createLog(level, file.fd, isTerminal);
      log.info('request');
      log.warn('full');
      await file.close();
      const lines = (await readFile(path, 'utf8')).trim().split('\n');
      return lines.map((line) => JSON.parse(line).msg);
    };
    expect(await written(undefined, true)).toEqual(['full']);
    expect(await written(undefined)).toEqual(['request', 'full']);
    expect(await written('info', true)).toEqual(['request', 'full']);
  } finally {
    await removeFolder(folder);
  }
});
