import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestPage } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { framesOf } from '../support/videos.ts';
import { expectSeenFocus, keyboardOf, recordFocus } from './keyboard.ts';
import { PHOTO, SIZE, VIDEO, writeClip, writeOwnPackage, writeTeamPhoto } from './own-template.ts';
import { says, shown } from './studio-page.ts';
import {
  arrives,
  chooseFile,
  clickAt,
  openStudioWorld,
  type StudioWorld,
  snap,
} from './studio-world.ts';

const ARABIC = 'مرحبا بفريق يونيو';
const JAPANESE = '六月のチーム、最高です';

let world: StudioWorld;
let packagePath: string;
let photo: string;
let clip: string;

beforeAll(async () => {
  world = await openStudioWorld();
  packagePath = await writeOwnPackage(join(world.folder, 'team-news.zip'));
  photo = await writeTeamPhoto(join(world.folder, 'team.jpg'));
  clip = await writeClip(join(world.folder, 'clip.webm'));
});

afterAll(() => world?.[Symbol.asyncDispose]());

/** Drops a file on the page, as the browser does with one from a folder. */
async function drop(page: TestPage, path: string): Promise<void> {
  const content = (await readFile(path)).toString('base64');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(content)}), (c) => c.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(basename(path))}));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

const idOf = (page: TestPage) => /rs_\w+/.exec(page.url())?.[0] ?? '';

async function sessionOf(id: string): Promise<Json> {
  const { body } = await (await world.client()).send('GET', `/v2/render_sessions/${id}`);
  return body['render_session'] as Json;
}

/** Waits until a draft has an entry like this. */
const saved = (id: string, name: string, entry: unknown) =>
  expect
    .poll(async () => (await sessionOf(id))['mapping'] as Json)
    .toMatchObject({ resources: { [name]: entry } });

/** Waits for the end of a render, and returns the colors of its first frame. */
async function firstFrame(id: string): Promise<(x: number, y: number) => number[]> {
  await expect.poll(async () => (await sessionOf(id))['status']).toMatch(/_rendered$/);
  const url = String((await sessionOf(id))['video_url']);
  const path = join(world.folder, `${id}.mp4`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  const [frame] = await framesOf(path, SIZE);
  if (!frame) throw new Error('The video has no frames.');
  return (x, y) => [...frame.subarray(3 * (y * SIZE.width + x)).subarray(0, 3)];
}

/** Returns the number that the bars of the clip show. */
function numberIn(colorAt: (x: number, y: number) => number[]): number {
  let number = 0;
  for (let bit = 0; bit < 10; bit++) {
    const x = VIDEO.x + Math.round(((bit + 0.5) * VIDEO.width) / 10);
    const [level = 0] = colorAt(x, VIDEO.y + Math.round(VIDEO.height / 4));
    if (level > 128) number |= 1 << bit;
  }
  return number;
}

/** The crop shows more of the red left half than the middle of the photo would. */
function expectCroppedPhoto(colorAt: (x: number, y: number) => number[]): void {
  const [red = 0, , blue = 0] = colorAt(PHOTO.x + Math.round(PHOTO.width * 0.6), PHOTO.y + 150);
  expect(red).toBeGreaterThan(150);
  expect(blue).toBeLessThan(90);
}

/** Counts light pixels in rows of the frame, where a text is. */
function lightPixels(colorAt: (x: number, y: number) => number[], from: number, to: number) {
  let count = 0;
  for (let y = from; y < to; y++) {
    for (let x = 30; x < 610; x++) if (Math.min(...colorAt(x, y)) > 200) count += 1;
  }
  return count;
}

/** The service does not know the person any more. */
async function signOut(page: TestPage): Promise<void> {
  const context = page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
}

test('a newcomer uploads a template, fills it in two scripts with photo and video, and renders', async () => {
  const page = await world.signedIn();
  await arrives(page, /^#\/templates$/);
  await says(page, 'No templates yet');
  await snap(page, 'tasks-1-empty');
  await drop(page, packagePath);
  await shown(page, 'studio-upload-list a.button');
  await shown(page, 'studio-template-card img');
  await snap(page, 'tasks-2-uploaded');
  await clickAt(page, 'studio-upload-list a.button');
  await says(page, '5 parts of this template can be filled.');
  await snap(page, 'tasks-3-template');
  await clickAt(page, '#tab-report');
  await says(page, 'Everything was imported');
  await snap(page, 'tasks-4-report');
  await clickAt(page, 'button.fill');
  await arrives(page, /^#\/fill\/rs_/);
  const id = idOf(page);

  await clickAt(page, 'framepress-text-field #control');
  await page.keyboard.type(ARABIC);
  await page.keyboard.press('Tab');
  await page.keyboard.type(JAPANESE);
  await saved(id, 't_01', { source: { text: ARABIC } });
  await saved(id, 't_02', { source: { text: JAPANESE } });
  await snap(page, 'tasks-5-texts');

  await chooseFile(page, 'framepress-image-field #choose', photo);
  await saved(id, 'photo', { source: { upload_id: expect.any(String) } });
  const part = await shown(page, 'framepress-image-field framepress-crop-box .part');
  await part.evaluate((node) =>
    (node as unknown as { scrollIntoView(at: object): void }).scrollIntoView({ block: 'center' }),
  );
  const box = await part.boundingBox();
  if (!box) throw new Error('The crop is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y);
  await page.mouse.move(x - 200, y);
  await page.mouse.up();
  await saved(id, 'photo', { transform: { crop_strategy: 'cover' } });
  await snap(page, 'tasks-6-photo');

  await chooseFile(page, 'framepress-video-field #choose', clip);
  await saved(id, 'video_1', { source: { upload_id: expect.any(String) } });
  await page.waitForSelector('>>> framepress-video-field >>> framepress-trim-bar >>> .part');
  await (await shown(page, 'framepress-video-field framepress-trim-bar .part')).focus();
  for (const key of ['PageUp', 'ArrowLeft', 'ArrowLeft'] as const) await page.keyboard.press(key);
  await saved(id, 'video_1', { transform: { trim_start_time: 0.8 } });
  await snap(page, 'tasks-7-video');

  await clickAt(page, 'framepress-stage button[aria-label="Repeat"]');
  await clickAt(page, 'framepress-stage .bar button');
  await shown(page, 'framepress-stage button[aria-label="Pause"]');
  await clickAt(page, 'framepress-stage .bar button');

  await clickAt(page, 'framepress-editor button.render');
  await says(page, 'To publish. The best image quality');
  await clickAt(page, 'studio-render-dialog summary');
  // The editor is still the same one: it knows what can be undone.
  await shown(page, 'framepress-editor button[aria-label=Undo][aria-disabled=false]');
  await snap(page, 'tasks-8-options');
  // The title begins with the first text.
  const title = await shown(page, 'studio-render-dialog #title');
  expect(await title.evaluate((node) => (node as unknown as { value: string }).value)).toBe(
    `${ARABIC} – Team news`,
  );
  await clickAt(page, 'studio-render-dialog .kinds label:nth-of-type(2) input');
  await clickAt(page, 'studio-render-dialog details label:nth-of-type(3) input');
  await page.select('>>> studio-render-dialog >>> #quality', 'high');
  // The color keeps the example of the template.
  await snap(page, 'tasks-9-chosen');
  await clickAt(page, 'studio-render-dialog button.primary');
  await arrives(page, new RegExp(`^#/renders/${id}`));
  await snap(page, 'tasks-10-rendering');

  const colorAt = await firstFrame(id);
  await snap(page, 'tasks-11-rendered');
  expect(numberIn(colorAt)).toBe(24);
  expectCroppedPhoto(colorAt);
  expect(lightPixels(colorAt, 240, 295)).toBeGreaterThan(500);
  expect(lightPixels(colorAt, 295, 340)).toBeGreaterThan(500);
  const rendered = await sessionOf(id);
  expect(rendered).toMatchObject({ status: 'final_rendered' });
  expect(rendered['outputs']).toMatchObject([{ format: 'mp4' }, { format: 'gif' }]);
  expect(rendered['fit']).toMatchObject({
    t_01: { missing_glyphs: [] },
    t_02: { missing_glyphs: [] },
  });
  expect(page.problems).toEqual([]);
  await page.close();
});

test('all of it by keyboard alone', async () => {
  const { client_id: clientId, client_secret: secret } = world.service.credentials;
  const page = await world.browser.newPage();
  await signOut(page);
  await page.goto(`${world.service.url}/studio/`);
  await recordFocus(page);
  const keys = keyboardOf(page);
  await keys.enter(/^summary For developers/);
  await keys.fill('text Key ID', clientId);
  await keys.fill('password Secret', secret);
  await keys.press('Enter');
  await shown(page, 'studio-template-card img');
  await keys.enter(/^a .*Team news/);
  await keys.enter('button Use template');
  await arrives(page, /^#\/fill\/rs_/);
  const id = idOf(page);

  await shown(page, 'framepress-text-field #control');
  await keys.fill(/ Headline$/, ARABIC);
  await keys.fill(/ Subline$/, JAPANESE);
  await keys.chooseFile(/^button (Choose|Replace) file/, photo);
  await keys.hears('team.jpg is ready.');
  await saved(id, 'photo', { source: { upload_id: expect.any(String) } });
  // The focal point, in the large view.
  await keys.enter('button Crop of Photo of the team', { back: true });
  await keys.tabTo('range Left – right');
  await keys.press('Home');
  await saved(id, 'photo', { transform: { crop_strategy: 'cover' } });
  await keys.enter('button Done');
  await keys.has('button Crop of Photo of the team');
  // The first of these buttons is that of the photo.
  await keys.tabTo(/^button Replace file/);
  await keys.press('Tab');
  await keys.chooseFile(/^button (Choose|Replace) file/, clip);
  await keys.hears('clip.webm is ready.');
  await saved(id, 'video_1', { source: { upload_id: expect.any(String) } });
  await keys.tabTo(/^slider Part of the video/, { back: true });
  await keys.press('PageUp', 'ArrowLeft', 'ArrowLeft');
  await saved(id, 'video_1', { transform: { trim_start_time: 0.8 } });

  await keys.enter('button Undo', { back: true });
  await keys.hears('Undone');
  await keys.enter('button Redo');
  await keys.hears('Redone');
  // At the end of the history the button keeps the focus.
  await keys.has('button Redo');
  await saved(id, 'video_1', { transform: { trim_start_time: 0.8 } });

  await keys.enter('button Make video', { back: true });
  await keys.enter('button Start');
  await arrives(page, new RegExp(`^#/renders/${id}`));
  const colorAt = await firstFrame(id);
  expect(numberIn(colorAt)).toBe(24);
  expectCroppedPhoto(colorAt);
  await expectSeenFocus(page);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a render that could not start without a connection leaves the editor as it is', async () => {
  const page = await world.signedIn('/templates', { hasShortPauses: true });
  await clickAt(page, 'studio-template-card a');
  await clickAt(page, 'button.fill');
  await arrives(page, /^#\/fill\/rs_/);
  const id = idOf(page);
  await clickAt(page, 'framepress-text-field #control');
  await page.keyboard.type('Before');
  await saved(id, 't_01', { source: { text: 'Before' } });
  const editor = await shown(page, 'framepress-editor');
  await clickAt(page, 'framepress-editor button.render');
  await shown(page, 'studio-render-dialog button.primary');
  await page.setOfflineMode(true);
  await clickAt(page, 'studio-render-dialog button.primary');
  await says(page, 'The service does not answer.');
  await snap(page, 'tasks-15-offline');
  const isSame = await editor.evaluate(
    (node) => (node as unknown as { isConnected: boolean }).isConnected,
  );
  expect(isSame).toBe(true);
  await shown(page, 'framepress-editor button[aria-label=Undo][aria-disabled=false]');
  await page.setOfflineMode(false);
  await clickAt(page, 'studio-render-dialog button.primary');
  await arrives(page, new RegExp(`^#/renders/${id}`));
  await page.close();
});

test('a session that ends while a person fills: the work is there after the sign-in', async () => {
  const page = await world.signedIn('/templates');
  await clickAt(page, 'studio-template-card a');
  await clickAt(page, 'button.fill');
  await arrives(page, /^#\/fill\/rs_/);
  const id = idOf(page);
  await shown(page, 'framepress-text-field #control');
  // Before the session ends: a page that gets the focus reads the draft again.
  await clickAt(page, 'framepress-text-field #control');
  await signOut(page);
  // At once: the page of the sign-in may come between two letters.
  await page.evaluate("document.execCommand('insertText', false, 'Kept words')");
  await says(page, 'Your session ended. Sign in to continue where you were.');
  await snap(page, 'tasks-12-expired');

  const { client_id: clientId, client_secret: secret } = world.service.credentials;
  await clickAt(page, 'details.developers summary');
  await clickAt(page, '#id');
  await page.keyboard.type(clientId);
  await clickAt(page, '#secret');
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await arrives(page, new RegExp(`^#/fill/${id}`));
  await saved(id, 't_01', { source: { text: 'Kept words' } });
  await page.close();
});

test('in Firefox, on a phone: a text and a photo arrive in the video', async () => {
  await using firefox = await openBrowser('firefox', { theme: 'dark' });
  const page = await world.signedIn('/templates', { in: firefox, width: 390, height: 844 });
  await shown(page, 'studio-template-card img');
  await clickAt(page, 'studio-template-card a');
  await snap(page, 'tasks-13-firefox-template');
  await clickAt(page, 'button.fill');
  await arrives(page, /^#\/fill\/rs_/);
  const id = idOf(page);
  await clickAt(page, 'framepress-text-field #control');
  await page.keyboard.type(ARABIC);
  await chooseFile(page, 'framepress-image-field #choose', photo);
  await saved(id, 'photo', { source: { upload_id: expect.any(String) } });
  await saved(id, 't_01', { source: { text: ARABIC } });
  await snap(page, 'tasks-13-firefox');
  await clickAt(page, 'framepress-editor button.render');
  await snap(page, 'tasks-14-firefox-options');
  await clickAt(page, 'studio-render-dialog button.primary');
  await arrives(page, new RegExp(`^#/renders/${id}`));
  const colorAt = await firstFrame(id);
  const [red = 0, , blue = 0] = colorAt(PHOTO.x + 20, PHOTO.y + 150);
  expect(red - blue).toBeGreaterThan(100);
  expect(lightPixels(colorAt, 240, 295)).toBeGreaterThan(500);
  expect(page.problems).toEqual([]);
  await page.close();
});
