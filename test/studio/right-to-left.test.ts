import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { untranslatedTexts } from './shown-texts.ts';
import { click, expectNoProblems, openKeyForm, shown, signedIn } from './studio-page.ts';

let folder: string;
let service: SharedService;
let browser: TestBrowser;
let ids: Record<'template' | 'version' | 'draft' | 'render' | 'batch', string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-right-to-left-'));
  [service, browser] = await Promise.all([
    sharedService(),
    openBrowser('chromium', { lang: 'ar' }),
  ]);
  ids = await makeOneOfEach();
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

async function makeOneOfEach(): Promise<typeof ids> {
  const client = await new Client(service.url).login(service.credentials);
  const make = async (kind: string, body: object): Promise<string> => {
    const answer = await client.send('POST', `/v2/${kind}`, body);
    return String((Object.values(answer.body)[0] as Json)['id']);
  };
  const path = await writePackage(join(folder, 'summer-sale.zip'), smallLottie(6));
  const added = await client.addTemplate(path);
  const version = String(added['id']);
  const mapping = { template_style_version_id: version, missing: 'example', resources: {} };
  const video = { mapping, metadata: { customer: '1042' } };
  const draft = await make('render_sessions', { ...video, title: 'Summer sale (2026)' });
  const render = await make('render_sessions', {
    ...video,
    title: 'تخفيضات الصيف',
    render: 'preview',
  });
  const rows = [{ t_01: 'Ada' }, { t_01: 7 }];
  const batch = await make('batches', {
    template_style_version_id: version,
    rows,
    start: false,
    title: 'Shops',
  });
  await make('webhook_endpoints', { url: 'https://shop.test/hook' });
  await make('destinations', {
    prefix: 's3://videos/summer',
    name: 'Summer',
    credentials: { access_key_id: 'x', secret_access_key: 'y' },
  });
  expect(await client.waitFor(render)).toMatchObject({ status: 'preview_rendered' });
  return { version, draft, render, batch, template: String(added['template_id']) };
}

/** Opens a path in the studio, and checks the page when it shows an element. */
async function visit(page: TestPage, path: string, selector: string): Promise<void> {
  await page.evaluate((to) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = to;
  }, path);
  await shown(page, selector);
  await check(page, path);
}

async function check(page: TestPage, name: string): Promise<void> {
  expect({ name, texts: await untranslatedTexts(page) }).toEqual({ name, texts: [] });
  await expectNoProblems(page, name);
}

test('the page of the sign-in is Arabic', async () => {
  const page = await browser.newPage({ width: 390 });
  await page.goto(`${service.url}/studio/`);
  await openKeyForm(page);
  await check(page, 'sign-in');
  await shown(page, '#secret');
  await page.close();
});

test('all pages of the studio are Arabic, from right to left, on a phone', async () => {
  const page = await signedIn(browser, service, { width: 390 });
  expect(await page.evaluate('document.dir + document.documentElement.lang')).toBe('rtlar');
  await visit(page, '/templates', 'studio-template-card img');
  await visit(page, `/templates/${ids.template}`, '.fill');
  for (const tab of ['stills', 'report', 'code', 'schema', 'versions']) {
    await click(page, `#tab-${tab}`);
    await shown(page, `#tab-${tab}[aria-selected=true]`);
    await check(page, tab);
  }
  await visit(page, '/renders', '.row a');
  await visit(page, `/renders/${ids.render}`, 'studio-session-files li');
  await visit(page, '/batches', '.row a');
  await visit(page, '/batches/new', 'select');
  await visit(page, `/batches/${ids.batch}`, 'studio-batch-table');
  await visit(page, '/settings/usage', 'table');
  await visit(page, '/settings/clients', 'studio-clients-part li');
  await visit(page, '/settings/destinations', 'studio-destinations-part h2');
  await visit(page, '/settings/webhooks', 'studio-webhooks-part h2');
  await visit(page, '/settings/account', 'studio-account-part dl');
  await page.close();
});

test('the editor is Arabic, from right to left, on a phone', async () => {
  const page = await signedIn(browser, service, { to: `/fill/${ids.draft}`, width: 390 });
  await shown(page, 'framepress-text-field textarea');
  await check(page, 'editor');
  await click(page, 'framepress-editor button.render');
  await shown(page, 'studio-render-dialog button.primary');
  await check(page, 'render options');
  // Nothing to scroll: the form scrolls within.
  const heights = await page.evaluate(
    `[document.scrollingElement.scrollHeight, Math.round(innerHeight)]`,
  );
  expect(heights).toEqual([800, 800]);
  await page.close();
});
