import { afterAll, beforeAll, expect, test } from 'vitest';
import { click, expectNoProblems, shown } from './studio-page.ts';
import { arrives, clickAt, openStudioWorld, type StudioWorld, snap } from './studio-world.ts';

let world: StudioWorld;

beforeAll(async () => {
  world = await openStudioWorld();
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

test('one button adds the example templates, and the menu of a card opens one in the editor', async () => {
  const page = await world.signedIn('/templates');
  await clickAt(page, 'studio-templates-page .start>button.primary');
  await expect.poll(async () => (await page.$$('>>> studio-template-card img')).length).toBe(3);
  await expectNoProblems(page, 'gallery with examples');
  await snap(page, 'examples');
  await click(page, 'studio-template-card studio-menu .opener');
  await click(page, '[role=menuitem]');
  await arrives(page, /^#\/fill\/rs_/);
  await shown(page, 'framepress-stage canvas');
  expect(page.problems).toEqual([]);
  await page.close();
});
