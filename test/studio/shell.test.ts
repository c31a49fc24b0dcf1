import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { expectSeenFocus, keyboardOf, recordFocus } from './keyboard.ts';
import {
  click,
  expectNoProblems,
  openKeyForm,
  propertyOf,
  type Role,
  says,
  shown,
  signedIn as signIn,
  studioLink,
  type,
  upload,
} from './studio-page.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

let folder: string;
let service: SharedService;
let browser: TestBrowser;
let packagePath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-studio-'));
  packagePath = join(folder, 'summer-sale.lottie');
  await writePackage(packagePath, { ...smallLottie(), nm: 'Summer sale' });
  [service, browser] = await Promise.all([sharedService(), openBrowser('chromium')]);
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const link = (role: Role, to: string) => studioLink(service, { role, to });

const signedIn = (in_: TestBrowser, to?: string, width?: number) =>
  signIn(in_, service, { to, ...(width && { width }) });

test('a person signs in with a client or a link, which works once, and signs out', async () => {
  const page = await browser.newPage();
  await page.goto(`${service.url}/studio/#/renders`);
  await openKeyForm(page);
  await expectNoProblems(page, 'sign-in');
  await click(page, 'button.primary');
  await says(page, 'Enter both the key ID and the secret.');
  await type(page, '#id', 'cl_unknown');
  await type(page, '#secret', 'wrong');
  await click(page, 'button.primary');
  await says(page, 'The key ID or the secret is wrong.');

  const { client_id: id, client_secret: secret } = service.credentials;
  await page.reload();
  await openKeyForm(page);
  await type(page, '#id', id);
  await type(page, '#secret', secret);
  await click(page, 'button.primary');
  // Also while the page is loaded, whose content would get the focus.
  await click(page, '.person .opener');
  await shown(page, 'studio-renders-page');
  expect(new URL(page.url()).hash).toBe('#/renders');
  await click(page, '[role=menuitem]');
  await shown(page, 'details.developers');

  const once = await link('viewer', '/batches');
  await page.goto('about:blank');
  await page.goto(once);
  await says(page, 'Viewer');
  expect(new URL(page.url()).hash).toBe('#/batches');
  await page.goto('about:blank');
  await page.goto(once);
  await says(page, 'This link has been used or is older than 10 minutes.');
  // The page of the sign-in is open already.
  await page.evaluate(`location.hash = '${new URL(await link('editor', '/batches')).hash}'`);
  await says(page, 'Editor');
  expect(page.problems).toEqual([]);
  await page.close();
});

test('the menu folds to icons with names, and stays so in this browser', async () => {
  const page = await signedIn(browser, '/batches');
  const width = () => propertyOf(page, 'header.side', 'offsetWidth');
  await recordFocus(page);
  const keys = keyboardOf(page);
  expect(await width()).toBe(216);
  await keys.enter('button Fold menu');
  await keys.has('button Unfold menu');
  await expectNoProblems(page, 'folded menu');
  await page.reload();
  await shown(page, '.folded nav a');
  await keys.enter('a Videos', { back: true });
  await shown(page, 'studio-renders-page');
  await keys.enter('button Unfold menu', { back: true });
  await expectSeenFocus(page);
  await page.close();
});

test('by keyboard alone an admin uploads a template, reads about it, renames it and fills it', async () => {
  const page = await signedIn(browser, '/templates');
  await recordFocus(page);
  const keys = keyboardOf(page);
  await says(page, 'No templates yet');
  await expectNoProblems(page, 'empty gallery');
  await writeFile(join(folder, 'notes.txt'), 'no package');
  await keys.chooseFile(/^file Drop a package/, join(folder, 'notes.txt'));
  await keys.hears('notes.txt is not a .lottie, .zip or .json file.');
  await keys.chooseFile(/^file Drop a package/, packagePath);
  await keys.hears('Ready');
  await shown(page, 'studio-template-card img');
  await expectNoProblems(page, 'gallery');

  await keys.enter(/^a .*Summer sale/);
  await says(page, 'parts of this template can be filled.');
  await expectNoProblems(page, 'template');
  await keys.tabTo('tab Contents');
  for (const tab of ['stills', 'report', 'code', 'schema', 'versions']) {
    await keys.press('ArrowRight');
    await shown(page, `#tab-${tab}[aria-selected=true]`);
    await expectNoProblems(page, tab);
  }

  await keys.enter('button More actions for Summer sale', { back: true });
  await keys.has('menuitem Rename');
  await keys.press('Enter');
  await keys.has('text Name');
  await keys.press('End');
  await page.keyboard.type(' 2');
  await keys.press('Enter');
  await keys.hears('Renamed.');
  await keys.has('button More actions for Summer sale 2');

  await keys.enter('button Use template');
  await shown(page, 'framepress-editor');
  expect(new URL(page.url()).hash).toMatch(/^#\/fill\/rs_/);
  await keys.enter('button Make video');
  await expectNoProblems(page, 'render options');
  await keys.press('Escape');
  await keys.has('button Make video');
  await keys.press('Enter');
  await keys.enter('button Start');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/renders\/rs_/);
  await keys.hears('Draft ready');
  await expectSeenFocus(page);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a package that cannot be used has a report, and is deleted', async () => {
  const path = join(folder, 'broken.json');
  await writeFile(path, JSON.stringify({ ...smallLottie(), assets: [] }));
  const page = await signedIn(browser, '/templates');
  await upload(page, path);
  await says(page, 'This package cannot be used as it is.');
  await click(page, 'studio-upload-list button.plain');
  await click(page, 'studio-unready-list summary');
  await says(page, '1 template is not ready');
  await expectNoProblems(page, 'template that is not ready');
  await click(page, 'studio-unready-list a[href*="tab=report"]');
  await says(page, 'stops this package');
  await expectNoProblems(page, 'report');
  await click(page, 'studio-menu:not(.person) .opener');
  await click(page, '[role=menuitem].danger');
  await click(page, 'studio-confirm button.danger');
  await says(page, '“Broken” was deleted.');
  await page.close();
});

test('by keyboard alone an admin invites a person, and ends the access', async () => {
  const page = await signedIn(browser, '/settings/people');
  await recordFocus(page);
  const keys = keyboardOf(page);
  await keys.enter('button Invite a person');
  await keys.has('text Name');
  await page.keyboard.type('Aiko');
  await expectNoProblems(page, 'invitation');
  await keys.enter('button Make the link');
  await says(page, 'Sign-in link of Aiko');
  expect(await propertyOf(page, '#value-0')).toMatch(/\/studio\/#\/sign-in\?code=fpl_\w{40}$/);
  await keys.enter('button I have copied it');
  await says(page, 'Invited, not signed in yet');
  await expectNoProblems(page, 'people');
  await keys.enter('button More actions for Aiko');
  await keys.press('End');
  await keys.press('Enter');
  await keys.enter('button End access');
  await says(page, 'Access ended');
  await page.close();
});

test('the report of a template groups equal warnings, with remedies for design tools', async () => {
  const path = join(folder, 'glowing.json');
  const ef = [{ ty: 25, nm: 'Glow', mn: 'ADBE Glo2', en: 1, ef: [] }];
  const solid = { ty: 1, sw: 64, sh: 64, sc: '#204080', ip: 0, op: 30, ks: {}, ef };
  const layers = [1, 2, 3, 4].map((n) => ({ ...solid, nm: `Ground ${n}`, ind: n }));
  const size = { v: '5.9.0', nm: 'Glowing', fr: 30, ip: 0, op: 30, w: 64, h: 64 };
  await writeFile(path, JSON.stringify({ ...size, assets: [], layers }));
  const page = await signedIn(browser, '/templates');
  await upload(page, path);
  await says(page, 'Glowing');
  await click(page, 'studio-template-card a');
  await click(page, '#tab-report');
  await says(page, 'An effect or a layer · 4 ×');
  await says(page, 'In Ground 1, Ground 2, Ground 3, …');
  await click(page, 'studio-report details summary');
  await says(page, 'Lottie Creator');
  await expectNoProblems(page, 'findings');
  await click(page, 'studio-menu:not(.person) .opener');
  await click(page, '[role=menuitem].danger');
  await click(page, 'studio-confirm button.danger');
  await says(page, '“Glowing” was deleted.');
  await page.close();
});

test('the samples of a template run and render it', async () => {
  const page = await signedIn(browser, '/templates');
  await click(page, 'studio-template-card a');
  await click(page, '#tab-code');
  const client = service.credentials;
  const env = {
    ...process.env,
    FRAMEPRESS_CLIENT_ID: client.client_id,
    FRAMEPRESS_CLIENT_SECRET: client.client_secret,
  };
  const codeOf = async (language: string) => {
    await click(page, `#tab-${language}`);
    await shown(page, `#tab-${language}[aria-selected=true]`);
    const pre = await shown(page, `studio-code-block[slot=${language}] pre`);
    return pre.evaluate((node) => (node as unknown as { textContent: string }).textContent);
  };
  const run = promisify(execFile);
  const options = { cwd: folder, env };
  const { stdout } = await run('sh', ['-c', await codeOf('curl')], options);
  expect(JSON.parse(stdout)).toMatchObject({ render_session: { status: 'preview_rendered' } });
  await run('python3', ['-c', await codeOf('python')], options);
  const digest = createHash('sha256').update(await readFile(join(folder, 'video.mp4')));
  expect(digest.digest('hex')).toMatch(/^[0-9a-f]{64}$/);
  const script = join(folder, 'sample.ts');
  await symlink(MODULES, join(folder, 'node_modules'));
  await writeFile(script, await codeOf('typescript'));
  const flags = ['--conditions=framepress-source', '--disable-warning=ExperimentalWarning'];
  await run(process.execPath, [...flags, script], options);
  await page.close();
});

test('the studio speaks the language of the browser, or the one chosen in the menu', async () => {
  await using german = await openBrowser('chromium', { lang: 'de' });
  const page = await signedIn(german, '/templates', 390);
  await says(page, 'Vorlage hochladen');
  const state = () =>
    page.evaluate('[document.documentElement.lang, document.documentElement.dir, document.title]');
  expect(await state()).toEqual(['de', 'ltr', 'Vorlagen · Framepress']);
  await click(page, '.person .opener');
  await click(page, '[data-id=ar]');
  await expect.poll(state).toEqual(['ar', 'rtl', 'القوالب · Framepress']);
  await expectNoProblems(page, 'gallery in Arabic');
  await page.evaluate('location.reload()');
  await expect.poll(state).toEqual(['ar', 'rtl', 'القوالب · Framepress']);
  await page.close();
});
