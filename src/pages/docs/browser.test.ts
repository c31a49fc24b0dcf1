import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../../../test/support/chromium.ts';
import { temporaryApi } from '../../api/api.fixture.ts';

let browser: Browser;
let api: Awaited<ReturnType<typeof temporaryApi>>;
let url: string;

beforeAll(async () => {
  api = await temporaryApi();
  url = await api.listen();
  browser = await startChromium();
});

afterAll(async () => {
  await browser?.close();
  await api?.[Symbol.asyncDispose]();
});

/** Opens a page and notes its errors, violations of its policy and requests to other origins. */
async function open(path: string, width = 1280): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(`${url}/`) && !to.startsWith('data:')) problems.push(to);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url + path, { waitUntil: 'networkidle' });
  return { page, problems };
}

test('the pages violate no policy, contact no other server and fit every screen', async () => {
  for (const [path, width] of [
    ['/docs', 1280],
    ['/docs', 360],
    ['/docs/webhooks', 800],
  ] as const) {
    const { page, problems } = await open(path, width);
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect({ path, width, problems, overflow }).toEqual({ path, width, problems: [], overflow: 0 });
    await page.close();
  }
});

test('the search finds an operation and opens it', async () => {
  const { page, problems } = await open('/docs/sessions');
  await page.keyboard.press('/');
  await page.keyboard.type('retry a failed');
  const results = page.getByRole('option');
  await results.first().waitFor();
  expect(await results.first().textContent()).toContain('retryRenderSession');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/docs#retryRenderSession`);
  expect(await page.locator('#retryRenderSession h3').isVisible()).toBe(true);
  await page.keyboard.press('/');
  await page.keyboard.type('no such words anywhere');
  await page.getByText('Nothing found').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a code block is copied, and the menu opens on a phone', async () => {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 360, height: 700 },
  });
  const page = await context.newPage();
  await page.goto(`${url}/docs#createStill`);
  await page.locator('#createStill .copy').first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(`curl ${url}/v2/stills`);
  const menu = page.getByRole('navigation');
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.waitForURL(`${url}/docs/webhooks`);
  await context.close();
});

test('the pages can be read without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/docs`);
  expect(await page.locator('#createRenderSession h3').textContent()).toContain('Create a render');
  expect(await page.getByRole('search').count()).toBe(0);
  await context.close();
});
