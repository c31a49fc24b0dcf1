import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { Client, type Json } from '../../test/support/client.ts';
import { makeClient, startService } from '../../test/support/service.ts';

const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));

const html = (service: string, attributes: string) => `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Editor</title>
<link rel="icon" href="data:,">
<style>html, body, main { margin: 0; block-size: 100% }</style>
<main><framepress-editor server="${service}" ${attributes}></framepress-editor></main>
<script type="module" src="${service}/editor/framepress-editor.js"></script></html>`;

/** A service with bundled templates, and a server of pages with the editor. */
export async function openEditorWorld(folder: string) {
  let serviceUrl = '';
  const server = createServer(({ url = '/' }, response) => {
    const { searchParams } = new URL(url, 'http://page');
    const attributes = [...searchParams].map(([name, value]) => `${name}='${value}'`).join(' ');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html(serviceUrl, attributes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dataDir = join(folder, 'data');
  const service = await startService(dataDir, { FRAMEPRESS_CORS_ORIGINS: origin });
  serviceUrl = service.url;
  const client = await new Client(service.url).login(await makeClient(dataDir));
  return {
    client,
    origin,
    pid: service.pid,
    async version(name: string): Promise<string> {
      return String((await client.addTemplate(`${DIST}${name}.lottie`))['id']);
    },
    /** Returns the address of a page with an editor of a new draft. */
    async draft(versionId: string): Promise<string> {
      const mapping = { template_style_version_id: versionId, missing: 'example', resources: {} };
      const { body } = await client.send('POST', '/v2/render_sessions', {
        title: 'For Ana',
        mapping,
        edit_token: true,
      });
      const { id: session } = body['render_session'] as { id: string };
      const attributes = { session, token: String(body['edit_token']) };
      return `${origin}/?${new URLSearchParams(attributes)}`;
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

export type EditorWorld = Awaited<ReturnType<typeof openEditorWorld>>;

/** Renders videos of a template one after the other, until it is disposed. */
export function renderOnAndOn(
  { client }: EditorWorld,
  versionId: string,
): AsyncDisposable & { count: number } {
  let isEnding = false;
  const render = async () => {
    while (!isEnding) {
      const mapping = {
        template_style_version_id: versionId,
        missing: 'example',
        resources: { c_01: { source: { color: colorOf(state.count) } } },
      };
      const { body } = await client.send('POST', '/v2/render_sessions', {
        title: 'beside',
        render: 'preview',
        mapping,
      });
      await client.waitFor(String((body['render_session'] as Json)['id']));
      state.count += 1;
    }
  };
  const state = {
    count: 0,
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await running;
    },
  };
  const running = render();
  return state;
}

/** Returns a different color for each number, as six hex digits. */
export function colorOf(number: number): string {
  return ((number * 2_654_435_761) % 0xff_ffff).toString(16).padStart(6, '0');
}

/**
 * Chromium over its own protocol, which reports the memory of a page. With the protocol's network
 * events, the page would keep up to 100 MB of answers for the protocol.
 */
export function openChromium(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: '/usr/bin/chromium',
    networkEnabled: process.env['BENCH_NETWORK'] === '1',
    args: [
      '--no-sandbox',
      '--autoplay-policy=no-user-gesture-required',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
}

/** A moment in milliseconds, or a step between a key and its frame. */
export type Step = {
  name: 'key' | 'asked' | 'answered' | 'open' | 'opened' | 'draw' | 'drawn' | 'shown';
  atMs: number;
  composeMs?: number;
};

/** Names that expressions in the page may use. */
const NAMES = `const editor = document.querySelector('framepress-editor');
  const root = editor.shadowRoot;
  const stage = root?.querySelector('framepress-stage');
  const form = root?.querySelector('framepress-form');
  const field = (name) => [...form?.shadowRoot.querySelectorAll('[data-field]') ?? []]
    .find((one) => one.name === name);
  const control = (name) => field(name)?.shadowRoot.querySelector('[data-first]');`;

/** An editor in a page. `record` runs before the page's scripts; by default, it records `steps` of edits. */
export async function openEditor(browser: Browser, address: string, record = recordSteps) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1072, height: 800 });
  await page.evaluateOnNewDocument(record);
  await page.goto(address);
  const run = <Result>(expression: string) =>
    page.evaluate(`(() => { ${NAMES} return (${expression}); })()`) as Promise<Result>;
  const until = async (expression: string) => {
    await page.waitForFunction(`(() => { ${NAMES} return (${expression}); })()`, { polling: 20 });
  };
  await until('stage?.video && !stage.isDrawing && control("name")');
  return {
    page,
    run,
    until,
    focus: (name: string) => run(`control(${JSON.stringify(name)}).focus()`),
    /** Returns the recorded steps and forgets them. */
    steps: () => run<Step[]>('steps.splice(0)'),
  };
}

export type OpenEditor = Awaited<ReturnType<typeof openEditor>> & { page: Page };

type Worker = {
  postMessage(...args: [{ id: number; name: string }]): void;
  addEventListener(type: 'message', listener: (event: { data: Answer }) => void): void;
};
type Answer = { id: number; value?: { heapBytes?: number } };

/** Runs in the page before its scripts. */
function recordSteps(): void {
  const scope = globalThis as unknown as {
    steps: Step[];
    engineBytes: number;
    fetch: typeof fetch;
    addEventListener: EventTarget['addEventListener'];
    Worker: { prototype: Worker };
    ImageBitmapRenderingContext: { prototype: { transferFromImageBitmap(bitmap: unknown): void } };
  };
  scope.steps = [];
  scope.engineBytes = 0;
  const record = (name: Step['name'], more: object = {}) => {
    scope.steps.push({ name, atMs: performance.now(), ...more });
    if (scope.steps.length > 10_000) scope.steps.length = 0;
  };
  scope.addEventListener('keydown', () => record('key'), { capture: true });
  const { fetch: plain } = scope;
  scope.fetch = async (input, init) => {
    const isComposition = String(input instanceof Request ? input.url : input).endsWith(
      '/v2/compositions',
    );
    if (isComposition) record('asked');
    const response = await plain(input, init);
    if (isComposition) {
      const timing = /dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '');
      record('answered', { composeMs: Number(timing?.[1]) });
    }
    return response;
  };
  const { postMessage } = scope.Worker.prototype;
  const calls = new Map<number, 'opened' | 'drawn'>();
  const workers = new WeakSet<Worker>();
  scope.Worker.prototype.postMessage = function post(...args: [{ id: number; name: string }]) {
    const [{ id, name }] = args;
    if (!workers.has(this)) {
      workers.add(this);
      this.addEventListener('message', ({ data }) => {
        const step = calls.get(data.id);
        calls.delete(data.id);
        if (step) record(step);
        scope.engineBytes = data.value?.heapBytes ?? scope.engineBytes;
      });
    }
    if (name === 'open' || name === 'draw') {
      record(name);
      calls.set(id, name === 'open' ? 'opened' : 'drawn');
    }
    postMessage.apply(this, args);
  };
  const { prototype } = scope.ImageBitmapRenderingContext;
  const { transferFromImageBitmap } = prototype;
  prototype.transferFromImageBitmap = function show(bitmap: unknown) {
    transferFromImageBitmap.call(this, bitmap);
    record('shown');
  };
}
