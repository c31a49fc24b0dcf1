import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isolated } from '../../packages/editor/src/strings/index.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { expectSeenFocus, keyboardOf, recordFocus } from './keyboard.ts';
import {
  click,
  fill,
  press,
  propertyOf,
  says,
  shown,
  signedIn,
  textOf,
  upload,
  violations,
} from './studio-page.ts';

let folder: string;
let service: SharedService;
let client: Client;
let version: string;
let browser: TestBrowser;
let page: TestPage;
let receiver: Server;
const received: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-studio-renders-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const file = await writePackage(join(folder, 'small.zip'), smallLottie(6));
  version = String((await client.addTemplate(file))['id']);
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  browser = await openBrowser('chromium');
  page = await signedIn(browser, service);
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  receiver?.close();
  await removeFolder(folder);
});

/** Opens a path of the studio. */
async function open(path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${service.url}/studio/#${path}`);
}

test('a table becomes videos: its columns are mapped, and faulty cells are corrected in place', async () => {
  const csv = [
    'Guest,Line colour,external_id',
    ...['Ana', 'Ben', 'Cleo', 'Dan'].map((name, at) => `${name},0a7b83,order-${at}`),
    'Eve,reddish,order-4',
  ].join('\n');
  const path = join(folder, 'guests.csv');
  await writeFile(path, csv);
  await open(`/batches/new?version=${version}`);
  await shown(page, 'studio-file-drop input');
  await upload(page, path);
  await fill(page, '#column-0', 't_01');
  await fill(page, '#column-1', 'c_01');
  // The preview of the first row.
  await expect
    .poll(() => propertyOf(page, 'studio-row-preview .player canvas', 'width'))
    .toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await press(page, 'Check all rows');

  await says(page, 'Waits for corrections');
  expect(await propertyOf(page, 'input[aria-invalid=true]')).toBe('reddish');
  expect(await violations(page)).toEqual([]);
  await fill(page, 'input[aria-invalid=true]', 'still wrong');
  await press(page, 'Check 1 corrected row');
  await says(page, 'Some cells still have faults');
  await fill(page, 'input[aria-invalid=true]', 'ff0000');
  await press(page, 'Check 1 corrected row');
  await press(page, 'Start 5 videos');
  await says(page, 'Complete');
  expect(await propertyOf(page, 'a[download]', 'href')).toMatch(/\/v2\/batches\/bat_\w+\/archive$/);
  await open('/batches');
  await says(page, '5 of 5 ready');
  expect(await violations(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('the list of renders has what is made meanwhile, and deletes what is selected', async () => {
  await open('/renders?q=Card');
  await says(page, 'Nothing matches these filters');
  const created = await client.send('POST', '/v2/render_sessions', {
    title: 'Card for Ana',
    render: 'preview',
    output: { width: 64 },
    mapping: { template_style_version_id: version, missing: 'example', resources: {} },
  });
  const { id } = created.body['render_session'] as { id: string };
  // By an event, without another visit of the page.
  await shown(page, `a.title[href="#/renders/${id}"]`);
  await says(page, 'Draft ready');
  expect(await violations(page)).toEqual([]);
  await click(page, 'input[type=checkbox][aria-label="Select Card for Ana"]');
  await press(page, 'Delete 1 video');
  await click(page, 'studio-confirm button.danger');
  await says(page, '1 video deleted');
  expect((await client.send('GET', `/v2/render_sessions/${id}`)).status).toBe(404);
  expect(page.problems).toEqual([]);
});

test('a render is watched, described and made final', async () => {
  const created = await client.send('POST', '/v2/render_sessions', {
    title: 'Card for Zoë',
    render: 'preview',
    output: { width: 64 },
    mapping: {
      template_style_version_id: version,
      missing: 'example',
      resources: { t_01: { source: { text: 'Zoë שלום' } } },
    },
  });
  const { id } = created.body['render_session'] as { id: string };
  await open(`/renders/${id}`);
  await says(page, 'Draft ready');
  // The editable has the name of the form.
  await says(page, `lacks characters of the text of “${isolated('t 01')}”.`);
  await click(page, 'details.developers summary');
  await press(page, 'Add an entry');
  await fill(page, 'studio-session-metadata .entry input:first-of-type', 'customer');
  await fill(page, 'studio-session-metadata .entry input:nth-of-type(2)', '1042');
  await press(page, 'Save');
  await says(page, 'Metadata saved');
  await press(page, 'Make final');
  await says(page, 'Final ready');
  // The video can be played.
  await expect.poll(() => propertyOf(page, 'video[src]', 'readyState')).toBeGreaterThanOrEqual(2);
  expect(await violations(page)).toEqual([]);
  const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
  expect(body['render_session'] as Json).toMatchObject({
    status: 'final_rendered',
    metadata: { customer: '1042' },
  });
  expect(page.problems).toEqual([]);
});

test('settings: a webhook endpoint is added and tested, and secrets are shown once', async () => {
  await open('/settings/webhooks');
  await press(page, 'Add an endpoint');
  const { port } = receiver.address() as AddressInfo;
  await fill(page, '#url', `http://127.0.0.1:${port}/hook`);
  await click(page, 'studio-webhook-dialog form button.primary');
  expect(await propertyOf(page, 'studio-secret-dialog input')).toMatch(/^whsec_/);
  expect(await violations(page)).toEqual([]);
  await press(page, 'I have copied it');
  await click(page, 'button[aria-label^="Test"]');
  await says(page, 'Your server accepted the test.');
  expect(received).toHaveLength(1);
  await click(page, 'button[aria-label^="Log"]');
  await says(page, 'Accepted');
  expect(await violations(page)).toEqual([]);

  await open('/settings/clients');
  await press(page, 'Add an access key');
  await fill(page, '#name', 'Shop');
  await click(page, 'studio-clients-part form button.primary');
  await shown(page, 'studio-secret-dialog input');
  await press(page, 'I have copied it');
  await says(page, 'Shop');

  await open('/settings/destinations');
  await press(page, 'Add a destination');
  await fill(page, '#prefix', 's3://videos/cards');
  await fill(page, '#access_key_id', 'AKIAEXAMPLE');
  await click(page, 'studio-destination-dialog form button.primary');
  await says(page, 'Enter a value.');
  await fill(page, '#secret_access_key', 'secret');
  await fill(page, '#endpoint', `http://127.0.0.1:${port}`);
  await click(page, 'studio-destination-dialog form button.primary');
  await says(page, 's3://videos/cards');
  for (const part of ['destinations', 'usage', 'account']) {
    await open(`/settings/${part}`);
    await shown(page, `studio-${part}-part dl`);
    expect(await violations(page)).toEqual([]);
  }
  expect(page.problems).toEqual([]);
});

test('by keyboard alone renders are found, canceled, started again and deleted', async () => {
  const { port } = receiver.address() as AddressInfo;
  const logo = { source: { remote_url: `http://127.0.0.1:${port}/none.png` } };
  const make = async (title: string, resources: Json, render?: 'preview') => {
    const mapping = { template_style_version_id: version, missing: 'example', resources };
    const body = { title, mapping, ...(render && { render }) };
    const created = await client.send('POST', '/v2/render_sessions', body);
    return (created.body['render_session'] as { id: string }).id;
  };
  const isFailed = async (ids: string[]) => {
    for (const id of ids)
      await expect.poll(async () => (await client.waitFor(id))['status']).toBe('failed');
  };
  for (const at of [1, 2]) await make(`Bulk ${at}`, {});
  const failed = await Promise.all(
    [3, 4].map((at) => make(`Bulk ${at}`, { '(Footage)/USER/logo_01.png': logo }, 'preview')),
  );
  await isFailed(failed);
  await recordFocus(page);
  const keys = keyboardOf(page);
  await open('/templates');
  await keys.enter('a Videos');
  await keys.fill('search Search titles', 'Bulk');
  await keys.hears('4 videos');
  await keys.choose('select Status', 'Failed');
  await keys.hears('2 videos');
  await keys.press('Home');
  await keys.hears('4 videos');
  // A screen reader reads only regions that are in the page before their words.
  for (const role of ['status', 'alert'])
    expect(await propertyOf(page, `studio-toasts [role=${role}]`, 'offsetHeight')).toBe(1);
  await keys.tabTo('checkbox Select Bulk 1');
  await keys.press('Space');
  await keys.hears('1 selected');
  await keys.enter('button Select all shown');
  await keys.hears('4 selected');
  // Drafts are not in work.
  expect(await textOf(page)).not.toContain('Stop 2 videos');
  await keys.enter('button Try 2 videos again', { back: true });
  await keys.hears('2 videos started again');
  // The drafts are still selected.
  await keys.has('button Delete 2 videos');
  await isFailed(failed);
  await keys.enter('button Select all shown');
  await says(page, 'Try 2 videos again');
  await keys.enter('button Delete 4 videos', { back: true });
  await keys.has('button Cancel');
  await keys.press('Escape');
  await keys.has('button Delete 4 videos');
  await keys.press('Enter');
  await keys.has('button Cancel');
  await keys.enter('button Delete 4 videos');
  await keys.hears('4 videos deleted');
  await keys.hears('0 videos');
  await expectSeenFocus(page);
  expect(page.problems).toEqual([]);
});

test('the captions of a video are chosen in its player, and downloaded', async () => {
  const cues = (text: string) => ({ cues: [{ start: 0, end: 0.1, text }] });
  const created = await client.send('POST', '/v2/render_sessions', {
    title: 'With captions',
    render: 'preview',
    output: { width: 64 },
    mapping: {
      template_style_version_id: version,
      missing: 'example',
      resources: {},
      captions: [
        { source: cues('Drawn'), language: 'fr' },
        { source: cues('Hallo & <Welt>'), language: 'de' },
        { source: cues('Hello'), language: 'en' },
      ],
    },
  });
  const { id } = created.body['render_session'] as { id: string };
  await client.waitFor(id);
  await open(`/renders/${id}`);
  await press(page, 'Captions');
  await says(page, 'Off German English');
  await press(page, 'German');
  const tracks = () =>
    page.$eval('>>> studio-video-player >>> video', (element) => {
      type Cue = { getCueAsHTML(): { textContent: string } };
      type Track = { label: string; language: string; mode: string; cues: ArrayLike<Cue> | null };
      const { textTracks } = element as unknown as { textTracks: ArrayLike<Track> };
      return Array.from(textTracks, ({ label, language, mode, cues: shownCues }) => {
        return [label, language, mode, shownCues?.[0]?.getCueAsHTML().textContent];
      });
    });
  await expect.poll(tracks).toEqual([['German', 'de', 'showing', 'Hallo & <Welt>']]);
  await press(page, 'Captions');
  expect(await violations(page)).toEqual([]);
  await press(page, 'English');
  await expect.poll(tracks).toEqual([['English', 'en', 'showing', 'Hello']]);
  await press(page, 'Captions');
  await press(page, 'Off');
  await expect.poll(tracks).toEqual([]);

  await says(page, 'French Shown in the video');
  const link = await propertyOf(page, 'a[aria-label="Download German SRT"]', 'href');
  expect(new URL(String(link)).searchParams.get('name')).toBe('With captions.de.srt');
  expect(await violations(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});
