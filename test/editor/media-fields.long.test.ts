import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import { driverOf, expectForeignFiles } from './fields-driver.ts';
import {
  openFieldsPage,
  openFieldsWorld,
  writeAudio,
  writePhoto,
  writeVideo,
} from './fields-world.ts';

let world: Awaited<ReturnType<typeof openFieldsWorld>>;
let firefox: TestBrowser;
let page: TestPage;

beforeAll(async () => {
  world = await openFieldsWorld();
  firefox = await openBrowser('firefox');
  page = await openFieldsPage(firefox, world);
});

afterAll(async () => {
  await firefox?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const driver = driverOf({ page: () => page, world: () => world });
const { find, choose, differenceFromStill } = driver;

test('Firefox shows the same crop, strip and waveform, and the same files that it cannot read', async () => {
  await choose('photo', await writePhoto(join(world.folder, 'photo.jpg')));
  await find('#photo >>> framepress-crop-box >>> .part');
  expect(await differenceFromStill()).toBeLessThan(2);
  await choose('video_1', await writeVideo(join(world.folder, 'clip.webm')));
  await page.waitForFunction("document.getElementById('video_1').strip?.seconds > 2.9");
  await choose('music', await writeAudio(join(world.folder, 'song.mp3')));
  await find('#music >>> framepress-waveform >>> path');
  await expectForeignFiles(page, driver);
  expect(page.problems).toEqual([]);
});
