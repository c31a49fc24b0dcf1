import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startChromium } from './chromium.ts';

/** An empty page in Chromium with its own origin on loopback. */
export type OriginPage = {
  origin: string;
  /** Evaluates an expression in the page and awaits its promise. */
  evaluate<Result>(expression: string): Promise<Result>;
} & AsyncDisposable;

/** Opens the page at a free port. */
export async function openOriginPage(): Promise<OriginPage> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Editor</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await startChromium('--disable-gpu');
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  return {
    origin,
    evaluate: (expression) => page.evaluate(expression),
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
