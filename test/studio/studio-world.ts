import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ElementHandle } from 'puppeteer-core';
import { expect } from 'vitest';
import {
  openBrowser,
  type PageOptions,
  screenshot,
  type TestBrowser,
  type TestPage,
} from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { framepress, makeClient, startService } from '../support/service.ts';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const WAIT_MS = 30_000;
const HAS_SCREENSHOTS = Boolean(process.env['FRAMEPRESS_SCREENSHOTS']);
// The service rejects variables that it does not know.
delete process.env['FRAMEPRESS_SCREENSHOTS'];

/** A service, a folder for files, and a Chromium. */
export async function openStudioWorld(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-studio-'));
  const dataDir = join(folder, 'data');
  const [service, browser] = await Promise.all([
    startService(dataDir, environment),
    openBrowser('chromium'),
  ]);
  let client: Promise<Client> | undefined;
  return {
    ...{ folder, dataDir, service, browser },
    /** Returns a one-time link to the studio. */
    async link(role = 'admin', to?: string): Promise<string> {
      const { stdout } = await framepress([
        ...['studio', '--data-dir', dataDir, '--json', '--url', service.url, '--role', role],
        ...(to ? ['--to', to] : []),
      ]);
      return (JSON.parse(stdout) as { studio_url: string }).studio_url;
    },
    /** A client of the API, to prepare what a test needs. */
    client(): Promise<Client> {
      client ??= makeClient(dataDir).then((made) => new Client(service.url).login(made));
      return client;
    },
    /** Opens a page of a person who is signed in. */
    async signedIn(
      to?: string,
      {
        role = 'admin',
        in: opened = browser,
        ...size
      }: PageOptions & { role?: string; in?: TestBrowser } = {},
    ): Promise<TestPage> {
      const page = await opened.newPage(size);
      await page.goto(await this.link(role, to));
      await shown(page, 'nav');
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type StudioWorld = Awaited<ReturnType<typeof openStudioWorld>>;

/** Waits for an element and returns it. A space in the selector also goes into shadow roots. */
export async function shown(page: TestPage, selector: string): Promise<ElementHandle> {
  const path = selector.replaceAll(' ', ' >>> ');
  const found = await page.waitForSelector(`>>> ${path}`, { timeout: WAIT_MS });
  if (!found) throw new Error(`${selector} is not shown.`);
  return found;
}

/** Waits until the text of the page, with that of all shadow roots, contains words. */
export async function says(page: TestPage, words: string): Promise<void> {
  await expect.poll(() => textOf(page), { timeout: WAIT_MS }).toContain(words);
}

/** Returns the text of the page with that of all shadow roots. */
export function textOf(page: TestPage): Promise<string> {
  return page.evaluate(() => {
    type Node = { shadowRoot?: Node; children: Iterable<Node>; textContent: string };
    const read = (node: Node): string =>
      [node.textContent, ...[...node.children].map((child) => nested(child))].join(' ');
    const nested = (node: Node): string =>
      (node.shadowRoot ? read(node.shadowRoot) : '') + [...node.children].map(nested).join(' ');
    const { body } = (globalThis as unknown as { document: { body: Node } }).document;
    return nested(body).replaceAll(/\s+/g, ' ');
  });
}

/** Clicks without the mouse, so that nothing needs to be in view. */
export async function click(page: TestPage, selector: string): Promise<void> {
  const element = await shown(page, selector);
  await element.evaluate((node) => (node as unknown as { click(): void }).click());
}

/** Moves the mouse to an element and clicks it. */
export async function clickAt(page: TestPage, selector: string): Promise<void> {
  await (await shown(page, selector)).click();
}

export async function type(page: TestPage, selector: string, text: string): Promise<void> {
  const element = await shown(page, selector);
  await element.focus();
  await page.keyboard.press('End');
  await element.type(text);
}

/** Chooses a file, as the dialog of the browser does. */
export async function chooseFile(page: TestPage, selector: string, path: string): Promise<void> {
  const input = await shown(page, selector);
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

/** Waits until the address has a hash. */
export async function arrives(page: TestPage, hash: RegExp): Promise<void> {
  await expect.poll(() => new URL(page.url()).hash, { timeout: WAIT_MS }).toMatch(hash);
}

/** Returns what axe-core finds. */
export async function violations(page: TestPage): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    type Found = { id: string; nodes: { target: unknown[] }[] };
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Found[] }> } };
    const { violations } = await axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' '))}`,
    );
  });
}

/** Checks a page for violations of accessibility rules, overflow to the side and logged errors. */
export async function expectNoProblems(page: TestPage, name: string): Promise<void> {
  const overflow = await page.evaluate(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  );
  expect({ name, found: await violations(page), overflow, problems: page.problems }).toEqual({
    ...{ name, found: [], overflow: 0, problems: [] },
  });
}

/** Writes a screenshot if `FRAMEPRESS_SCREENSHOTS` is set. */
export async function snap(page: TestPage, name: string): Promise<void> {
  if (HAS_SCREENSHOTS) await screenshot(page, name);
}
