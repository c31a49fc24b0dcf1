import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type BrowserName,
  type BrowserOptions,
  openBrowser,
  type PageOptions,
  type TestPage,
} from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdableSegments } from '../support/held-segments.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { startProxy } from '../support/proxy.ts';
import { makeClient, startService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

export type Attributes = Record<string, string>;

const guide = await readFile(new URL('../../docs/editor.md', import.meta.url), 'utf8');
const samples = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  );
const [PAGE = ''] = samples('html');
const [ON_RENDERED = '', RENEWAL = ''] = samples('js');
/** The look of docs/editor.md. */
export const [LOOK = ''] = samples('css');

/** The page of docs/editor.md: of another origin than the service, with a strict policy. */
const html = (service: string, attributes: string, script: string) =>
  PAGE.replaceAll('https://video.example.com', service)
    .replace(/session=".*?"\s+token=".*?"/, attributes)
    .replace('src="page.js"', `src="${script}"`)
    .replace(
      '<title>',
      '<link rel="stylesheet" href="page.css"><link rel="icon" href="data:,"><title>',
    )
    .replace('<framepress-editor', '<main><framepress-editor')
    .replace('</framepress-editor>', '</framepress-editor></main>');

const SCRIPT = `globalThis.seen = [];
for (const name of ['ready', 'change', 'fit', 'render', 'rendered', 'copied', 'title', 'before-render', 'error', 'close'])
  addEventListener('framepress-' + name, ({ type, detail }) => seen.push({ type, detail }));
${ON_RENDERED}`;

const policy = (service: string) =>
  `default-src 'none'; script-src 'self' ${service} 'wasm-unsafe-eval'; style-src 'self'; ` +
  `connect-src 'self' ${service}; img-src ${service} blob: data:; media-src ${service} blob:; worker-src blob:`;

type Service = {
  /** Its public address. */
  url: string;
  credentials: { client_id: string; client_secret: string };
};

/** A small template in the service that test files share, and a server of pages of another origin. */
export async function openEditorWorld() {
  const pages = await startPages();
  return openWorld(pages, await sharedService());
}

/**
 * The same with a service of its own, which may be killed or out of reach. It allows the origin of the pages, and
 * small uploads.
 */
export async function openFragileWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-editor-'));
  const pages = await startPages();
  const dataDir = join(folder, 'data');
  const proxy = await startProxy();
  const start = async () =>
    startService(dataDir, {
      ...(await holdableSegments(dataDir)),
      FRAMEPRESS_CORS_ORIGINS: pages.origin,
      PUBLIC_URL: proxy.url,
      FRAMEPRESS_MAX_UPLOAD_MB: '1',
      // A held rasteriser would be ended after a minute.
      FRAMEPRESS_STALL_SECONDS: '3600',
    });
  let service = await start();
  proxy.forwardTo(service.url);
  const world = await openWorld(pages, { url: proxy.url, credentials: await makeClient(dataDir) });
  return {
    ...world,
    folder,
    dataDir,
    url: proxy.url,
    /** Runs `act` while the service cannot be reached. */
    async offline(act: () => Promise<unknown>): Promise<void> {
      proxy.forwardTo(undefined);
      await act();
      proxy.forwardTo(service.url);
    },
    /** The processes that render. */
    workerPids: () => service.workerPids,
    /** Kills the service, runs `act` while it does not answer, and starts it again. */
    async restart(act: () => Promise<void>): Promise<void> {
      proxy.forwardTo(undefined);
      const restarted = service.crash().then(start);
      await Promise.all([restarted, act()]);
      service = await restarted;
      proxy.forwardTo(service.url);
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await service.stop();
      await proxy[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

/** Starts the server of pages. Its service is set when it is known. */
async function startPages() {
  const used = { url: '', newToken: (): Promise<string> => Promise.resolve('') };
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://page');
    const send = (type: string, body: string) =>
      response
        .writeHead(200, { 'content-type': type, 'content-security-policy': policy(used.url) })
        .end(body);
    if (pathname === '/page.js') return send('text/javascript', SCRIPT);
    if (pathname === '/renewing.js') return send('text/javascript', `${SCRIPT}\n${RENEWAL}`);
    if (pathname === '/edit-token') {
      void used.newToken().then((token) => send('text/plain', token));
      return;
    }
    if (pathname === '/page.css')
      return send('text/css', 'html, body, main { margin: 0; block-size: 100% }');
    const attributes = [...searchParams].map(([name, value]) => `${name}='${value}'`).join(' ');
    const script = searchParams.has('data-renewed') ? 'renewing.js' : 'page.js';
    return send('text/html; charset=utf-8', html(used.url, attributes, script));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, origin, used };
}

async function openWorld(
  { server, origin, used }: Awaited<ReturnType<typeof startPages>>,
  { url, credentials }: Service,
) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-editor-'));
  /** The session whose page asks its server for a new token. */
  let renewed = '';
  const newToken = async (session = renewed) => {
    const { body } = await client.send('POST', `/v2/render_sessions/${session}/edit_token`);
    return String(body['edit_token']);
  };
  Object.assign(used, { url, newToken: () => newToken() });
  const client = await new Client(url).login(credentials);
  const version = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie(60)),
  );
  const versionId = String(version['id']);
  return {
    client,
    origin,
    versionId,
    async revoke(token: string): Promise<void> {
      const { status } = await client.send('POST', '/oauth/revoke', { token, ...credentials });
      expect(status).toBe(200);
    },
    newToken,
    /** The page with this session in `data-renewed` gets new tokens. */
    renews(session: string): void {
      renewed = session;
    },
    /** Adds a square style of the template and returns its version. */
    async addSquare(): Promise<string> {
      const lottie = { ...smallLottie(60), w: 320, h: 320 };
      const path = await writePackage(join(folder, 'square.zip'), lottie);
      const square = await client.addTemplate(path, {
        template_id: String(version['template_id']),
      });
      return String(square['id']);
    },
    /** Adds a template and returns its version. */
    async addTemplate(lottie: Json, templateJson?: Json): Promise<string> {
      const path = await writePackage(join(folder, 'other.zip'), lottie, templateJson);
      return String((await client.addTemplate(path))['id']);
    },
    /** Creates a draft with a token for the editor. */
    async draft(resources: Json = {}, version = versionId, options: Json = { missing: 'example' }) {
      const mapping = { template_style_version_id: version, ...options, resources };
      const { body } = await client.send('POST', '/v2/render_sessions', {
        title: 'For Ana',
        mapping,
        edit_token: true,
      });
      const { id } = body['render_session'] as { id: string };
      return { session: id, token: String(body['edit_token']) };
    },
    async session(id: string): Promise<Json> {
      const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
      return body['render_session'] as Json;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await removeFolder(folder);
    },
  };
}

export type EditorWorld = Awaited<ReturnType<typeof openEditorWorld>>;
export type FragileWorld = Awaited<ReturnType<typeof openFragileWorld>>;

/** Opens browsers once each, and pages with an editor in them. */
export async function openEditors(
  world: EditorWorld,
  name: BrowserName,
  options: BrowserOptions = {},
) {
  const browser = await openBrowser(name, options);
  return {
    /** Opens a page and waits until its first frame is shown; `isHeld`: until its form is. */
    async open(
      attributes: Attributes,
      { before, isHeld = false, ...size }: PageOptions & { before?: string; isHeld?: boolean } = {},
    ) {
      const page = await browser.newPage(size);
      if (before) await page.evaluateOnNewDocument(before);
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto(`${world.origin}/?${new URLSearchParams(attributes)}`);
      const editor = editorOn(page);
      if (isHeld) {
        await editor.until(`control('t_01')`);
        return editor;
      }
      await editor.until(`seen.some(({ type }) => type === 'framepress-ready')`);
      await editor.until(`stage.video && stage.isDrawing === false`);
      return editor;
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
}

/** Names that the expressions of tests may use. */
const NAMES = `const editor = document.querySelector('framepress-editor');
  const root = editor.shadowRoot;
  const stage = root.querySelector('framepress-stage');
  const form = root.querySelector('framepress-form');
  const field = (name) => [...form?.shadowRoot.querySelectorAll('[data-field]') ?? []]
    .find((one) => one.name === name);
  const control = (name) => field(name).shadowRoot.querySelector('[data-first]');
  const shown = (element) => element.innerText.replaceAll(/\\s+/g, ' ').trim();`;

function editorOn(page: TestPage) {
  const evaluate = <Result>(expression: string) =>
    page.evaluate(`(() => { ${NAMES} return (${expression}); })()`) as Promise<Result>;
  return {
    page,
    evaluate,
    /**
     * Waits until an expression is true. What it names may not exist before. A tab behind another one draws no
     * frames, so a timer evaluates it.
     */
    until: (expression: string) =>
      page.waitForFunction(
        `(() => { try { ${NAMES} return (${expression}); } catch { return false; } })()`,
        { polling: 50 },
      ),
    /** Types into the field of an editable. */
    async type(name: string, text: string): Promise<void> {
      await evaluate(`control(${JSON.stringify(name)}).focus()`);
      await page.keyboard.type(text);
    },
    /** Returns the details of the events of a kind so far. */
    async events(name: string): Promise<Json[]> {
      // As JSON, because WebDriver BiDi leaves out the second copy of an object.
      const details = `seen.filter(({ type }) => type === 'framepress-${name}').map(({ detail }) => detail)`;
      return JSON.parse(await evaluate<string>(`JSON.stringify(${details})`)) as Json[];
    },
  };
}
