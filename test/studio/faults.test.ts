import { mkdtemp, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { startProxy } from '../support/proxy.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import { holdWhenPlayable } from './held-render.ts';
import { press, propertyOf, says, shown, signedIn, textOf, upload } from './studio-page.ts';
import { snap } from './studio-world.ts';

const FRAMES = 300;

let folder: string;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let service: RunningService;
let client: Client;
let version: Json;
let browser: TestBrowser;
let page: TestPage;

const start = () =>
  startService(join(folder, 'data'), {
    ...{ PUBLIC_URL: proxy.url, FRAMEPRESS_MAX_UPLOAD_MB: '1' },
    // A held rasteriser would be ended after a minute.
    FRAMEPRESS_STALL_SECONDS: '3600',
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-faults-'));
  const dataDir = join(folder, 'data');
  proxy = await startProxy();
  const credentials = await makeClient(dataDir);
  [service, browser] = await Promise.all([start(), openBrowser('chromium')]);
  proxy.forwardTo(service.url);
  client = await new Client(proxy.url).login(credentials);
  const story = await writePackage(join(folder, 'story.zip'), smallLottie(FRAMES));
  version = await client.addTemplate(story, { name: 'Story' });
  page = await signedIn(browser, { dataDir, url: proxy.url });
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await service?.stop();
  await proxy?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** Opens a path of the studio. */
async function open(path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${proxy.url}/studio/#${path}`);
}

/** Runs `act` while the service cannot be reached. */
async function offline(act: () => Promise<unknown>): Promise<void> {
  proxy.forwardTo(undefined);
  await act();
  proxy.forwardTo(service.url);
}

type SessionOptions = { render?: 'preview'; version?: Json };

async function session({ render, version: of = version }: SessionOptions = {}): Promise<string> {
  const mapping = { template_style_version_id: of['id'], missing: 'example', resources: {} };
  const body = { title: 'For Ana', mapping, ...(render && { render }) };
  const answer = await client.send('POST', '/v2/render_sessions', body);
  return String((answer.body['render_session'] as Json)['id']);
}

const PLAYER = 'studio-video-player video';

test('a service that restarts: the page of a render says so, and goes on', async () => {
  const id = await session({ render: 'preview' });
  const resume = await holdWhenPlayable(client, id, service.workerPids);
  try {
    await open(`/renders/${id}`);
    const video = await shown(page, PLAYER);
    // A new source interrupts what began to play before.
    const play = () =>
      video.evaluate((node) => {
        const player = node as unknown as { play(): Promise<void>; currentTime: number };
        void player.play().catch(() => undefined);
        return player.currentTime;
      });
    await expect.poll(play).toBeGreaterThan(0.3);
    await video.evaluate((node) => (node as unknown as { pause(): void }).pause());
    await offline(async () => {
      await service.crash();
      await says(page, 'The service does not answer at the moment.');
      await snap(page, 'faults-1-lost');
      resume();
      service = await start();
    });
  } finally {
    resume();
  }
  await expect.poll(() => textOf(page)).not.toContain('does not answer');
  await shown(page, PLAYER);
  await expect.poll(() => textOf(page)).toContain('Preview ready');
});

test('a package whose upload is interrupted is sent again once; a large one is not sent', async () => {
  await open('/templates');
  const card = await writePackage(join(folder, 'new-card.zip'), smallLottie(6));
  await shown(page, 'studio-template-card');
  await offline(async () => {
    await upload(page, card);
    await says(page, 'new-card.zip was not uploaded');
    await snap(page, 'faults-3-upload');
  });
  await press(page, 'Try again');
  await shown(page, 'studio-upload-list a.button');
  const { body } = await client.send('GET', '/v2/templates?q=New%20card');
  expect(body['templates']).toHaveLength(1);
  const large = await writePackage(join(folder, 'large.zip'), smallLottie(6));
  await truncate(large, 200_000_000);
  await upload(page, large);
  await says(page, 'large.zip is larger than 1');
});

test('the work of a draft that is deleted elsewhere goes to a new draft', async () => {
  const id = await session();
  await open(`/fill/${id}`);
  await shown(page, 'framepress-stage canvas');
  expect((await client.send('DELETE', `/v2/render_sessions/${id}`)).status).toBe(204);
  await (await shown(page, 'framepress-text-field #control')).focus();
  await page.keyboard.type('Kept words');
  await says(page, 'This draft was deleted elsewhere.');
  await snap(page, 'faults-4-deleted');
  await press(page, 'Save my work as a new draft');
  await expect.poll(() => new URL(page.url()).hash).not.toContain(id);
  await expect.poll(() => propertyOf(page, 'framepress-text-field #control')).toBe('Kept words');
  const copy = new URL(page.url()).hash.split('/').at(-1);
  const { body } = await client.send('GET', `/v2/render_sessions/${copy}`);
  expect(body['render_session']).toMatchObject({
    status: 'draft',
    mapping: { resources: { t_01: { source: { text: 'Kept words' } } } },
  });
});

test('pages say that the service does not answer, and load when it does', async () => {
  await open('/settings/destinations');
  await says(page, 'No destinations yet');
  await offline(async () => {
    await page.evaluate("location.hash = '#/settings/webhooks'");
    await says(page, 'The service does not answer.');
    await snap(page, 'faults-5-settings');
    await page.evaluate("location.hash = '#/renders'");
    await says(page, 'The page could not be loaded');
    await expect.poll(() => textOf(page)).toMatch(/does not answer.*Try again/);
    await snap(page, 'faults-6-page');
    await press(page, 'Try again');
    await page.evaluate("location.hash = '#/settings/webhooks'");
    await expect.poll(() => textOf(page)).not.toContain('The page could not be loaded');
    await page.evaluate("location.hash = '#/renders'");
    await says(page, 'The page could not be loaded');
  });
  await press(page, 'Try again');
  await shown(page, 'a.title');
  expect(page.problems).toEqual([]);
});

test('the words of a form stay when its template is deleted elsewhere', async () => {
  const own = await client.addTemplate(await writePackage(join(folder, 'own.zip'), smallLottie(6)));
  const id = await session({ version: own });
  await open(`/fill/${id}`);
  await shown(page, 'framepress-stage canvas');
  expect((await client.send('DELETE', `/v2/templates/${own['template_id']}`)).status).toBe(204);
  await (await shown(page, 'framepress-text-field #control')).focus();
  await page.keyboard.type('Kept words');
  await says(page, 'The template of this video was deleted.');
  await press(page, 'Render…');
  await press(page, 'Start render');
  await says(page, 'The template was deleted. Choose another template');
  await snap(page, 'faults-7-template');
  expect(await propertyOf(page, 'framepress-text-field #control')).toBe('Kept words');
  expect(await textOf(page)).not.toContain('tsv_');
});
