import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { makeClient, startProcess } from '../support/service.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
/** The command of the package, which is installed in an empty folder. */
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-installed-'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const [archive = ''] = await readdir(folder);
  const place = join(folder, 'place');
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', join(folder, archive)], { cwd: place });
  program = join(place, 'node_modules/.bin/framepress');
});

afterAll(() => removeFolder(folder));

test('the installed package serves its pages, and renders a bundled template', async () => {
  const dataDir = join(folder, 'data');
  const credentials = await makeClient(dataDir);
  await using service = await startProcess(dataDir, {}, 'all', program);
  for (const path of ['/docs', '/studio/', '/openapi.json'])
    expect((await fetch(service.url + path)).status, path).toBe(200);
  const client = await new Client(service.url).login(credentials);
  const { id } = await client.addTemplate(join(ROOT, 'templates/dist/birthday.lottie'));
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'installed',
    render: 'preview',
    output: { width: 64, fps: 5 },
    mapping: { template_style_version_id: id, missing: 'example', resources: {} },
  });
  const session = await client.waitFor(String((body['render_session'] as Json)['id']));
  expect(session).toMatchObject({ status: 'preview_rendered', errors: [] });
});

test('an older Node.js is answered with the version that is needed', async () => {
  const older = join(folder, 'older');
  await mkdir(older);
  await writeFile(join(older, 'node'), '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${older}:/usr/bin:/bin` };
  await expect(run(program, ['--version'], { env })).rejects.toMatchObject({
    code: 2,
    stderr: 'error: Framepress needs Node.js 24 or newer, but found v20.20.2.\n',
  });
});
