import { type Browser, chromium } from 'playwright-core';

/** The longest wait for a page or the browser. It only ends what hangs. */
const WAIT_MS = 240_000;

/** Starts Debian's Chromium without a window, driven by Playwright. */
export async function startChromium(...args: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    timeout: WAIT_MS,
    args: ['--no-sandbox', ...args],
  });
  // Pages without a context of their own get one from here, too.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(WAIT_MS);
    return context;
  };
  return browser;
}
