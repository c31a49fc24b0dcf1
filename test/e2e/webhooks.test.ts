import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { nextLines, startListen } from '../support/listening.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeClient, PROGRAM } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let service: SharedService;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-webhooks-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
});

afterAll(async () => {
  await removeFolder(folder);
});

/** Returns the code block of the docs in a language. */
async function example(language: string): Promise<string> {
  const text = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8');
  const [, code = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  return code;
}

async function endpoint(url: string): Promise<{ id: string; secret: string }> {
  const { body } = await client.send('POST', '/v2/webhook_endpoints', { url });
  return body['webhook_endpoint'] as { id: string; secret: string };
}

const tryOut = async (id: string) =>
  (await client.send('POST', `/v2/webhook_endpoints/${id}/test`)).body['webhook_delivery'] as Json;

/** Builds a receiver from its source and returns its start command, or the reason why it cannot be built. */
type Make = (path: string) => string[] | { missing: string };

const RECEIVERS: [string, string, string, Make][] = [
  ['Node', 'js', 'receiver.mjs', (path) => [process.execPath, path]],
  [
    'Python',
    'python',
    'receiver.py',
    (path) =>
      spawnSync('python3', ['--version']).status === 0
        ? ['python3', path]
        : { missing: 'python3 is not on this machine' },
  ],
  ['Go', 'go', 'main.go', makeGo],
];

/** Uses only installed modules: a test contacts no module proxy. */
function makeGo(path: string): string[] | { missing: string } {
  const cwd = dirname(path);
  const go = (args: string[], env: Record<string, string> = {}) =>
    spawnSync('go', args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
  const cache = go(['env', 'GOMODCACHE']);
  if (cache.status !== 0) return { missing: 'go is not on this machine' };
  const env = {
    GOPROXY: `file://${cache.stdout.trim()}/cache/download`,
    GOSUMDB: 'off',
    GOFLAGS: '-mod=mod',
    GOTOOLCHAIN: 'local',
  };
  go(['mod', 'init', 'receiver'], env);
  if (go(['mod', 'tidy'], env).status !== 0)
    return { missing: 'the library for Go is not in its module cache' };
  const { status, stderr } = go(['build', '-o', 'receiver', '.'], env);
  expect(status, stderr).toBe(0);
  return [join(cwd, 'receiver')];
}

test.for(RECEIVERS)(
  'the receiver of the docs in %s takes what is signed, and nothing else',
  async ([name, language, file, make], { skip }) => {
    const own = join(folder, name);
    await mkdir(own);
    const path = join(own, file);
    await writeFile(path, await example(language));
    await symlink(join(ROOT, 'node_modules'), join(own, 'node_modules'));
    const made = make(path);
    if ('missing' in made) return skip(made.missing);
    const [program = '', ...args] = made;
    const port = await freePort();
    const { id, secret } = await endpoint(`http://127.0.0.1:${port}/`);
    const child = spawn(program, args, {
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
      // Go's logger writes to stderr.
      stdio: ['ignore', 'pipe', name === 'Go' ? 'pipe' : 'inherit'],
    });
    try {
      const url = `http://127.0.0.1:${port}/`;
      const forged = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': '1',
        'webhook-signature': 'v1,x',
      };
      const post = () => fetch(url, { method: 'POST', body: '{}', headers: forged });
      let refused: Response | undefined;
      while (!refused) refused = await post().catch(() => pause(50).then(() => undefined));
      expect(refused.status).toBe(400);
      const taken = await tryOut(id);
      expect(taken).toMatchObject({
        status: 'delivered',
        attempts: [{ status: 204, error: null }],
      });
      if (name === 'Go') child.stdout = child.stderr;
      const [line] = await nextLines(child, 1);
      expect(line).toContain(`webhook_endpoint.test ${taken['event_id']}`);
      // Both secrets are valid for a day, so that the receiver can be changed later.
      await client.send('POST', `/v2/webhook_endpoints/${id}/rotate_secret`);
      expect(await tryOut(id)).toMatchObject({ status: 'delivered' });
    } finally {
      child.kill();
      await client.send('DELETE', `/v2/webhook_endpoints/${id}`);
    }
  },
);

test('listen forwards signed events of a running service', async () => {
  const got: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer((request, response) => {
    const headers = request.headers as Record<string, string>;
    void request.toArray().then((chunks: Buffer[]) => {
      got.push({ headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  // It listens to the default account.
  const own = await new Client(service.url).login(await makeClient(service.dataDir));
  const listening = await startListen(service.dataDir, [
    ...['--json', '--url', service.url, '--forward', `http://127.0.0.1:${port}/`],
  ]);
  try {
    const [reported = ''] = await nextLines(listening, 1);
    const { secret } = JSON.parse(reported) as { secret: string };
    const version = await own.addTemplate(
      await writePackage(join(folder, 'small.zip'), smallLottie(10)),
    );
    const lines = await nextLines(listening, 3);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      Array.from({ length: 3 }, () => ({
        type: 'template_style_version.status.changed',
        status: 204,
      })),
    );
    const messages = got.map(({ body, headers }) => new Webhook(secret).verify(body, headers));
    expect(messages).toMatchObject(
      ['processing', 'demo_rendering', 'edit_ready'].map((status, index) => ({
        data: { sequence: index + 1, template_style_version: { id: version['id'], status } },
      })),
    );
  } finally {
    listening.kill();
    server.close();
  }
});

test('listen reuses one client, however often it ran and however it ended', async () => {
  for (let run = 0; run < 2; run++) {
    const args = ['--json', '--url', service.url, '--forward', 'http://127.0.0.1:9/'];
    const listening = await startListen(service.dataDir, args);
    await nextLines(listening, 1);
    listening.kill('SIGKILL');
  }
  const { query } = await placeOf(service.dataDir);
  const clients = await query("select id from clients where name = 'framepress listen'");
  expect(clients).toHaveLength(1);
});

test('listen reports that no service is running', async () => {
  const args = ['listen', '--url', 'http://127.0.0.1:9', '--forward', 'http://127.0.0.1:9/'];
  const child = spawn(PROGRAM, [...args, '--data-dir', join(folder, 'none')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(errors).toContain('The service at http://127.0.0.1:9 cannot be reached.');
});
