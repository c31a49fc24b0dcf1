import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import { SCRIPT_FONT } from '../support/images.ts';
import { driverOf, expectForeignFiles } from './fields-driver.ts';
import {
  openFieldsPage,
  openFieldsWorld,
  shownNumber,
  writeAudio,
  writePhoto,
  writeVideo,
} from './fields-world.ts';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

let world: Awaited<ReturnType<typeof openFieldsWorld>>;
let browser: TestBrowser;
let page: TestPage;

beforeAll(async () => {
  world = await openFieldsWorld();
  browser = await openBrowser('chromium');
  page = await openFieldsPage(browser, world);
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const driver = driverOf({ page: () => page, world: () => world });
const { entryOf, find, choose, give, textOf, spokenBy, drag, press, differenceFromStill } = driver;

test('the crop that is chosen by pointer, keyboard and turning is what a still shows', async () => {
  await choose('photo', await writePhoto(join(world.folder, 'photo.jpg'), 6));
  const box = '#photo >>> framepress-crop-box >>> .part';
  await find(box);
  expect(await differenceFromStill()).toBeLessThan(2);

  await drag(box, { x: 0, y: -60 });
  expect((await entryOf('photo')).transform).toMatchObject({ crop_strategy: 'cover' });
  expect(await differenceFromStill()).toBeLessThan(2);

  await (await find('#photo >>> framepress-crop-editor >>> .crop')).click();
  await page.select('#photo >>> framepress-crop-editor >>> #strategy', 'manual');
  await drag('#photo >>> framepress-crop-box.large >>> .bottom-right', { x: -120, y: -60 });
  await drag('#photo >>> framepress-crop-box.large >>> .part', { x: 70, y: 45 });
  const manual = (await entryOf('photo')).transform ?? {};
  expect(manual).toMatchObject({ crop_strategy: 'manual', crop_x: expect.any(Number) });
  expect(Number(manual['crop_width']) / Number(manual['crop_height'])).toBeCloseTo(16 / 9, 1);
  expect(await differenceFromStill()).toBeLessThan(2);

  const across = '#photo >>> framepress-crop-editor >>> #x';
  await press(across, 'ArrowRight', 'ArrowRight');
  expect(await spokenBy(across)).toMatch(/^\d+% from the left$/);
  expect(Number((await entryOf('photo')).transform?.['crop_x'])).toBeGreaterThan(
    Number(manual['crop_x']),
  );
  expect(await differenceFromStill()).toBeLessThan(2);

  const { upload_id: before } = (await entryOf('photo')).source;
  await (await find('#photo >>> framepress-crop-editor >>> .done')).click();
  await (await find('#photo >>> [aria-label="Turn right"]')).click();
  await page.waitForFunction(
    `fieldsPage.state.entries.photo.source.upload_id !== ${JSON.stringify(before)}`,
  );
  await page.waitForFunction(
    "document.getElementById('photo').file?.size?.height === 800 && document.getElementById('photo').thumbnail",
  );
  expect(await differenceFromStill()).toBeLessThan(2);
  expect(page.problems).toEqual([]);
});

test.each(['contain', 'fill', 'manual', 'cover'])(
  'the crop %s is chosen by keyboard alone, and shows what a still shows',
  async (strategy) => {
    await (await find('#photo >>> framepress-crop-editor >>> .crop')).focus();
    await page.keyboard.press('Enter');
    await page.select('#photo >>> framepress-crop-editor >>> #strategy', strategy);
    if (strategy === 'manual') {
      await press('#photo >>> framepress-crop-editor >>> #zoom', 'ArrowRight', 'PageUp', 'PageUp');
      await press('#photo >>> framepress-crop-editor >>> #y', 'PageUp', 'ArrowRight');
    }
    if (strategy === 'contain') {
      await (await find('#photo >>> framepress-crop-editor >>> input[type="checkbox"]')).focus();
      await page.keyboard.press(' ' as 'Space');
      expect((await entryOf('photo')).transform).toEqual({
        crop_strategy: 'contain',
        background: '#ffffff',
      });
    }
    if (strategy === 'cover') {
      // The photo is upright by now, and is cut off above and below.
      await press('#photo >>> framepress-crop-editor >>> #y:not(:disabled)', 'PageUp', 'PageUp');
      expect((await entryOf('photo')).transform).toMatchObject({ crop_strategy: 'cover' });
      const part = '#photo >>> framepress-crop-box.large >>> .part';
      const { focal_y: above } = (await entryOf('photo')).transform ?? {};
      await press(part, 'ArrowDown');
      expect((await entryOf('photo')).transform?.['focal_y']).toBeGreaterThan(Number(above));
      await page.keyboard.press('+' as 'Equal');
      expect((await entryOf('photo')).transform).toMatchObject({ crop_strategy: 'manual' });
    }
    expect(await differenceFromStill()).toBeLessThan(2);
    await page.keyboard.press('Escape');
    const isOpen = await (await find('#photo >>> framepress-crop-editor >>> dialog')).evaluate(
      (dialog) => dialog.hasAttribute('open'),
    );
    expect(isOpen).toBe(false);
  },
);

test('the part of a video that plays is moved as a whole, by keyboard and pointer', async () => {
  await choose('video_1', await writeVideo(join(world.folder, 'clip.webm')));
  const handle = '#video_1 >>> framepress-trim-bar >>> .part';
  const numberAt = async (seconds: number) => {
    const mapping = await page.evaluate(`fieldsPage.mapping(${JSON.stringify(world.versionId)})`);
    return shownNumber(await world.still(mapping, seconds));
  };
  expect(await numberAt(1)).toBe(0);
  await page.waitForFunction("document.getElementById('video_1').strip?.seconds > 2.9");
  await press(handle, 'PageUp', 'ArrowRight', 'ArrowRight');
  expect((await entryOf('video_1')).transform).toEqual({
    trim_strategy: 'manual',
    trim_start_time: 1.2,
  });
  expect(await spokenBy(handle)).toBe('1.2 seconds to 2.2 seconds of 3 seconds');
  expect(await textOf('#video_1 >>> framepress-trim-bar >>> .length')).toContain(
    'shows 1 sec of it',
  );
  expect(await numberAt(1)).toBe(36);
  // The part does not leave the file.
  await press(handle, 'PageUp', 'PageUp');
  expect((await entryOf('video_1')).transform?.['trim_start_time']).toBe(2);
  await press(handle, 'Home', 'End');
  expect((await entryOf('video_1')).transform?.['trim_start_time']).toBe(2);
  await drag(handle, { x: -60, y: 0 });
  const start = Number((await entryOf('video_1')).transform?.['trim_start_time']);
  expect(start).toBeLessThan(2);
  expect(await numberAt(1)).toBe(Math.floor(start * 30 + 0.02));
  await page.select('#video_1 >>> #end', 'loop');
  expect((await entryOf('video_1')).transform).toMatchObject({ end_behavior: 'loop' });
  expect(page.problems).toEqual([]);
});

test('audio has a waveform, fades and silence, and a font a sample', async () => {
  await choose('music', await writeAudio(join(world.folder, 'song.mp3')));
  const path = await find('#music >>> framepress-waveform >>> path');
  const bars = (await path.evaluate((one) => one.getAttribute('d') ?? '')).split('M').slice(1);
  // Two of six seconds are silent.
  expect(bars.length).toBe(240);
  expect(bars.findIndex((bar: string) => !bar.includes(' 0.98V1.02'))).toBeGreaterThan(70);
  await press('#music >>> #fadeIn', 'ArrowRight', 'ArrowRight');
  expect((await entryOf('music')).transform).toEqual({ fade_in: 0.2 });
  await (await find('#music >>> ::-p-text(No audio)')).click();
  expect(await entryOf('music')).toBe(null);
  // The fonts of the template are shown in themselves.
  const designed =
    "document.getElementById('lettering').shadowRoot.querySelector('[data-font=\"Poppins-Bold\"]')";
  await page.waitForFunction(
    `getComputedStyle(${designed}).fontFamily.includes('framepress-sample')`,
  );
  await choose('lettering', SCRIPT_FONT);
  await find('#lettering >>> .sample');
  const sample = "document.getElementById('lettering').shadowRoot.querySelector('.sample')";
  expect(await page.evaluate(`getComputedStyle(${sample}).fontFamily`)).toContain('framepress');
  const mapping = await page.evaluate(`fieldsPage.mapping(${JSON.stringify(world.versionId)})`);
  const { body } = await world.client.send('POST', '/v2/mappings/validate', { mapping });
  expect(body).toMatchObject({ valid: true });
});

test('a file that cannot be used is refused in plain words, and the entry stays', async () => {
  const before = await entryOf('photo');
  const files = {
    'holiday.heic': Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
    'notes.jpg': Buffer.from('Dear all, this is a text.'),
    'empty.png': Buffer.alloc(0),
    'large.jpg': await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
    'wide.png': Buffer.from(
      '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\u004e\u0020\0\0\u004e\u0020\u0008\u0002\0\0\0',
      'latin1',
    ),
  };
  const texts: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(world.folder, name);
    await writeFile(path, content);
    // Nothing of it is read but its first bytes.
    if (name === 'large.jpg') await truncate(path, 300_000_000);
    await give('photo', path);
    await page.waitForFunction(
      `document.getElementById('photo').shadowRoot.querySelector('[role="alert"]')?.textContent.includes(${JSON.stringify(name)})`,
    );
    texts.push(await textOf('#photo >>> [role="alert"]'));
  }
  expect(texts).toEqual([
    expect.stringContaining('holiday.heic cannot be read. It may be damaged.'),
    expect.stringContaining('is not an image. Choose a JPEG'),
    'empty.png is empty.',
    'large.jpg has 300 MB, and at most 268 MB are possible. Make it smaller and try again.',
    expect.stringContaining('has 400 megapixels. At most 100 megapixels are possible.'),
  ]);
  expect(await entryOf('photo')).toEqual(before);
});

test('an upload shows its progress, and can be canceled', async () => {
  const before = await entryOf('photo');
  const [pid = 0] = world.service.workerPids;
  process.kill(pid, 'SIGSTOP');
  try {
    await give('photo', await writePhoto(join(world.folder, 'other.jpg')));
    await find('#photo >>> progress');
    await (await find('#photo >>> ::-p-text(Cancel)')).click();
    await page.waitForFunction(
      "!document.getElementById('photo').shadowRoot.querySelector('progress')",
    );
    expect(await textOf('#photo >>> [role="status"]')).toBe('Canceled. Nothing was changed.');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect(await entryOf('photo')).toEqual(before);
});

test('an upload over a dead connection keeps the file, and is sent again on request', async () => {
  const before = await entryOf('photo');
  const path = await writePhoto(join(world.folder, 'again.jpg'));
  await page.setOfflineMode(true);
  await give('photo', path);
  expect(await textOf('#photo >>> [role="alert"]')).toBe(
    'The service cannot be reached, so again.jpg was not sent.',
  );
  expect(await entryOf('photo')).toEqual(before);
  await page.setOfflineMode(false);
  await (await find('#photo >>> ::-p-text(Try again)')).click();
  await page.waitForFunction(
    `fieldsPage.state.entries.photo.source.upload_id !== ${JSON.stringify(before.source.upload_id)}`,
  );
});

test('no field has a violation of accessibility rules, in light and in dark', async () => {
  await choose('music', join(world.folder, 'song.mp3'));
  await page.evaluate(await readFile(AXE, 'utf8'));
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    const found = (await page.evaluate(
      "axe.run('main').then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
    )) as unknown;
    expect(found, value).toEqual([]);
  }
});

test('files that the browser cannot read are shown and turned as the service draws them', async () => {
  await expectForeignFiles(page, driver);
  const { upload_id: upright } = (await entryOf('photo')).source;
  await (await find('#photo >>> [aria-label="Turn right"]')).click();
  await page.waitForFunction(
    `fieldsPage.state.entries.photo.source.upload_id !== ${JSON.stringify(upright)} &&
      document.getElementById('photo').file?.size?.width === 800 &&
      document.getElementById('photo').thumbnail`,
  );
  expect(await differenceFromStill()).toBeLessThan(3);
  expect(page.problems).toEqual([]);
});
