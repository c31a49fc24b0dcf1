import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleClient } from '../client/bundle.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../support/browser.ts';

const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const PAGE = fileURLToPath(
  new URL('../../packages/editor/src/testing/controls-page.ts', import.meta.url),
);
const HTML =
  '<!doctype html><html lang="en"><title>Controls</title><style>body { font: 15px system-ui }' +
  'main { display: grid; gap: 20px; max-width: 380px }</style><body></body></html>';

let code: string;
let browser: TestBrowser;
let page: TestPage;

beforeAll(async () => {
  code = await bundleClient(PAGE);
  browser = await openBrowser('chromium');
});
beforeEach(async () => {
  page = await browser.newPage({ width: 420, height: 640 });
  await page.setContent(HTML);
  await page.addScriptTag({ content: code, type: 'module' });
  await page.waitForSelector('#look >>> select');
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
});

const entryOf = (name: string) => page.evaluate(`entries[${JSON.stringify(name)}]?.source`);

async function focus(path: string): Promise<void> {
  const found = await page.waitForSelector(path);
  await found?.focus();
}

async function type(path: string, text: string): Promise<void> {
  await focus(path);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

test('each control is changed with the keyboard alone', async () => {
  await focus('#size >>> input[type="range"]');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => entryOf('size')).toEqual({ number: 55 });
  await focus('#size >>> input[type="text"]');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => entryOf('size')).toEqual({ number: 60 });
  await type('#turn >>> input[type="text"]', '7,5');
  await expect.poll(() => entryOf('turn')).toEqual({ number: 7.5 });
  await focus('#badge >>> input');
  await page.keyboard.press(' ');
  await expect.poll(() => entryOf('badge')).toEqual({ checkbox: false });
  await type('#spot >>> input[aria-label="Spot, vertical"]', '-30');
  await expect.poll(() => entryOf('spot')).toEqual({ point: { x: 10, y: -30 } });
  await focus('#look >>> select');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => entryOf('look')).toEqual({ menu: 'Light' });
  expect(page.problems).toEqual([]);
});

test('a text that is no number, or is outside of the limits, is not an entry', async () => {
  const path = '#size >>> input[type="text"]';
  for (const text of ['abc', '1e3', '101', '-1', 'NaN', '9'.repeat(400)]) {
    await type(path, text);
    const invalid = () => page.$eval(path, (input) => input.getAttribute('aria-invalid'));
    await expect.poll(invalid, { message: text.slice(0, 5) }).toBe('true');
  }
  const note = await page.$eval('#size >>> .fault', ({ textContent }) => textContent);
  expect(note).toBe('Write a number from 0 to 100.');
  // Only the digits before the text became too large are an entry.
  await expect.poll(() => entryOf('size')).toEqual({ number: 99 });
});

test('the example comes back, and axe finds no faults', async () => {
  await type('#turn >>> input[type="text"]', '3');
  const reset = await page.waitForSelector('#turn >>> button');
  await reset?.click();
  await expect.poll(() => entryOf('turn')).toBeUndefined();
  await page.waitForFunction(
    `document.querySelector('#turn').shadowRoot.querySelector('input').value === '-12.5'`,
  );
  await page.evaluate(AXE);
  const faults = await page.evaluate(
    "axe.run('main').then(({ violations }) => violations.map(({ id }) => id))",
  );
  expect(faults).toEqual([]);
});
