import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  openBrowser,
  type PageOptions,
  screenshot,
  type TestBrowser,
  type TestPage,
} from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { sharedService } from '../support/shared-service.ts';
import { type Role, shown, signedIn } from './studio-page.ts';

const HAS_SCREENSHOTS = Boolean(process.env['FRAMEPRESS_SCREENSHOTS']);
// The service rejects variables that it does not know.
delete process.env['FRAMEPRESS_SCREENSHOTS'];

/** An account of a service, a folder for files, and a Chromium. */
export async function openStudioWorld(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-studio-'));
  const [service, browser] = await Promise.all([
    sharedService(environment),
    openBrowser('chromium'),
  ]);
  const { dataDir, url, accountId, credentials } = service;
  let client: Promise<Client> | undefined;
  return {
    folder,
    dataDir,
    service,
    browser,
    /** A client of the API, to prepare what a test needs. */
    client(): Promise<Client> {
      client ??= new Client(url).login(credentials);
      return client;
    },
    /** Opens a page of a person who is signed in. */
    signedIn(
      to?: string,
      {
        role = 'admin',
        in: opened = browser,
        ...size
      }: PageOptions & { role?: Role; in?: TestBrowser } = {},
    ): Promise<TestPage> {
      return signedIn(opened, { dataDir, url, accountId }, { ...size, role, to });
    },
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

export type StudioWorld = Awaited<ReturnType<typeof openStudioWorld>>;

/** Moves the mouse to an element and clicks it. */
export async function clickAt(page: TestPage, selector: string): Promise<void> {
  await (await shown(page, selector)).click();
}

/** Chooses a file, as the dialog of the browser does. */
export async function chooseFile(page: TestPage, selector: string, path: string): Promise<void> {
  const input = await shown(page, selector);
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

/** Waits until the address has a hash. */
export async function arrives(page: TestPage, hash: RegExp): Promise<void> {
  await expect.poll(() => new URL(page.url()).hash).toMatch(hash);
}

/** Writes a screenshot if `FRAMEPRESS_SCREENSHOTS` is set. */
export async function snap(page: TestPage, name: string): Promise<void> {
  if (HAS_SCREENSHOTS) await screenshot(page, name);
}
