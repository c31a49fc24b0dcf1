import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { holdRasterisers } from '../support/rasterisers.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import {
  click,
  expectNoProblems,
  fill,
  press,
  propertyOf,
  says,
  shown,
  signedIn,
  textOf,
  type,
  upload,
} from './studio-page.ts';

const run = promisify(execFile);
const ROWS = 50;
/** Ten seconds: enough to watch while the rest is drawn. */
const FRAMES = 300;
const FAULTY = [10, 20, 30];
/** The row whose image cannot be fetched at first. */
const FAILING = 40;

let folder: string;
let dataDir: string;
let downloads: string;
let credentials: { client_id: string; client_secret: string };
let service: RunningService;
let client: Client;
let cards: Json;
let story: Json;
let browser: TestBrowser;
let page: TestPage;
let receiver: Server;
let store: S3Stub;
let hasLogo = false;
const received: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-studio-tasks-'));
  dataDir = join(folder, 'data');
  downloads = join(folder, 'downloads');
  await mkdir(downloads);
  credentials = await makeClient(dataDir);
  // A second render waits in the queue.
  service = await startService(dataDir, { FRAMEPRESS_WORKERS: '1' });
  client = await new Client(service.url).login(credentials);
  const card = await writePackage(join(folder, 'card.zip'), smallLottie(6));
  cards = await client.addTemplate(card, { name: 'Card' });
  const long = await writePackage(join(folder, 'story.zip'), smallLottie(FRAMES));
  story = await client.addTemplate(long, { name: 'Story' });
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/logo.svg') return void answerLogo();
      received.push(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
    const answerLogo = () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"/>';
      response.writeHead(hasLogo ? 200 : 404, { 'content-type': 'image/svg+xml' });
      response.end(hasLogo ? svg : '');
    };
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  store = await startS3Stub({ AKIAEXAMPLE: 'secret' });
  browser = await openBrowser('chromium', { downloads });
  page = await signedIn(browser, { dataDir, url: service.url });
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await service?.stop();
  await store?.[Symbol.asyncDispose]();
  receiver?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a path of the studio. */
async function open(path: string, on = page): Promise<void> {
  await on.goto('about:blank');
  await on.goto(`${service.url}/studio/#${path}`);
}

function base(): string {
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
}

/** Waits for a file in the folder of downloads. */
async function downloaded(name: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      found = (await readdir(downloads)).find((one) => name.test(one));
      return found;
    })
    .toBeDefined();
  return join(downloads, found ?? '');
}

function hash(): string {
  return new URL(page.url()).hash;
}

test('a destination and a webhook endpoint are added and tested', async () => {
  await open('/settings/destinations');
  await says(page, 'No destinations yet');
  await press(page, 'Add a destination');
  await type(page, '#prefix', 's3://videos/cards');
  await type(page, '#access_key_id', 'AKIAEXAMPLE');
  await type(page, '#secret_access_key', 'secret');
  await type(page, '#endpoint', store.url);
  await expectNoProblems(page, 'dialog of a destination');
  await click(page, 'studio-destination-dialog form button.primary');
  await click(page, 'button[aria-label^="Test"]');
  await says(page, 'Read it back: done');
  await expectNoProblems(page, 'destinations');

  await open('/settings/webhooks');
  await press(page, 'Add an endpoint');
  await type(page, '#url', `${base()}/hook`);
  await expectNoProblems(page, 'dialog of an endpoint');
  await click(page, 'studio-webhook-dialog form button.primary');
  await shown(page, 'studio-secret-dialog input');
  await press(page, 'I have copied it');
  await click(page, 'button[aria-label^="Test"]');
  await says(page, 'Your server accepted the test.');
  expect(received).toHaveLength(1);
  await click(page, 'button[aria-label^="Log"]');
  await press(page, 'Send again: Test');
  await expect.poll(() => received.length).toBe(2);
  await expectNoProblems(page, 'log of an endpoint');
});

test('a render is started, watched while it renders, made final and downloaded', async () => {
  await open(`/templates/${story['template_id']}`);
  await click(page, 'button.fill');
  await shown(page, 'framepress-editor');
  await click(page, '.bar button');
  await shown(page, 'studio-render-dialog #size');
  await click(page, 'studio-render-dialog label.examples input');
  await click(page, 'studio-render-dialog fieldset:last-of-type input');
  store.failing = { code: 'AccessDenied', status: 403 };
  await click(page, 'studio-render-dialog button.primary');
  await expect.poll(hash).toMatch(/^#\/renders\/rs_/);
  const id = hash().split('/').at(-1) ?? '';

  // What is drawn plays while the rest waits.
  await shown(page, 'studio-video-player video');
  const resume = await holdRasterisers(service.pid);
  try {
    const mapping = { template_style_version_id: cards['id'], missing: 'example', resources: {} };
    const body = { title: 'Next', render: 'preview', mapping };
    // The service works on some renders at once; the last of these waits.
    let next: Json = {};
    for (let made = 0; made < 4; made++)
      next = (await client.send('POST', '/v2/render_sessions', body)).body[
        'render_session'
      ] as Json;
    const video = await shown(page, 'studio-video-player video');
    await video.evaluate((node) => (node as unknown as { play(): Promise<void> }).play());
    await expect
      .poll(() => propertyOf(page, 'studio-video-player video', 'currentTime'))
      .toBeGreaterThan(0.3);
    await says(page, 'Preview in progress');
    expect(await textOf(page)).toMatch(/Drawing, \d+%/);
    await expectNoProblems(page, 'render in progress');
    const other = await browser.newPage();
    await open(`/renders/${next['id']}`, other);
    await expect.poll(() => textOf(other)).toMatch(/Number \d+ in the queue/);
    await other.close();
  } finally {
    resume();
  }
  await says(page, 'Preview ready');

  // The store refuses the video. When the cause is gone, the delivery is started again.
  await says(page, 'Will be tried again');
  store.failing = undefined;
  await click(page, 'studio-session-deliveries button');
  await says(page, 'Delivered');

  await press(page, 'Make final');
  await says(page, 'Final in progress');
  await says(page, 'Final ready');
  await press(page, 'Copy link of MP4');
  await says(page, 'Link copied');
  await press(page, 'Download MP4');
  const path = await downloaded(/\.mp4$/);
  await expect
    .poll(async () => (await probe(path).catch(() => undefined))?.['nb_read_frames'])
    .toBe(String(FRAMES));
  await expectNoProblems(page, 'render');

  await click(page, '.actions studio-menu .opener');
  await press(page, 'Copy as API call');
  const code = await propertyOf(page, 'studio-code-block[slot=curl] pre', 'textContent');
  const token = await client.send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    ...credentials,
  });
  const env = { ...process.env, FRAMEPRESS_TOKEN: String(token.body['access_token']) };
  const { stdout } = await run('sh', ['-c', String(code)], { env });
  expect(JSON.parse(stdout)).toMatchObject({ render_session: { status: 'final_rendering' } });
  await expectNoProblems(page, 'call of the API');
  await page.keyboard.press('Escape');

  await press(page, 'Use again');
  await expect.poll(hash).toMatch(/^#\/fill\/rs_/);
  expect(hash()).not.toContain(id);
  await shown(page, 'framepress-editor');
});

test('a table of 50 rows becomes videos, though three rows are faulty and one fails', async () => {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = index + 1;
    const color = FAULTY.includes(row) ? 'reddish' : '0a7b83';
    return `Guest ${row},${color},${row === FAILING ? `${base()}/logo.svg` : ''},order-${row}`;
  });
  const path = join(folder, 'guests.csv');
  await writeFile(path, ['Guest,Line colour,Photo,Number', ...rows].join('\n'));
  await open('/batches');
  await press(page, 'New batch');
  await shown(page, 'studio-template-choice select');
  await fill(page, 'studio-template-choice select', String(cards['template_id']));
  await shown(page, 'studio-file-drop input');
  await upload(page, path);
  await fill(page, '#column-0', 't_01');
  await fill(page, '#column-1', 'c_01');
  await fill(page, '#column-2', '(Footage)/USER/logo_01.png');
  await fill(page, '#column-3', 'external_id');
  // Any row is drawn as it will be rendered.
  const width = () => propertyOf(page, 'studio-row-preview .player canvas', 'width');
  await expect.poll(width).toBeGreaterThan(0);
  await fill(page, 'input#row', '20');
  await says(page, 'hex color');
  await fill(page, 'input#row', '21');
  await says(page, 'Previews: faster');
  await fill(page, '#render', 'preview');
  await expectNoProblems(page, 'new batch');
  await press(page, 'Check all rows');

  await says(page, 'Waits for corrections');
  await fill(page, '#state', 'invalid');
  await shown(page, 'input[aria-label="Line colour of row 30"][aria-invalid=true]');
  // Two are corrected, and the third is left out.
  await fill(page, 'input[aria-label="Line colour of row 10"]', 'ff0000');
  await fill(page, 'input[aria-label="Line colour of row 20"]', '00ff00');
  await press(page, 'Check 2 corrected rows');
  await says(page, '2 rows are right now');
  await fill(page, '#state', '');
  await click(page, 'button[aria-label="Preview row 1"]');
  await shown(page, 'studio-row-dialog canvas');
  await expectNoProblems(page, 'preview of a row');
  await page.keyboard.press('Escape');
  await press(page, 'Start 49 videos');
  await says(page, 'In progress');
  await says(page, 'Retry 1 failed row');
  await expectNoProblems(page, 'batch in progress');
  hasLogo = true;
  await press(page, 'Retry 1 failed row');
  await says(page, 'The failed rows are rendered again');
  await says(page, 'Complete');
  expect(await textOf(page)).toMatch(/Ready 49 .*To correct 1/);
  await press(page, 'Download all');
  const archive = await downloaded(/\.zip$/);
  const script = 'import sys,zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
  let names: string[] = [];
  await expect
    .poll(async () => {
      const { stdout } = await run('python3', ['-c', script, archive]).catch(() => ({
        stdout: '',
      }));
      names = stdout.split('\n').filter((name) => name.endsWith('.mp4'));
      return names.length;
    })
    .toBe(ROWS - 1);
  expect(names.filter((name) => name.includes('order-30'))).toEqual([]);
  expect(new Set(names.map((name) => /order-\d+/.exec(name)?.[0])).size).toBe(ROWS - 1);
  await expectNoProblems(page, 'complete batch');
});
