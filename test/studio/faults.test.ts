import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FragileWorld, openEditors, openFragileWorld } from '../editor/editor-page.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import type { Client, Json } from '../support/client.ts';
import { holdSegments } from '../support/held-segments.ts';
import { openOriginPage } from '../support/origin-page.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { isPlayable } from './playable.ts';
import { press, propertyOf, says, shown, signedIn, textOf, upload } from './studio-page.ts';
import { snap } from './studio-world.ts';

/* The studio and the editor while a service is killed or out of reach. */

const FRAMES = 300;

let world: FragileWorld;
let client: Client;
let version: Json;
let browser: TestBrowser;
let page: TestPage;
let editors: Awaited<ReturnType<typeof openEditors>>;

beforeAll(async () => {
  world = await openFragileWorld();
  ({ client } = world);
  browser = await openBrowser('chromium');
  editors = await openEditors(world, 'chromium');
  const story = await writePackage(join(world.folder, 'story.zip'), smallLottie(FRAMES));
  version = await client.addTemplate(story, { name: 'Story' });
  page = await signedIn(browser, world, { hasShortPauses: true });
});

afterAll(async () => {
  await editors?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

/** Opens a path of the studio. */
async function open(path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${world.url}/studio/#${path}`);
}

type SessionOptions = { render?: 'preview'; version?: Json };

async function session({ render, version: of = version }: SessionOptions = {}): Promise<string> {
  const mapping = { template_style_version_id: of['id'], missing: 'example', resources: {} };
  const body = { title: 'For Ana', mapping, ...(render && { render }) };
  const answer = await client.send('POST', '/v2/render_sessions', body);
  return String((answer.body['render_session'] as Json)['id']);
}

const PLAYER = 'studio-video-player video';

/** Expressions in a page with the editor. */
const SAVED = `shown(root.querySelector('.status')) === 'Saved'`;
const BANNER = `shown(root.querySelector('.banner'))`;

test('a service that restarts: the page of a render says so, and goes on; the editor keeps changes', async () => {
  const draft = await world.draft();
  const editor = await editors.open(draft, { hasShortPauses: true });
  const resume = holdSegments(world.dataDir);
  try {
    const id = await session({ render: 'preview' });
    await isPlayable(client, id);
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
    await world.restart(async () => {
      await says(page, 'The service does not answer at the moment.');
      await snap(page, 'faults-1-lost');
      await editor.type('t_01', 'While offline');
      await editor.until(`/Offline/.test(${BANNER})`);
      expect(await editor.evaluate(`sessionStorage.length`)).toBe(1);
      await editor.evaluate(`editor.undo()`);
      await editor.evaluate(`editor.redo()`);
    });
  } finally {
    resume();
  }
  await expect.poll(() => textOf(page)).not.toContain('does not answer');
  await shown(page, PLAYER);
  await expect.poll(() => textOf(page)).toContain('Draft ready');

  await editor.until(SAVED);
  await editor.until(`root.querySelector('.banner') === null`);
  await editor.until(`editor.shadowRoot.querySelector('framepress-stage').notice === ''`);
  expect((await world.session(draft.session))['mapping']).toMatchObject({
    resources: { t_01: { source: { text: 'While offline' } } },
  });
  expect(await editor.evaluate(`sessionStorage.length`)).toBe(0);
  await editor.page.close();
});

test('a connection and a token that end during a render: it is watched with the next token', async () => {
  const { session, token } = await world.draft();
  const { page, until, evaluate, events } = await editors.open({ session, token });
  const resume = holdSegments(world.dataDir, 0);
  try {
    await evaluate(`void editor.render().catch(() => undefined)`);
    await until(`/Rendering|Waiting to be rendered/.test(${BANNER})`);
    const next = await world.newToken(session);
    // The new token comes after the status of the last answer for the former one, and before its body.
    await evaluate(`(() => {
      let count = 0;
      editor.fetch = async (...request) => {
        const response = await fetch(...request);
        if (response.status !== 401 || !/render_sessions/.test(request[0])) return response;
        const body = new ReadableStream({ async start(controller) {
          await new Promise((resolve) => setTimeout(resolve));
          if (++count === 2) editor.token = '${next}';
          await editor.updateComplete;
          controller.enqueue(new TextEncoder().encode('{}'));
          controller.close();
        } });
        return new Response(body, { status: 401 });
      };
    })()`);
    await world.revoke(token);
    // Events go on until their connection ends.
    await world.offline(() => Promise.resolve());
    await until(`editor.token === '${next}'`);
  } finally {
    resume();
  }
  await until(`/The video is ready/.test(${BANNER})`);
  expect((await events('error')).map(({ code }) => code)).toEqual(['token_expired']);
  expect((await events('rendered')).at(-1)).toMatchObject({ session: { id: session } });
  await page.close();
});

test('a package whose upload is interrupted is sent again once; a large one is not sent', async () => {
  await open('/templates');
  const card = await writePackage(join(world.folder, 'new-card.zip'), {
    ...smallLottie(6),
    nm: 'New card',
  });
  await shown(page, 'studio-template-card');
  await world.offline(async () => {
    await upload(page, card);
    await says(page, 'new-card.zip was not uploaded');
    await snap(page, 'faults-3-upload');
  });
  await press(page, 'Try again');
  await shown(page, 'studio-upload-list a.button');
  const { body } = await client.send('GET', '/v2/templates?q=New%20card');
  expect(body['templates']).toHaveLength(1);
  const large = await writePackage(join(world.folder, 'large.zip'), smallLottie(6));
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
  await says(page, 'This video was deleted elsewhere.');
  await snap(page, 'faults-4-deleted');
  await press(page, 'Save my work as a new video');
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
  await world.offline(async () => {
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
  // By itself.
  await shown(page, 'a.title');
  expect(page.problems).toEqual([]);
});

test('the words of a form stay when its template is deleted elsewhere', async () => {
  const own = await client.addTemplate(
    await writePackage(join(world.folder, 'own.zip'), smallLottie(6)),
  );
  const id = await session({ version: own });
  await open(`/fill/${id}`);
  await shown(page, 'framepress-stage canvas');
  expect((await client.send('DELETE', `/v2/templates/${own['template_id']}`)).status).toBe(204);
  await (await shown(page, 'framepress-text-field #control')).focus();
  await page.keyboard.type('Kept words');
  await says(page, 'The template of this video was deleted.');
  await press(page, 'Make video');
  await press(page, 'Start');
  await says(page, 'The template was deleted. Choose another template');
  await snap(page, 'faults-7-template');
  expect(await propertyOf(page, 'framepress-text-field #control')).toBe('Kept words');
  expect(await textOf(page)).not.toContain('tsv_');
});

test('a page of an origin that is not allowed cannot read any answer', async () => {
  await using other = await openOriginPage();
  const { session: id, token } = await world.draft();
  const url = `${world.url}/v2/render_sessions/${id}`;
  const init = JSON.stringify({ headers: { authorization: `Bearer ${token}` } });
  const read = other.evaluate(
    `fetch(${JSON.stringify(url)}, ${init}).then((answer) => answer.status)`,
  );
  await expect(read).rejects.toThrow('Failed to fetch');
  const origins: (string | null)[] = [];
  for (const origin of [world.origin, other.origin]) {
    const headers = { origin, 'access-control-request-method': 'DELETE' };
    const preflight = await fetch(url, { method: 'OPTIONS', headers });
    origins.push(preflight.headers.get('access-control-allow-origin'));
  }
  expect(origins).toEqual([world.origin, null]);
});
