import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdSegments } from '../support/held-segments.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { expectSeenFocus, keyboardOf, recordFocus } from './keyboard.ts';
import { isPlayable } from './playable.ts';
import { expectNoProblems, propertyOf, says, shown, signedIn, textOf } from './studio-page.ts';

const run = promisify(execFile);
const ROWS = 8;
/** Ten seconds: enough to watch while the rest is drawn. */
const FRAMES = 300;
const FAULTY = [2, 4, 6];
/** The row whose image cannot be fetched at first. */
const FAILING = 7;

let folder: string;
let downloads: string;
let service: SharedService;
let client: Client;
let cards: Json;
let story: Json;
let browser: TestBrowser;
let page: TestPage;
let keys: ReturnType<typeof keyboardOf>;
let receiver: Server;
let store: S3Stub;
let hasLogo = false;
const received: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-studio-tasks-'));
  downloads = join(folder, 'downloads');
  await mkdir(downloads);
  service = await sharedService({}, { isHeld: true });
  client = await new Client(service.url).login(service.credentials);
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
  page = await signedIn(browser, service);
  await recordFocus(page);
  keys = keyboardOf(page);
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
  receiver?.close();
  await removeFolder(folder);
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

test('settings by keyboard alone: destinations, webhook endpoints, clients, tokens and use', async () => {
  await open('/settings/usage');
  await keys.enter('a Destinations');
  await says(page, 'No destinations yet');
  await keys.enter('button Add a destination');
  await keys.fill('text Location', 's3://videos/cards');
  await keys.press('Enter');
  await keys.has('text Access key ID');
  await says(page, 'Enter a value.');
  await expectNoProblems(page, 'dialog of a destination');
  await keys.fill('text Access key ID', 'AKIAEXAMPLE');
  await keys.fill(/Secret access key/, 'secret');
  await keys.fill(/Endpoint/, store.url);
  await keys.press('Enter');
  await keys.hears('Destination added');
  await keys.has('button Add a destination');
  await keys.enter('button Test: s3://videos/cards');
  await keys.hears('Read it back: done');
  await keys.has('button Test: s3://videos/cards');
  await expectNoProblems(page, 'destinations');

  await keys.enter('a Webhooks', { back: true });
  await keys.enter('button Add an endpoint');
  await keys.fill('url Address', `${base()}/hook`);
  await expectNoProblems(page, 'dialog of an endpoint');
  await keys.press('Enter');
  await keys.enter('button I have copied it');
  await keys.has('button Add an endpoint');
  await keys.enter(/^button Test: /);
  await keys.hears('Your server accepted the test.');
  await keys.has(/^button Test: /);
  expect(received).toHaveLength(1);
  await keys.enter(/^button Log: /);
  await keys.enter('button Send again: Test');
  await keys.hears('It is sent again.');
  await expect.poll(() => received.length).toBe(2);
  await keys.enter('button Send missed events again', { back: true });
  await keys.hears(/events? (is|are) sent again/);
  await expectNoProblems(page, 'log of an endpoint');
  await keys.press('Escape');
  await keys.has(/^button Log: /);

  await keys.enter('a Access keys', { back: true });
  await keys.enter('button Add an access key');
  await keys.has('text Name');
  await page.keyboard.type('Shop');
  await keys.press('Enter');
  await keys.enter('button I have copied it');
  await keys.enter('button More actions for test');
  await keys.has('menuitem Request a token');
  await keys.press('Enter');
  await keys.fill('password Secret (client_secret)', service.credentials.client_secret);
  await keys.press('Enter');
  await says(page, 'It can do what its access key can do.');
  await keys.enter('button I have copied it');
  await keys.has('button More actions for test');
  await keys.enter('button More actions for Shop');
  await keys.has('menuitem Request a token');
  await keys.press('End');
  await keys.has('menuitem Delete');
  await keys.press('Enter');
  await keys.has('button Cancel');
  await keys.enter('button Delete');
  await keys.hears('Access key deleted');
  // The next client takes its place.
  await keys.has('button More actions for test');

  await keys.enter('a Usage', { back: true });
  await keys.choose('select Period', 'Today');
  await keys.choose('select Show', 'Frames');
  expect(await propertyOf(page, '#period')).toBe('1');
  expect(await propertyOf(page, '#measure')).toBe('frames');
  await expectSeenFocus(page);
});

/** Adds the destination that the settings add, unless they have done it. */
async function requireDestination(): Promise<void> {
  const { body } = await client.send('GET', '/v2/destinations');
  if ((body['destinations'] as Json[]).length > 0) return;
  const credentials = { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'secret' };
  const options = { endpoint: store.url };
  const destination = { prefix: 's3://videos/cards', credentials, options };
  expect((await client.send('POST', '/v2/destinations', destination)).status).toBe(201);
}

test('by keyboard alone a render is started, watched, made final and downloaded', async () => {
  await requireDestination();
  await open(`/templates/${story['template_id']}`);
  await keys.enter('button Use template');
  await shown(page, 'framepress-editor');
  await keys.enter('button Make video');
  await keys.enter(/^summary Format, size and delivery/);
  await keys.tabTo(/^checkbox s3:/);
  await keys.press('Space');
  store.failing = { code: 'AccessDenied', status: 403 };
  let id = '';
  // The first segments play while the others wait.
  const resume = holdSegments(service.dataDir);
  try {
    await keys.enter('button Start');
    await expect.poll(hash).toMatch(/^#\/renders\/rs_/);
    id = hash().split('/').at(-1) ?? '';
    await isPlayable(client, id);
    await shown(page, 'studio-video-player video');
    const mapping = { template_style_version_id: cards['id'], missing: 'example', resources: {} };
    const body = { title: 'Next', render: 'preview', mapping };
    // The service works on one more than it has rasterisers, one for each core: the last of these waits.
    let next: Json = {};
    for (let made = 0; made < availableParallelism() + 2; made++)
      next = (await client.send('POST', '/v2/render_sessions', body)).body[
        'render_session'
      ] as Json;
    await keys.hears('You can watch what is finished while the rest is drawn.');
    await keys.tabTo('button Play');
    await keys.press('Space');
    await expect
      .poll(() => propertyOf(page, 'studio-video-player video', 'currentTime'))
      .toBeGreaterThan(0.3);
    await keys.hears('Draft in progress');
    expect(await textOf(page)).toMatch(/Drawing, \d+%/);
    await expectNoProblems(page, 'render in progress');
    const other = await browser.newPage();
    await open(`/renders/${next['id']}`, other);
    await expect.poll(() => textOf(other)).toMatch(/Number \d+ in the queue/);
    await other.close();
  } finally {
    resume();
  }
  await keys.hears('Draft ready');

  // The store refuses the video. When the cause is gone, the delivery is started again.
  await keys.hears('Will be tried again');
  store.failing = undefined;
  await keys.enter(/^button Try now/);
  await keys.hears('Delivered');

  await keys.enter('button Make final', { back: true });
  await keys.hears('The final is being made');
  await keys.has(/^h1 /);
  await keys.hears('Final ready');
  await keys.enter('button Copy link of MP4');
  await keys.hears('Link copied');
  await keys.enter('a Download MP4', { back: true });
  const path = await downloaded(/\.mp4$/);
  await expect
    .poll(async () => (await probe(path).catch(() => undefined))?.['nb_read_frames'])
    .toBe(String(FRAMES));
  await expectNoProblems(page, 'render');

  await keys.enter(/^button More actions for/, { back: true });
  await keys.has('menuitem Rename');
  await keys.press('ArrowDown');
  await keys.has('menuitem Copy as API call');
  await keys.press('Enter');
  const code = await propertyOf(page, 'studio-code-block[slot=curl] pre', 'textContent');
  const token = await client.send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    ...service.credentials,
  });
  const env = { ...process.env, FRAMEPRESS_TOKEN: String(token.body['access_token']) };
  const { stdout } = await run('sh', ['-c', String(code)], { env });
  expect(JSON.parse(stdout)).toMatchObject({ render_session: { status: 'final_rendering' } });
  await expectNoProblems(page, 'call of the API');
  await keys.press('Escape');
  await keys.has(/^button More actions for/);

  await keys.enter('button Use again', { back: true });
  await expect.poll(hash).toMatch(/^#\/fill\/rs_/);
  expect(hash()).not.toContain(id);
  await shown(page, 'framepress-editor');
  await expectSeenFocus(page);
});

test('by keyboard alone the rows of a file become videos, though three are faulty and one fails', async () => {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = index + 1;
    const color = FAULTY.includes(row) ? 'reddish' : '0a7b83';
    return `Guest ${row},${color},${row === FAILING ? `${base()}/logo.svg` : ''},order-${row}`;
  });
  const path = join(folder, 'guests.csv');
  await writeFile(path, ['Guest,Line colour,Photo,Number', ...rows].join('\n'));
  await open('/renders');
  await keys.enter('a Batches');
  await keys.enter('a New batch');
  await keys.choose(/^select Template/, 'Card');
  await keys.chooseFile(/^file Drop an Excel or CSV/, path);
  const fills = (column: string) => `select What the column ${column} fills`;
  await shown(page, '#column-0');
  await keys.choose(fills('Guest'), 't');
  await keys.choose(fills('Line colour'), 'c');
  await keys.choose(fills('Photo'), 'l');
  await keys.choose(fills('Number'), 'Your');
  expect(await Promise.all([0, 1, 2, 3].map((at) => propertyOf(page, `#column-${at}`)))).toEqual([
    expect.stringMatching(/t_01/),
    expect.stringMatching(/c_01/),
    expect.stringMatching(/logo_01/),
    'external_id',
  ]);
  // Any row is drawn as it will be rendered.
  const width = () => propertyOf(page, 'studio-row-preview .player canvas', 'width');
  await expect.poll(width).toBeGreaterThan(0);
  await keys.fill('number Row to preview', '4');
  await keys.press('Enter');
  await says(page, 'hex color');
  await keys.fill('number Row to preview', '5');
  await keys.press('Enter');
  await keys.choose('select Make', 'Drafts');
  await expectNoProblems(page, 'new batch');
  await keys.enter('button Check all rows');

  await keys.hears('Waits for corrections');
  await keys.choose('select Show', 'To');
  // Two are corrected, and the third is left out.
  await keys.fill('text Line colour of row 2', 'ff0000');
  await keys.fill('text Line colour of row 4', '00ff00');
  await shown(page, 'input[aria-label="Line colour of row 6"][aria-invalid=true]');
  await keys.enter('button Check 2 corrected rows');
  await keys.hears('2 rows are correct now');
  await keys.has('select Show');
  await keys.choose('select Show', 'All');
  await keys.enter('button Preview row 1');
  await shown(page, 'studio-row-dialog canvas');
  await expectNoProblems(page, 'preview of a row');
  await keys.press('Escape');
  await keys.has('button Preview row 1');
  await keys.enter('button Start 7 videos', { back: true });
  await keys.hears('In progress');
  await says(page, 'Retry 1 failed row');
  await expectNoProblems(page, 'batch in progress');
  hasLogo = true;
  await keys.enter('button Retry 1 failed row');
  await keys.hears('The videos of the failed rows are made again');
  await expect.poll(() => textOf(page)).toMatch(/Ready 7 .*To correct 1/);
  // A row that is ready is corrected, too, and its new video takes the place of the old one.
  const video = () => propertyOf(page, 'a[aria-label="Open the video of row 3"]', 'href');
  const before = await video();
  await keys.enter('button Edit row 3');
  await says(page, 'The video of a corrected row is made again.');
  await keys.fill('textarea Line colour', '123456');
  await expectNoProblems(page, 'correction of a row that is ready');
  await keys.press('Escape');
  await keys.has('button Edit row 3');
  await keys.enter('button Make 1 corrected video again');
  await keys.hears('1 row is correct now');
  // Until then it has no video, or still the one of before.
  const videos = () =>
    page.$$eval('>>> a[aria-label="Open the video of row 3"]', (links) =>
      links.map((link) => (link as unknown as { href: string }).href),
    );
  await expect.poll(videos).toEqual([expect.not.stringContaining(String(before))]);
  await expect.poll(() => textOf(page)).toMatch(/Ready 7 .*To correct 1/);
  await shown(page, 'button[aria-label="Edit row 3"]');
  await keys.enter('a Download all', { back: true });
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
  expect(names.filter((name) => name.includes('order-6'))).toEqual([]);
  expect(new Set(names.map((name) => /order-\d+/.exec(name)?.[0])).size).toBe(ROWS - 1);
  await expectNoProblems(page, 'complete batch');
  await expectSeenFocus(page);
});
