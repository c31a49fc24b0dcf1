import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type LaunchOptions, type Page } from 'puppeteer-core';

export type BrowserName = 'chromium' | 'firefox';

export type BrowserOptions = {
  /** Answer to `prefers-color-scheme`. Firefox cannot change it later; light without it. */
  theme?: 'light' | 'dark';
  lang?: string;
  /** Folder of downloaded files. Without it, a download asks or is dropped. */
  downloads?: string;
};

export type PageOptions = {
  /** Size of the viewport in CSS pixels; 1280 × 800 without it. */
  width?: number;
  height?: number;
  /** Device pixels per CSS pixel. */
  pixelRatio?: number;
  /** Whether pauses before another attempt are short: in an outage they are up to 20 s. */
  hasShortPauses?: boolean;
};

/** A page that records what went wrong in it: exceptions, logged errors, violations of its CSP. */
export type TestPage = Page & { problems: string[] };

export type TestBrowser = { newPage(options?: PageOptions): Promise<TestPage> } & AsyncDisposable;

/**
 * Chromium logs every answer from 400 on, which pages handle themselves. Firefox asks for an icon by
 * itself.
 */
const EXPECTED = /^Failed to load resource: the server responded with a status|\/favicon\.ico/;

/** The longest wait for a page or the browser. It only ends what hangs. */
const WAIT_MS = 240_000;

/** Starts Debian's Chromium or Firefox without a window, driven over WebDriver BiDi. */
export async function openBrowser(
  name: BrowserName,
  { theme = 'light', lang = 'en', downloads }: BrowserOptions = {},
): Promise<TestBrowser> {
  const browser = await puppeteer.launch(launchOptions(name, { theme, lang }));
  const context = downloads
    ? await browser.createBrowserContext({
        downloadBehavior: { policy: 'allow', downloadPath: downloads },
      })
    : browser;
  return {
    async newPage({ width = 1280, height = 800, pixelRatio = 1, hasShortPauses = false } = {}) {
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      const problems: string[] = [];
      const record = (text: string) => {
        if (!EXPECTED.test(text)) problems.push(text);
      };
      page.on('pageerror', (error) => record(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') record(message.text());
      });
      await page.evaluateOnNewDocument(reportViolations);
      if (hasShortPauses) await page.evaluateOnNewDocument(shortenPauses);
      await page.setViewport({ width, height, deviceScaleFactor: pixelRatio });
      if (name === 'chromium')
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      return Object.assign(page, { problems });
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Writes a PNG below the folder for temporary files and returns its path. */
export async function screenshot(
  page: Page,
  name: string,
  { isFullPage = false } = {},
): Promise<string> {
  const folder = join(tmpdir(), 'framepress-screenshots');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path: path as `${string}.png`, fullPage: isFullPage });
  return path;
}

function launchOptions(
  name: BrowserName,
  { theme, lang }: Required<Pick<BrowserOptions, 'theme' | 'lang'>>,
) {
  const common = {
    headless: true,
    protocol: 'webDriverBiDi',
    timeout: WAIT_MS,
    protocolTimeout: WAIT_MS,
  } satisfies LaunchOptions;
  if (name === 'chromium')
    return {
      ...common,
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        `--accept-lang=${lang}`,
        '--autoplay-policy=no-user-gesture-required',
        // Without a graphics processor, an animation of a page takes a core from the renders.
        '--force-prefers-reduced-motion',
        // WebGL without a graphics processor.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // The compositor would use it too, and take a fifth of a test's time.
        '--disable-gpu-compositing',
      ],
    } satisfies LaunchOptions;
  return {
    ...common,
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
      'intl.accept_languages': lang,
      'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
    },
  } satisfies LaunchOptions;
}

/**
 * Runs in a page: shortens its timers that are pauses. Shorter ones are parts of the look, longer ones end what
 * hangs.
 */
export function shortenPauses(): void {
  const { setTimeout: wait } = globalThis;
  const shorter = (work: () => void, ms = 0, ...values: []) =>
    wait(work, ms > 300 && ms <= 20_000 ? ms / 20 : ms, ...values);
  globalThis.setTimeout = shorter as typeof setTimeout;
}

/** Runs in every page: logs violations of its CSP, which Firefox does not log by itself. */
function reportViolations(): void {
  const page = globalThis as unknown as EventTarget & { console: Console };
  page.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event as Event &
      Record<'effectiveDirective' | 'blockedURI' | 'sourceFile' | 'lineNumber', string>;
    page.console.error(
      `CSP: ${effectiveDirective} blocks ${blockedURI} at ${sourceFile}:${lineNumber}`,
    );
  });
}
