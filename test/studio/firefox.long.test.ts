import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { click, expectNoProblems, says, shown, type } from './studio-page.ts';
import { openStudioWorld, type StudioWorld } from './studio-world.ts';

/* tasks-fill.test.ts fills a video in Firefox. */
let world: StudioWorld;
let firefox: TestBrowser;

beforeAll(async () => {
  world = await openStudioWorld();
  firefox = await openBrowser('firefox', { theme: 'dark' });
  const path = await writePackage(join(world.folder, 'sale.lottie'), smallLottie(60));
  await (await world.client()).addTemplate(path, { name: 'Summer sale' });
});

afterAll(async () => {
  await firefox?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

test('the pages work on a phone', async () => {
  const page = await world.signedIn('/templates', { in: firefox, width: 390 });
  await shown(page, 'studio-template-card img');
  await expectNoProblems(page, 'gallery in Firefox');
  await click(page, 'studio-template-card a');
  await says(page, 'parts of this template can be filled.');
  await expectNoProblems(page, 'template in Firefox');
  await page.close();
});

test('a click on a moving poster opens the template', async () => {
  const page = await world.signedIn('/templates', { in: firefox });
  await type(page, 'input[type=search]', 'Summer');
  await says(page, 'Summer sale');
  await (await shown(page, 'studio-template-card a')).click();
  await shown(page, 'button.fill');
  expect(page.problems).toEqual([]);
  await page.close();
});
