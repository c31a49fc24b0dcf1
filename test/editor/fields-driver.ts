import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { TestPage } from '../support/browser.ts';
import {
  type openFieldsWorld,
  PLACE,
  shownNumber,
  writeHeic,
  writeProRes,
} from './fields-world.ts';

type Entry = { source: { upload_id?: string }; transform?: Record<string, unknown> };

/** The part of an element's type that these tests use. */
type Shown = {
  textContent: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  scrollIntoView(options: { block: 'center' }): void;
};

type World = Awaited<ReturnType<typeof openFieldsWorld>>;

/** Returns functions that use the fields of the page that is open at that time. */
export function driverOf({ page, world }: { page: () => TestPage; world: () => World }) {
  const entryOf = (name: string) =>
    page().evaluate(`fieldsPage.state.entries[${JSON.stringify(name)}]`) as Promise<Entry>;

  /** Returns an element in the shadow roots of a field. */
  async function find(path: string): Promise<ElementHandle<Shown>> {
    const found = await page().waitForSelector(path);
    if (!found) throw new Error(`${path} is missing.`);
    return found as unknown as ElementHandle<Shown>;
  }

  /** Chooses a file and waits until it is the entry. */
  async function choose(name: string, file: string): Promise<void> {
    const before = (await entryOf(name))?.source.upload_id ?? '';
    await give(name, file);
    await page().waitForFunction(
      `(fieldsPage.state.entries[${JSON.stringify(name)}]?.source.upload_id ?? '') !== ${JSON.stringify(before)}`,
    );
  }

  async function give(name: string, file: string): Promise<void> {
    const input = await find(`#${name} >>> #choose`);
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
  }

  const textOf = (path: string) =>
    find(path).then((e) => e.evaluate((one) => one.textContent.trim()));

  const spokenBy = (path: string) =>
    find(path).then((e) => e.evaluate((one) => one.getAttribute('aria-valuetext')));

  /** Drags with the pointer, from the center of an element. */
  async function drag(path: string, by: { x: number; y: number }): Promise<void> {
    const element = await find(path);
    await element.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const box = await element.boundingBox();
    if (!box) throw new Error(`${path} is not visible.`);
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page().mouse.move(from.x, from.y);
    await page().mouse.down();
    await page().mouse.move(from.x + by.x / 2, from.y + by.y / 2);
    await page().mouse.move(from.x + by.x, from.y + by.y);
    await page().mouse.up();
  }

  async function press(
    path: string,
    ...keys: ('ArrowRight' | 'ArrowLeft' | 'ArrowDown' | 'PageUp' | 'Home' | 'End')[]
  ) {
    await (await find(path)).focus();
    for (const key of keys) await page().keyboard.press(key);
  }

  /** Returns the mean difference of what the crop box shows from what the video shows, in levels. */
  async function differenceFromStill(): Promise<number> {
    const { versionId } = world();
    const mapping = await page().evaluate(`fieldsPage.mapping(${JSON.stringify(versionId)})`);
    const { width, height } = PLACE;
    await page().waitForFunction(
      `fieldsPage.shownInBox('photo', ${width}, ${height}).length > 3000`,
    );
    const url = await page().evaluate(`fieldsPage.shownInBox('photo', ${width}, ${height})`);
    const shown = Buffer.from(String(url).split(',')[1] ?? '', 'base64');
    const [a, b] = await Promise.all(
      [shown, await world().still(mapping, 0.2)].map((image) =>
        sharp(image).removeAlpha().raw().toBuffer(),
      ),
    );
    if (!a || !b || a.length !== b.length) throw new Error('The images differ in size.');
    let sum = 0;
    for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    return sum / a.length;
  }

  return {
    entryOf,
    find,
    choose,
    give,
    textOf,
    spokenBy,
    drag,
    press,
    differenceFromStill,
    folder: () => world().folder,
  };
}

type Driver = ReturnType<typeof driverOf>;

/** Checks the fields for files that no browser can read, and leaves them filled. */
export async function expectForeignFiles(
  page: TestPage,
  { choose, find, press, entryOf, differenceFromStill, folder }: Driver,
): Promise<void> {
  await writeHeic(join(folder(), 'photo.heic'));
  await writeProRes(join(folder(), 'clip.mov'));
  await choose('photo', join(folder(), 'photo.heic'));
  await find('#photo >>> framepress-crop-box >>> .part');
  expect(await differenceFromStill()).toBeLessThan(3);

  await choose('video_1', join(folder(), 'clip.mov'));
  // The bars of the first image of ten are those of the fifth frame.
  const first =
    "document.getElementById('video_1').shadowRoot.querySelector('framepress-filmstrip').shadowRoot.querySelectorAll('canvas')";
  await page.waitForFunction(`${first}[9].width > 1`);
  const numbers = [];
  for (const index of [0, 9]) {
    const url = String(await page.evaluate(`${first}[${index}].toDataURL()`));
    numbers.push(await shownNumber(Buffer.from(url.split(',')[1] ?? '', 'base64')));
  }
  expect(numbers).toEqual([4, 85]);
  const part = '#video_1 >>> framepress-trim-bar >>> .part';
  await press(part, 'PageUp');
  expect((await entryOf('video_1')).transform?.['trim_start_time']).toBe(1);
  await (await find('#video_1 >>> framepress-crop-editor >>> .crop')).click();
  await find('#video_1 >>> framepress-crop-box >>> img');
  await (await find('#video_1 >>> framepress-crop-editor >>> .done')).click();
}
