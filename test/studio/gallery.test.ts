import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { CLIENT, startOpenIdIssuer } from '../support/openid-issuer.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { keyboardOf, recordFocus } from './keyboard.ts';
import {
  click,
  expectNoProblems,
  fill,
  press,
  propertyOf,
  says,
  shown,
  type,
} from './studio-page.ts';
import { arrives, chooseFile, openStudioWorld, type StudioWorld, snap } from './studio-world.ts';

const MANY = 500;
const MANY_SESSIONS = 5000;

let world: StudioWorld;
let issuer: Awaited<ReturnType<typeof startOpenIdIssuer>>;
let templateId: string;
let versionId: string;

beforeAll(async () => {
  issuer = await startOpenIdIssuer();
  world = await openStudioWorld({
    FRAMEPRESS_OPENID_ISSUER: issuer.issuer,
    FRAMEPRESS_OPENID_CLIENT_ID: CLIENT.id,
    FRAMEPRESS_OPENID_CLIENT_SECRET: CLIENT.secret,
  });
  const path = await writePackage(join(world.folder, 'sale.lottie'), smallLottie(60));
  const version = await (await world.client()).addTemplate(path, { name: 'Summer sale' });
  templateId = String(version['template_id']);
  versionId = String(version['id']);
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await issuer?.[Symbol.asyncDispose]();
});

const CARD = `document.querySelector('framepress-studio').shadowRoot.querySelector('studio-templates-page')
  .shadowRoot.querySelector('studio-virtual-list').shadowRoot`;

/** Returns how far the video of the first card is, or undefined without a video. */
const seconds = (page: TestPage) =>
  page.evaluate(
    `${CARD}.querySelector('studio-template-card').shadowRoot.querySelector('video')?.currentTime`,
  );

test('a poster moves while the pointer or the focus is on it, unless less motion is wanted', async () => {
  const page = await world.signedIn('/templates');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
  await shown(page, 'studio-template-card img');
  expect(await seconds(page)).toBe(undefined);
  const card = await shown(page, 'studio-template-card a');
  await card.hover();
  await shown(page, 'studio-template-card video.shown');
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.1);
  await snap(page, 'gallery-moving');
  await page.mouse.move(1, 1);
  await expect.poll(() => seconds(page)).toBe(undefined);
  await card.focus();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.1);

  await page.evaluate('document.activeElement.blur()');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await expect.poll(() => seconds(page)).toBe(undefined);
  await card.hover();
  await card.focus();
  // A video would be there before the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  expect(await seconds(page)).toBe(undefined);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a template in use is not deleted, and its page says by which render', async () => {
  // The render waits for an image from a server that does not answer.
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const logo = { source: { remote_url: `http://127.0.0.1:${port}/logo.png` } };
  const id = await createSession({ '(Footage)/USER/logo_01.png': logo }, 'preview');
  const page = await world.signedIn(`/templates/${templateId}`);
  await click(page, 'studio-template-page studio-menu .opener');
  await click(page, '[role=menuitem].danger');
  await click(page, 'studio-confirm button.danger');
  await says(page, 'It is in use and was not deleted');
  await shown(page, `studio-error-box a[href="#/renders/${id}"], a.button[href="#/renders/${id}"]`);
  await snap(page, 'gallery-in-use');
  await expectNoProblems(page, 'in use');
  server.closeAllConnections();
  server.close();
  await page.close();
});

test('an import that was late says so, and is tried again', async () => {
  const late = { code: 'render_timeout', message: 'Drawing took too long.', retryable: true };
  const report = JSON.stringify({ errors: [late], warnings: [] });
  write((db) =>
    db
      .prepare("update template_style_versions set status = 'failed', report = ? where id = ?")
      .run(report, versionId),
  );
  const page = await world.signedIn(`/templates/${templateId}`);
  await says(page, 'The import was not finished: the machine was busy');
  await snap(page, 'gallery-late');
  await expectNoProblems(page, 'late import');
  await click(page, 'studio-template-page #again');
  await shown(page, 'studio-template-page button.fill:not([disabled])');
  await page.close();
});

test('a package becomes another size of its template', async () => {
  const square = { ...smallLottie(30), w: 180, nm: 'Square' };
  const path = await writePackage(join(world.folder, 'square.lottie'), square);
  const page = await world.signedIn(`/templates/${templateId}`);
  await press(page, 'Upload new version');
  await fill(page, 'studio-upload-version select', 'new');
  await says(page, 'The package becomes another size of this template');
  await expectNoProblems(page, 'new size');
  await chooseFile(page, 'studio-upload-version input[type=file]', path);
  await says(page, '180 × 180');
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a viewer looks but does not change, and reads why', async () => {
  const id = await createSession();
  const page = await world.signedIn('/templates', { role: 'viewer' });
  await shown(page, 'studio-template-card img');
  expect(await page.$('>>> studio-file-drop')).toBe(null);
  await page.evaluate(`location.hash = '#/templates/${templateId}'`);
  await says(page, 'Your role can look at templates but not fill them.');
  expect(await page.$('>>> button.fill')).toBe(null);
  expect(await page.$('>>> studio-template-page >>> studio-menu')).toBe(null);
  await expectNoProblems(page, 'template of a viewer');
  await page.evaluate(`location.hash = '#/fill/${id}'`);
  await says(page, 'You can look at this video but not change it.');
  await shown(page, 'framepress-stage canvas');
  // The other size of the template.
  await expect
    .poll(() => propertyOf(page, 'framepress-siblings img', 'naturalWidth'))
    .toBeGreaterThan(0);
  expect(await propertyOf(page, 'framepress-text-field :is(textarea,input)', 'disabled')).toBe(
    true,
  );
  expect(await page.$('>>> framepress-editor >>> button.render')).toBe(null);
  await snap(page, 'gallery-viewer-draft');
  await expectNoProblems(page, 'draft of a viewer');
  // Without WebAssembly the service draws the frames.
  await page.evaluateOnNewDocument('WebAssembly.validate = () => false');
  await page.reload();
  await expect
    .poll(() => propertyOf(page, 'framepress-stage .player img', 'naturalWidth'))
    .toBeGreaterThan(0);
  await snap(page, 'gallery-viewer-still');
  await expectNoProblems(page, 'stills of a viewer');
  await page.close();
});

test('500 templates: the list draws the near ones, loads the rest, and is searched', async () => {
  addTemplates();
  const page = await world.signedIn('/templates');
  await shown(page, 'studio-template-card img');
  const drawn = () =>
    page.evaluate(`${CARD}.querySelectorAll('studio-template-card').length`) as Promise<number>;
  expect(await drawn()).toBeLessThan(60);
  const isAtEnd = `[...${CARD}.querySelectorAll('studio-template-card')]
    .some(({ template }) => template.name === 'Summer sale')`;
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return page.evaluate(isAtEnd);
    })
    .toBe(true);
  expect(await drawn()).toBeLessThan(60);
  await snap(page, 'gallery-500');

  await page.evaluate('scrollTo(0, 0)');
  await type(page, 'input[type=search]', 'Copy 321');
  await expect.poll(drawn).toBe(1);
  await says(page, 'Copy 321');
  await type(page, 'input[type=search]', ' of nothing');
  await says(page, 'No template has “Copy 321 of nothing” in its name.');
  await snap(page, 'gallery-nothing-found');
  await expectNoProblems(page, 'nothing found');
  await click(page, 'studio-empty-state button, button[slot=actions]');
  await expect.poll(drawn).toBeGreaterThan(1);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('5,000 renders: the list draws the near ones, loads the rest, is searched and filtered', async () => {
  addSessions(await createSession());
  const page = await world.signedIn('/renders');
  await says(page, 'More than 50 videos');
  const list = `document.querySelector('framepress-studio').shadowRoot
    .querySelector('studio-renders-page').shadowRoot.querySelector('studio-virtual-list')`;
  const drawn = () =>
    page.evaluate(`${list}.shadowRoot.querySelectorAll('*').length`) as Promise<number>;
  const loaded = () => page.evaluate(`${list}.items.length`) as Promise<number>;
  await shown(page, 'studio-renders-page studio-virtual-list [role=listitem]');
  const before = await drawn();
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return loaded();
    })
    .toBeGreaterThan(500);
  await expect.poll(drawn).toBeLessThan(2 * before);
  await snap(page, 'renders-5000');
  // Screen readers need to know where in the list a row is.
  const lastPlace = () =>
    page.evaluate(`Math.max(...[...${list}.shadowRoot.querySelectorAll('[role=listitem]')]
      .map((row) => Number(row.getAttribute('aria-posinset'))))`);
  await expect.poll(lastPlace).toBeGreaterThan(400);

  await page.evaluate('scrollTo(0, 0)');
  await type(page, '#q', 'Copy 4321');
  await says(page, '1 video');
  await says(page, 'Copy 4321');
  await page.select('>>> studio-filter-bar >>> #status', 'failed');
  await says(page, 'Nothing matches these filters');
  expect(page.problems).toEqual([]);
  await page.close();
});

test('people sign in at their organisation, sign out, and have a new role at the next sign-in', async () => {
  const page = await world.browser.newPage();
  const context = page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
  issuer.behavior.claims = { sub: 'ada', name: 'Ada Lovelace', roles: ['viewer'] };
  await page.goto(`${world.service.url}/studio/#/settings/clients`);
  await recordFocus(page);
  const keys = keyboardOf(page);
  const signIn = 'a Continue with your organisation';
  await keys.enter(signIn);
  await arrives(page, /^#\/settings\/clients/);
  await says(page, 'Viewer');
  await says(page, 'Only admins of the account can change this.');
  expect(await page.evaluate('document.cookie')).toBe('');

  issuer.behavior.claims = { sub: 'ada', name: 'Ada Lovelace', roles: ['admin'] };
  const signOut = async () => {
    await keys.enter(/^button A?Ada Lovelace/);
    await keys.has(/^menuitemradio /);
    await keys.press('End');
    await keys.has('menuitem Sign out');
    await keys.press('Enter');
    await shown(page, 'details.developers');
  };
  await signOut();
  // The link back leads to nothing that only people who are signed in see.
  await page.evaluate("location.hash = '#/settings/clients'");
  await shown(page, 'details.developers');
  await keys.enter(signIn);
  await says(page, 'Admin');
  await arrives(page, /^#\/settings\/clients/);
  await shown(page, 'studio-clients-part button.primary');

  await signOut();
  issuer.behavior.claims = { sub: 'ada', name: 'Ada Lovelace', roles: [] };
  await keys.enter(signIn);
  await keys.hears('You are known, but have no access to an account here.');
  await expectNoProblems(page, 'sign-in without a role');
  issuer.behavior.answer = (parameters) => parameters.set('error', 'access_denied');
  await keys.enter(signIn);
  await keys.hears('The sign-in was stopped at your organisation.');
  await snap(page, 'openid-denied');
  await page.close();
});

async function createSession(resources: Json = {}, render?: 'preview'): Promise<string> {
  const mapping = { template_style_version_id: versionId, missing: 'example', resources };
  const request = { title: 'For Ana', mapping, ...(render && { render }) };
  const { body } = await (await world.client()).send('POST', '/v2/render_sessions', request);
  return (body['render_session'] as { id: string }).id;
}

/** Copies the rows of the template, which is faster than 500 uploads. */
function addTemplates(): void {
  const tables = { templates: 'tpl', template_styles: 'tps', template_style_versions: 'tsv' };
  write((db) => {
    db.exec('begin');
    for (const [table, prefix] of Object.entries(tables)) {
      const row = db
        .prepare(`select * from ${table} where ${table === 'templates' ? 'id' : 'template_id'} = ?`)
        .get(templateId) as Json;
      const names = Object.keys(row);
      const insert = db.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`);
      for (let at = 0; at < MANY; at++) {
        const own: Json = {
          ...row,
          id: `${prefix}_copy${at}`,
          name: table === 'templates' ? `Copy ${at}` : row['name'],
          created_at: Number(row['created_at']) + 1 + at,
          ...('template_id' in row && { template_id: `tpl_copy${at}` }),
          ...('template_style_id' in row && { template_style_id: `tps_copy${at}` }),
        };
        insert.run(...names.map((name) => own[name] as string | number | null));
      }
    }
    db.exec('commit');
  });
}

/** Copies the row of a session, each a second older than the one before. */
function addSessions(id: string): void {
  write((db) => {
    const row = db.prepare('select * from render_sessions where id = ?').get(id) as Json;
    // Without the columns that the database computes.
    const columns = db.prepare("pragma table_info('render_sessions')").all() as Json[];
    const names = columns.map(({ name }) => String(name));
    const insert = db.prepare(
      `insert into render_sessions (${names}) values (${names.map(() => '?')})`,
    );
    db.exec('begin');
    for (let at = 0; at < MANY_SESSIONS; at++) {
      const created_at = Number(row['created_at']) - 1000 * (at + 1);
      const own: Json = { ...row, id: `rs_copy${at}`, title: `Copy ${at}`, created_at };
      insert.run(...names.map((name) => own[name] as string | number | null));
    }
    db.exec('commit');
  });
}

function write(change: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(world.dataDir, 'framepress.sqlite'), { timeout: 10_000 });
  try {
    change(db);
  } finally {
    db.close();
  }
}
