import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/media/testing/loopback-server.ts';
import { removeFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { framepress, PROGRAM } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { onTerminal } from '../support/terminal.ts';

let folder: string;
let service: SharedService;
let client: { client_id: string; client_secret: string };
let environment: Record<string, string>;
let file: string;
let version: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-remote-'));
  service = await sharedService();
  client = service.credentials;
  environment = { XDG_CONFIG_HOME: join(folder, 'config') };
  file = await writePackage(join(folder, 'small.zip'), smallLottie(10), { version: 1 });
  await writeFile(join(folder, 'secret'), `${client.client_secret}\n`);
});

afterAll(async () => {
  await removeFolder(folder);
});

const remote = (...args: string[]) => framepress(args, environment);

async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await remote(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

/** Runs a batch of one row, and returns the id of its session. */
async function renderOne(name: string): Promise<{ batch: string; session: string }> {
  const rows = join(folder, `${name}.jsonl`);
  await writeFile(rows, `${JSON.stringify({ t_01: name, title: name })}\n`);
  const { batch } = await json<{ batch: { id: string } }>('batch', rows, ...batchOptions());
  const ended = await remote('watch', batch.id);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('completed') });
  const listed = await json<{ render_sessions: { id: string; title: string }[] }>('renders');
  const session = listed.render_sessions.find(({ title }) => title === name);
  return { batch: batch.id, session: session?.id ?? '' };
}

function batchOptions(): string[] {
  return ['--version', version, '--mapping', join(folder, 'mapping.json')];
}

describe('the commands for a running service', () => {
  test('login checks the credentials and stores them for this user only', async () => {
    const login = (...more: string[]) =>
      remote('login', '--url', service.url, '--client-id', client.client_id, ...more);
    await writeFile(join(folder, 'wrong'), 'fps_wrong');
    const wrong = await login('--client-secret', join(folder, 'wrong'));
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('hint: Run') });
    const path = join(folder, 'config/framepress/credentials.json');
    await expect(stat(path)).rejects.toThrow('ENOENT');
    const unread = await login('--client-secret', client.client_secret);
    expect(unread.code).toBe(2);
    expect(unread.stderr).not.toContain(client.client_secret);
    const without = await login();
    expect(without).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The option --client-secret is missing.'),
    });
    expect((await login('--client-secret', join(folder, 'secret'))).code).toBe(0);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ url: service.url, ...client });
  });

  test('push uploads a template and waits for its import', async () => {
    const pushed = await json<Record<string, unknown>>('push', file, '--name', 'Small');
    expect(pushed).toMatchObject({ name: 'Small', status: 'edit_ready', warnings: [] });
    version = String(pushed['template_style_version_id']);
    const again = await remote('push', file, '--style', String(pushed['template_style_id']));
    expect(again.stdout).toContain(`template_id: ${pushed['template_id']}`);
    expect(await remote('template', 'retry', version)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Expected a version that has failed'),
    });
    const damaged = join(folder, 'damaged.zip');
    await writeFile(damaged, 'PK\x03\x04 and no more');
    expect(await remote('push', damaged)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: /),
    });
    expect(await remote('push', join(folder, 'none.zip'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none.zip does not exist'),
    });
  });

  test('batch reports a faulty row, and renders a corrected file', async () => {
    const resources = { c_01: { source: { color: '00ff00' } } };
    const mapping = { missing: 'example', resources };
    const captions = { source: { cues: [{ start: 0, end: 1, text: 'Hallo' }] }, language: 'de' };
    await writeFile(join(folder, 'mapping.json'), JSON.stringify({ ...mapping, captions }));
    const rows = join(folder, 'rows.csv');
    await writeFile(rows, 'First name,c_01,Notes\nAna,#a03060,x\nBen,blue-ish,y\n');
    const columns = ['--column', 'First name=t_01', '--column', 'Notes='];
    const faulty = await remote('batch', rows, ...batchOptions(), ...columns);
    expect(faulty).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('paused (2 rows, 1 of them invalid)'),
      stderr: expect.stringContaining('row 2, column "c_01"'),
    });
    const [id = ''] = /bat_\w+/.exec(faulty.stdout) ?? [];
    expect(faulty.stderr).toContain(`framepress batch resume ${id}`);
    expect(await remote('batch', 'cancel', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('status: canceled'),
    });
    expect((await remote('batch', 'results', id)).stdout).toMatch(/^2 {2}invalid {2}\S/m);
    const unnamed = await remote('batch', rows, ...batchOptions());
    expect(unnamed.stderr).toContain('--column "First name="');
    expect((await remote('batch', rows)).code).toBe(2);
    const skipped = await remote(
      ...['batch', rows, ...batchOptions(), ...columns],
      ...['--invalid-rows', 'skip', '--watch', '--render', 'preview', '--title', 'Two rows'],
      ...['--width', '64', '--fps', '5'],
    );
    const [done = ''] = /bat_\w+/.exec(skipped.stdout) ?? [];
    expect(await json('batch', 'results', done)).toMatchObject({
      rows: [{ state: 'rendered', video_url: expect.any(String) }, { state: 'invalid' }],
    });
    expect((await remote('batch', 'retry', done, '--row', 'x')).code).toBe(2);
    expect(skipped.stdout).toMatch(/bat_\w+ 100 % completed \(1 of 2 rows are rendered\)/);
    expect(skipped.code).toBe(1);
    const unknown = await remote('batch', rows, '--version', 'tsv_nothing', '--json');
    expect(unknown.code).toBe(1);
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      error: { code: 'template_version_unknown' },
    });
    const wrong = await remote('batch', rows, ...batchOptions(), '--column', 'Name');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('NAME=EDITABLE') });
  });

  test('watch of a batch ends with the errors of the rows that were not rendered', async () => {
    await using server = await startServer((_, response) => response.writeHead(404).end());
    const rows = join(folder, 'lost.jsonl');
    const lost = { t_01: 'Ben', '(Footage)/USER/logo_01.png': server.url('/none.png') };
    await writeFile(rows, [{ t_01: 'Ana' }, lost].map((row) => JSON.stringify(row)).join('\n'));
    const args = ['batch', rows, ...batchOptions(), '--render', 'preview', '--watch'];
    const watched = await remote(...args);
    const failed = {
      code: 1,
      stdout: expect.stringContaining('completed (1 of 2 rows are rendered, 1 failed)'),
      stderr: expect.stringMatching(/^error: row 2.*none\.png/),
    };
    expect(watched).toMatchObject(failed);
    const [id = ''] = /bat_\w+/.exec(watched.stdout) ?? [];
    expect(await remote('watch', id)).toMatchObject(failed);
  });

  test('renders lists the sessions, watch shows their end, pull downloads them', async () => {
    const { batch, session } = await renderOne('Cleo');
    const listed = await remote('renders', '--status', 'final_rendered,failed', '--limit', '1');
    expect(listed.stdout.split('\n')).toMatchObject([
      expect.stringContaining('STATUS'),
      expect.stringMatching(new RegExp(`^${session} +final_rendered +100 % .*Cleo$`)),
      '',
    ]);
    const watched = await remote('watch', session, 'rs_unknown');
    expect(watched).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${session} 100 % final_rendered http`),
      stderr: expect.stringContaining('rs_unknown'),
    });
    const out = join(folder, 'videos');
    await mkdir(out);
    const pulled = await json<{ files: { path: string; bytes: number }[] }>(
      ...['pull', session, '--out', out],
    );
    const names = ['.mp4', '.de.vtt', '.de.srt'].map((end) => join(out, `${session}${end}`));
    expect(pulled.files.map(({ path }) => path)).toEqual(names);
    expect(await readFile(names[1] ?? '', 'utf8')).toContain('Hallo');
    expect(await probe(join(out, `${session}.mp4`))).toMatchObject({ nb_read_frames: '10' });
    const zip = join(folder, 'all.zip');
    expect((await remote('pull', batch, '--out', zip)).code).toBe(0);
    expect((await readFile(zip)).subarray(0, 2).toString()).toBe('PK');
    expect(await remote('pull', 'rs_unknown')).toMatchObject({ code: 1 });
  });

  test('renders --follow prints changes until it is interrupted', async () => {
    const args = ['renders', '--follow', '--limit', '1', '--json'];
    const child = spawn(PROGRAM, args, { env: { ...process.env, ...environment } });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    await lines.next();
    const { session } = await renderOne('Dora');
    let seen = '';
    while (!seen.includes(session)) seen = String((await lines.next()).value);
    const exit = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
  });

  test('variables take precedence, and a secret goes only to its own service', async () => {
    const other = { ...environment, FRAMEPRESS_URL: `http://127.0.0.1:${await freePort()}` };
    const refused = await framepress(['renders'], other);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not for http') });
    const down = await framepress(['renders'], { ...other, FRAMEPRESS_TOKEN: 'x' });
    expect(down).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cannot be reached: ECONNREFUSED\.\s+hint: Start/),
    });
    const wrong = await framepress(['renders'], { ...environment, FRAMEPRESS_TOKEN: 'x' });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('framepress login') });
    const half = await framepress(['renders'], { ...environment, FRAMEPRESS_CLIENT_ID: 'x' });
    expect(half.stderr).toContain('FRAMEPRESS_CLIENT_SECRET is missing');
    const complete = {
      XDG_CONFIG_HOME: join(folder, 'nothing'),
      FRAMEPRESS_URL: service.url,
      FRAMEPRESS_CLIENT_ID: client.client_id,
      FRAMEPRESS_CLIENT_SECRET: client.client_secret,
    };
    expect((await framepress(['renders'], complete)).code).toBe(0);
  });

  test('types writes the type of a version, and logout removes the login', async () => {
    const { stdout } = await remote('types', version, '--name', 'Small');
    expect(stdout).toContain(`template_style_version_id: "${version}";`);
    expect(stdout).toContain('export type Small =');
    expect((await remote('logout')).stdout).toContain('Removed');
    expect(await remote('renders')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There are no credentials'),
    });
  });

  test('on a terminal login asks without showing the secret, and watch redraws its bars', async () => {
    const { client_id, client_secret } = client;
    const typed = await onTerminal(`${PROGRAM} login`, environment, [
      ['Service [http://127.0.0.1:4210]: ', `${service.url}\r`],
      ['Client id: ', `${client_id}\r`],
      ['Client secret: ', `${client_secret}\r`],
    ]);
    expect(typed).toMatchObject({ code: 0, shown: expect.stringContaining('Logged in to') });
    expect(typed.shown).not.toContain(client_secret);
    const stopped = await onTerminal(`${PROGRAM} login`, environment, [['Service', '\u0003']]);
    expect(stopped).toMatchObject({ code: 1, shown: expect.stringContaining('was canceled') });
    const { render_sessions: sessions } = await json<{ render_sessions: { id: string }[] }>(
      ...['renders', '--status', 'final_rendered', '--limit', '2'],
    );
    const [first, second] = sessions.map(({ id }) => id);
    const { code, shown } = await onTerminal(`${PROGRAM} watch ${first} ${second}`, environment);
    expect(code).toBe(0);
    expect(shown).toContain(`${second} ${'█'.repeat(30)} 100 % final_rendered`);
    // The cursor moves up two lines before the lines are drawn again.
    expect(shown).toContain('\u001b[2A');
  });
});
