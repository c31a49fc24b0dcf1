import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { signInLink } from '../../src/accounts/index.ts';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import type { PageOptions, TestBrowser, TestPage } from '../support/browser.ts';
import { inDatabase } from '../support/service.ts';

const require = createRequire(import.meta.url);

/** The people of a studio are in the default account, or in another one. */
export type Studio = { dataDir: string; url: string; accountId?: string };
export type Role = 'viewer' | 'editor' | 'admin';

/** Returns a one-time link to the studio. */
export async function studioLink(
  { dataDir, url, accountId = DEFAULT_ACCOUNT }: Studio,
  { role = 'admin', to }: { role?: Role; to?: string } = {},
): Promise<string> {
  const code = await inDatabase(dataDir, (db) => db.studioSessions.addCode(accountId, role));
  return signInLink(url, code, to);
}

/** The role in which the pages of a browser are signed in. */
const roles = new WeakMap<TestBrowser, Role>();

/** Opens a page as a person, who signs in by a link unless the browser has a session already. */
export async function signedIn(
  browser: TestBrowser,
  studio: Studio,
  {
    to = '/templates',
    role = 'admin',
    width = 1280,
    ...size
  }: PageOptions & { to?: string | undefined; role?: Role } = {},
): Promise<TestPage> {
  const page = await browser.newPage({ width, ...size });
  const cookies = await page.browserContext().cookies();
  const hasSession = cookies.some(({ name }) => name === 'framepress_session');
  const isKnown = hasSession && roles.get(browser) === role;
  await page.goto(isKnown ? `${studio.url}/studio/#${to}` : await studioLink(studio, { role, to }));
  roles.set(browser, role);
  await shown(page, 'nav');
  return page;
}

/**
 * Waits for an element and returns it. A space in the selector, outside of brackets, also goes into shadow
 * roots.
 */
export async function shown(page: TestPage, selector: string) {
  const path = selector.replaceAll(/ (?![^[]*\])/g, ' >>> ');
  const found = await page.waitForSelector(`>>> ${path}`);
  if (!found) throw new Error(`${selector} is not shown.`);
  return found;
}

/** Waits until the text of the page, with that of all shadow roots, contains words. */
export async function says(page: TestPage, words: string): Promise<void> {
  await expect.poll(() => textOf(page)).toContain(words);
}

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

export async function click(page: TestPage, selector: string): Promise<void> {
  const element = await shown(page, selector);
  await element.evaluate((node) => (node as unknown as { click(): void }).click());
}

/** Unfolds the sign-in with the id and the secret of a client. */
export async function openKeyForm(page: TestPage): Promise<void> {
  await click(page, 'details.developers summary');
  await shown(page, '#secret');
}

/** Types behind the text that a field has. */
export async function type(page: TestPage, selector: string, text: string): Promise<void> {
  const element = await shown(page, selector);
  await element.focus();
  await page.keyboard.press('End');
  await element.type(text);
}

/** Rules whose result depends on the colors. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns what axe-core finds, by all rules or by some of them. */
export async function violations(page: TestPage, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async (only) => {
    type Found = { id: string; nodes: { target: unknown[] }[] };
    type Axe = { run(options: object): Promise<{ violations: Found[] }> };
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(only ? { runOnly: only } : {});
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' '))}`,
    );
  }, rules);
}

/** Returns by how many pixels a page can be scrolled sideways, in either direction of writing. */
export async function overflowOf(page: TestPage): Promise<unknown> {
  return page.evaluate(`(() => {
    const { scrollX: from, scrollY: top } = globalThis;
    const seen = [999, -999].map((left) => {
      scrollTo({ left, top, behavior: 'instant' });
      return Math.abs(globalThis.scrollX);
    });
    scrollTo({ left: from, top, behavior: 'instant' });
    return Math.max(...seen);
  })()`);
}

/** Fails for violations of axe-core, a page that is wider than its window, and errors in the page. */
export async function expectNoProblems(
  page: TestPage,
  name: string,
  rules?: string[],
): Promise<void> {
  const actual = { name, found: await violations(page, rules), overflow: await overflowOf(page) };
  expect({ ...actual, problems: page.problems }).toEqual({
    name,
    found: [],
    overflow: 0,
    problems: [],
  });
}

/** Chooses a file in the first field for files. */
export async function upload(page: TestPage, path: string): Promise<void> {
  const input = await shown(page, 'input[type=file]');
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

/** The parts of elements that the functions below use: tests have no types of browsers. */
type Node = {
  value: string;
  shadowRoot: Root | null;
  textContent: string;
  getAttribute(name: string): string | null;
  matches(selector: string): boolean;
  checkVisibility(): boolean;
  dispatchEvent(event: Event): boolean;
  addEventListener(type: 'click', listener: () => void, options: { capture: true }): void;
};
type Root = { querySelectorAll(selector: string): Iterable<Node> };

/**
 * Clicks the visible button or link with this text or label, in any shadow root, with the mouse. A click that
 * misses it, because the page has moved or drawn it anew meanwhile, is repeated.
 */
export async function press(page: TestPage, text: string): Promise<void> {
  const found = await page.waitForFunction(
    (wanted) => {
      const nameOf = (element: Node) =>
        element.getAttribute('aria-label') ?? element.textContent.replaceAll(/\s+/g, ' ').trim();
      const find = (root: Root): Node | undefined => {
        for (const element of root.querySelectorAll('*')) {
          const isControl =
            element.matches('button:enabled, a, summary, [role=menuitem]') &&
            !element.matches('[aria-disabled=true]');
          if (isControl && element.checkVisibility() && nameOf(element) === wanted) return element;
          const within = element.shadowRoot && find(element.shadowRoot);
          if (within) return within;
        }
        return undefined;
      };
      const control = find((globalThis as unknown as { document: Root }).document);
      const pressed = globalThis as { isPressed?: boolean };
      pressed.isPressed = false;
      control?.addEventListener('click', () => (pressed.isPressed = true), { capture: true });
      return control;
    },
    { polling: 200 },
    text,
  );
  try {
    await (found as unknown as { click(): Promise<void> }).click();
  } catch (error) {
    if (!String(error).includes('detached')) throw error;
  }
  // A link may have left the page, and with it the note of the click.
  const isPressed = await page.evaluate('globalThis.isPressed').catch(() => undefined);
  if (isPressed === false) await press(page, text);
}

/** Gives a field a value, as a person who pastes or chooses it. */
export async function fill(page: TestPage, selector: string, value: string): Promise<void> {
  const field = await shown(page, selector);
  await field.evaluate((node, text) => {
    const element = node as unknown as Node;
    element.value = text;
    // A select has no value that is not among its options.
    if (element.value !== text) throw new Error(`The field does not take ${text}.`);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

/** Returns the text of a field, or another property of an element such as its address. */
export async function propertyOf(
  page: TestPage,
  selector: string,
  name = 'value',
): Promise<unknown> {
  const element = await shown(page, selector);
  return element.evaluate((node, key) => (node as unknown as Record<string, unknown>)[key], name);
}
