import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { framepress } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const run = (...args: string[]) => framepress([...args, '--data-dir', service.dataDir]);

/** Signs in as the page of the studio does, and returns the answer with its cookie. */
async function signIn(link: string) {
  const code = new URLSearchParams(new URL(link).hash.split('?')[1]).get('code');
  const response = await fetch(`${service.url}/studio/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ code }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const body = (await response.json()) as { person: { role: string } };
  return { status: response.status, body, cookie };
}

test('`framepress studio` prints a link that signs a person in to the running service', async () => {
  const { accountId, url } = service;
  const account = ['--account', accountId];
  const { stdout } = await run('studio', ...account, '--role', 'editor', '--url', url, '--json');
  const { studio_url: link } = JSON.parse(stdout);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/studio\/#\/sign-in\?code=fpl_\w{40}$/);
  const { status, body, cookie } = await signIn(link);
  expect([status, body.person.role]).toEqual([200, 'editor']);
  expect((await signIn(link)).status).toBe(401);
  const read = async () => {
    const headers = { cookie, origin: service.url };
    return (await fetch(`${url}/v2/render_sessions`, { headers })).status;
  };
  expect(await read()).toBe(200);
  const { people } = JSON.parse((await run('people', 'list', ...account, '--json')).stdout);
  expect(people).toMatchObject([{ name: 'Editor', role: 'editor', blocked_at: null }]);
  expect((await run('people', 'block', people[0].person_id)).code).toBe(0);
  expect(await read()).toBe(401);
});

test('`framepress studio` refuses the folder of another service, and a folder without a database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-other-'));
  try {
    const other = (...args: string[]) => framepress(['studio', '--data-dir', folder, ...args]);
    expect((await other()).stderr).toContain('framepress.sqlite');
    await framepress(['account', 'list', '--data-dir', folder]);
    const { code, stderr } = await other('--url', service.url);
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      `The service at ${service.url} uses another data folder than ${folder}.`,
    );
    const { stdout } = await other('--url', 'http://127.0.0.1:9');
    expect(stdout).toContain('No service answers at http://127.0.0.1:9.');
  } finally {
    await removeFolder(folder);
  }
});

test.each([
  [['studio', '--account', 'acc_none'], 'There is no account "acc_none".'],
  [['studio', '--to', 'https://evil.test'], 'a path such as /templates'],
  [['studio', '--url', 'javascript:x'], 'an http or https address'],
  [['studio', '--role', 'owner'], 'Allowed choices are viewer, editor, admin'],
  [['people', 'block', 'per_none'], 'There is no person "per_none".'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await run(...args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});
