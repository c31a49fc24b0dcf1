import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { writeZip } from '../support/package.ts';
import { expectSeenFocus, keyboardOf, recordFocus, tabThrough } from './keyboard.ts';
import {
  COLOR_RULES,
  expectNoProblems,
  fill,
  press,
  propertyOf,
  says,
  shown,
} from './studio-page.ts';
import {
  arrives,
  chooseFile,
  clickAt,
  openStudioWorld,
  type StudioWorld,
  snap,
} from './studio-world.ts';

let world: StudioWorld;
let path: string;

beforeAll(async () => {
  world = await openStudioWorld();
  path = join(world.folder, 'summer-sale.json');
  await writeFile(path, JSON.stringify(saleLottie()));
});

afterAll(() => world?.[Symbol.asyncDispose]());

/** An animation as agents write it: two scenes, two texts in each, and an image whose file is missing. */
function saleLottie(): Json {
  const [w, h, frames] = [640, 360, 60];
  const at = (x: number, y: number): Json => ({
    o: { a: 0, k: 100 },
    r: { a: 0, k: 0 },
    s: { a: 0, k: [100, 100, 100] },
    p: { a: 0, k: [x, y, 0] },
    a: { a: 0, k: [0, 0, 0] },
  });
  const layer = (ip: number, more: Json): Json => ({ ip, op: frames, st: 0, sr: 1, ...more });
  const text = (nm: string, words: string, y: number, ip: number): Json =>
    layer(ip, {
      ty: 5,
      nm,
      ks: at(40, y),
      t: {
        d: {
          k: [
            { t: 0, s: { f: 'Poppins-Bold', s: 32, t: words, j: 0, tr: 0, lh: 38, fc: [1, 1, 1] } },
          ],
        },
        p: {},
        m: { g: 1, a: { a: 0, k: [0, 0] } },
        a: [],
      },
    });
  return {
    v: '5.9.0',
    fr: 15,
    ip: 0,
    op: frames,
    w,
    h,
    assets: [{ id: 'asset_7', w: 200, h: 120, e: 0, u: 'images/', p: 'sign.png' }],
    fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }] },
    layers: [
      text('Headline', 'Summer sale', 80, 0),
      text('Subline', 'Everything must go', 140, 0),
      text('Price', 'From 19', 240, 30),
      text('Terms', 'Until Sunday', 300, 30),
      layer(0, { ty: 2, nm: 'Shop sign', refId: 'asset_7', ks: at(400, 40) }),
      layer(0, { ty: 1, nm: 'Background', sw: w, sh: h, sc: '#204080', ks: at(0, 0) }),
    ],
  };
}

const row = (name: string) => `studio-content-list .main[data-id="text:${name}"]`;

/** Waits until the frame is the one that the page asks for. */
const drawn = (page: TestPage) =>
  shown(page, 'studio-frame-stage .frame:has(img:not(.poster)):has(.badge:not(.late))');

/** The version that a draft of a render fills, with its editables in order. */
async function editablesOf(page: TestPage): Promise<[string, Json][]> {
  const client = await world.client();
  const id = /rs_\w+/.exec(page.url())?.[0];
  const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
  const versionId = String((body['render_session'] as Json)['template_style_version_id']);
  const version = await client.send('GET', `/v2/template_style_versions/${versionId}`);
  const { editables } = version.body['template_style_version'] as {
    editables: Record<string, Json>;
  };
  return Object.entries(editables);
}

test('a Lottie with a missing image becomes a template that can be filled', async () => {
  const page = await world.signedIn('/templates');
  await says(page, 'No templates yet');
  await chooseFile(page, 'studio-templates-page input[type=file]', path);
  await press(page, 'Make editable');
  await arrives(page, /^#\/make-editable\/tsv_/);
  await drawn(page);
  await says(page, 'sign.png');
  await snap(page, 'make-editable-1');
  for (const value of ['dark', 'light']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    const rules = value === 'light' ? undefined : COLOR_RULES;
    await expectNoProblems(page, `make editable, ${value}`, rules);
  }

  // A bar of the timeline marks its content, and moves to where it is seen.
  await clickAt(page, 'studio-time-line .bar[data-id="text:Price"]');
  await shown(page, `${row('Price')}[aria-expanded=true]`);
  expect(Number(await propertyOf(page, 'studio-time-line input'))).toBeGreaterThanOrEqual(2);
  await fill(page, 'studio-content-details #label', 'Your price');
  await fill(page, 'studio-content-details #max_length', '12');
  await expectNoProblems(page, 'the settings of a text');
  // The text that is not chosen cannot be filled later.
  await clickAt(page, 'studio-content-list [aria-label="Terms can be filled"]');

  // Nobody could replace the placeholder of a missing image that is not ticked.
  await clickAt(page, 'studio-content-list [aria-label="Shop sign can be filled"]');
  await says(page, 'A placeholder stands in every video');
  await says(page, 'Its placeholder stands in every video.');
  await expectNoProblems(page, 'a placeholder that stays');
  await press(page, 'Save');
  await says(page, 'Missing, and nobody can fill it: sign.png.');
  await press(page, 'Cancel');
  await clickAt(page, 'studio-content-list [aria-label="Shop sign can be filled"]');

  const sign = join(world.folder, 'sign.png');
  await sharp({ create: { width: 200, height: 120, channels: 3, background: '#d02020' } }).toFile(
    sign,
  );
  await chooseFile(page, 'studio-missing-files [aria-label="Add sign.png"]', sign);
  await says(page, 'sign.png will be in the template');

  const designed = await propertyOf(page, 'studio-frame-stage img', 'src');
  await clickAt(page, 'input[value=long]');
  await expect.poll(() => propertyOf(page, 'studio-frame-stage img', 'src')).not.toBe(designed);
  await drawn(page);
  await snap(page, 'make-editable-2-long');
  await press(page, 'Save');
  await arrives(page, /^#\/fill\/rs_/);
  await shown(page, 'framepress-text-field #control');
  await says(page, 'Your price');
  await snap(page, 'make-editable-3-fill');

  const editables = await editablesOf(page);
  expect(editables.map(([, { label }]) => label)).toEqual(
    expect.arrayContaining(['Headline', 'Subline', 'Shop sign', 'Your price']),
  );
  expect(editables.map(([, { label }]) => label)).not.toContain('Terms');
  expect(Object.fromEntries(editables)['price']).toMatchObject({ max_length: 12 });
  expect(Object.fromEntries(editables)['shop_sign']).toMatchObject({
    example_url: expect.any(String),
  });
  expect(page.problems).toEqual([]);
  await page.close();
});

test('by keyboard: a content is unticked, renamed and moved, and the work survives a reload', async () => {
  const client = await world.client();
  const version = await client.addTemplate(path, { name: 'By keyboard' });
  const page = await world.signedIn(`/make-editable/${version['id']}`);
  await recordFocus(page);
  const keys = keyboardOf(page);
  await drawn(page);
  expect(await tabThrough(page)).toEqual({ missed: [], unseen: [] });
  await keys.tabTo('checkbox Headline can be filled');
  await keys.press('Space');
  await keys.tabTo(/^button Everything must go Subline/);
  await keys.press('Enter');
  await keys.fill('text Name in the form', 'Second line');
  await keys.tabTo(/^button Everything must go Second line/, { back: true });
  await page.keyboard.down('Alt');
  await keys.press('ArrowUp');
  await page.keyboard.up('Alt');
  await keys.has(/^button Everything must go Second line/);
  await keys.enter('button Undo', { back: true });
  await keys.enter('button Redo');
  await expectSeenFocus(page);

  // The browser asks before the page is left.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await says(page, 'Your changes from last time are back.');
  await drawn(page);
  const names = await page.$$eval('>>> studio-content-list >>> .label', (labels) =>
    labels.map((label) => (label as unknown as { textContent: string }).textContent),
  );
  expect(names.slice(0, 2)).toEqual(['Everything must go', 'Summer sale']);
  expect(await propertyOf(page, 'studio-content-list [aria-label^=Headline]', 'checked')).toBe(
    false,
  );
  await keys.enter('button Save');
  await arrives(page, /^#\/fill\/rs_/);
  expect((await editablesOf(page)).map(([, { label }]) => label)).not.toContain('Headline');
  await page.close();
});

test('a template without editables offers no form; who may not change it sees no button', async () => {
  const client = await world.client();
  const version = await client.addTemplate(path, { name: 'Nothing yet' });
  const to = `/templates/${version['template_id']}`;
  const page = await world.signedIn(to);
  await shown(page, 'studio-template-page a.button.primary[href^="#/make-editable/"]');
  expect(await page.$('>>> studio-template-page >>> button.fill')).toBeNull();
  await clickAt(page, '#tab-report');
  await says(page, 'Choose in the frame which texts, images and colors people may replace.');
  await page.close();

  const viewer = await world.signedIn(to, { role: 'viewer' });
  await says(viewer, 'An admin of your account can choose what people may replace.');
  expect(await viewer.$('>>> a[href^="#/make-editable/"]')).toBeNull();
  await viewer.evaluate(`location.hash = '#/make-editable/${version['id']}'`);
  await says(viewer, 'Only admins of your account can change what can be filled');
  await says(viewer, 'Send an admin the link of this page.');
  await viewer.close();

  // A version whose missing image nobody can fill says so.
  const address = `/v2/template_style_versions/${version['id']}/versions`;
  const editables = { price: { type: 'text', label: 'Price', targets: ['Price'] } };
  const settings = { version: 1, editables };
  const { status } = await client.send('POST', address, { settings }, { prefer: 'wait=60' });
  expect(status).toBe(201);
  const admin = await world.signedIn(to);
  await shown(admin, 'studio-template-page button.fill');
  await shown(admin, 'studio-template-page .placeholders li');
  await expectNoProblems(admin, 'a template with a placeholder');
  await admin.close();
});

test('a package whose template.json is wrong leads to the page that makes another one', async () => {
  const broken = await writeZip(join(world.folder, 'broken.zip'), {
    'data.json': JSON.stringify(saleLottie()),
    'template.json': JSON.stringify({ version: 1, editables: { x: { targets: ['nowhere'] } } }),
  });
  const page = await world.signedIn('/templates');
  await chooseFile(page, 'studio-templates-page input[type=file]', broken);
  const link = 'a[href^="#/make-editable/"]';
  await shown(page, `studio-upload-list ${link}`);
  await clickAt(page, 'studio-upload-list button.plain');
  await clickAt(page, 'studio-unready-list summary');
  await shown(page, `studio-unready-list ${link}`);
  await expectNoProblems(page, 'a package with a wrong template.json');
  await clickAt(page, 'studio-unready-list .words>a');
  await clickAt(page, `studio-template-page ${link}`);
  await arrives(page, /^#\/make-editable\/tsv_/);
  await shown(page, row('Headline'));
  await page.close();
});
