import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { makeClient, startService } from '../support/service.ts';

const run = promisify(execFile);
/** Installed by `scripts/setup.sh test`. */
const GENERATOR = fileURLToPath(
  new URL('../../node_modules/.cache/openapi-generator-7.0.0.jar', import.meta.url),
);
const SCRIPT = fileURLToPath(new URL('render.py', import.meta.url));
const FRAMES = 15;

test('the Python client that OpenAPI Generator makes renders a video', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-python-'));
  try {
    const data = join(folder, 'data');
    const credentials = await makeClient(data);
    await using service = await startService(data);
    const library = join(folder, 'library');
    // The same arguments as in docs/python.md.
    const document = ['-i', `${service.url}/openapi.json?version=3.0`];
    await run(
      'java',
      ['-jar', GENERATOR, 'generate', '-g', 'python', ...document, '-o', library].concat(
        '--package-name',
        'framepress',
      ),
      { maxBuffer: 64 * 1024 * 1024 },
    );

    const video = join(folder, 'video.mp4');
    const pack = await writePackage(join(folder, 'small.zip'), smallLottie(FRAMES));
    const { client_id: id, client_secret: secret } = credentials;
    // Debian's Python, because it has the packages that the client needs.
    const { stdout } = await run(
      '/usr/bin/python3',
      [SCRIPT, service.url, id, secret, pack, video],
      { env: { ...process.env, PYTHONPATH: library } },
    );
    expect(JSON.parse(stdout)).toEqual({
      status: 'preview_rendered',
      progress: 100,
      metadata: { from: 'python' },
      titles: ['From Python'],
      unknown: [404, 'not_found'],
      // The first bytes of a JPEG file.
      still: 'ffd8ff',
    });
    expect(await probe(video)).toMatchObject({ nb_read_frames: String(FRAMES) });
  } finally {
    await removeFolder(folder);
  }
});
