import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserName,
  type BrowserOptions,
  openBrowser,
  type TestPage,
} from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';

export type Attributes = Record<string, string>;

/** The page of a customer: another origin than the service, with a strict policy. */
const html = (service: string, attributes: string) => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width"><title>Editor</title>
<link rel="stylesheet" href="page.css"><link rel="icon" href="data:,">
<main><framepress-editor server="${service}" ${attributes}></framepress-editor></main>
<script type="module" src="${service}/editor/framepress-editor.js"></script>
<script type="module" src="page.js"></script>
</html>`;

const SCRIPT = `globalThis.seen = [];
for (const name of ['ready', 'change', 'fit', 'render', 'rendered', 'error', 'close'])
  addEventListener('framepress-' + name, ({ type, detail }) => seen.push({ type, detail }));`;

const policy = (service: string) =>
  `default-src 'none'; script-src 'self' ${service} 'wasm-unsafe-eval'; style-src 'self'; ` +
  `connect-src ${service}; img-src ${service} blob: data:; media-src ${service} blob:; worker-src blob:`;

/** A service with a small template, and a server of pages of another origin. */
export async function openEditorWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-editor-'));
  let serviceUrl = '';
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://page');
    const send = (type: string, body: string) =>
      response
        .writeHead(200, { 'content-type': type, 'content-security-policy': policy(serviceUrl) })
        .end(body);
    if (pathname === '/page.js') return send('text/javascript', SCRIPT);
    if (pathname === '/page.css')
      return send('text/css', 'html, body, main { margin: 0; block-size: 100% }');
    const attributes = [...searchParams].map(([name, value]) => `${name}='${value}'`).join(' ');
    return send('text/html; charset=utf-8', html(serviceUrl, attributes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = await startService(join(folder, 'data'), { FRAMEPRESS_CORS_ORIGINS: origin });
  serviceUrl = service.url;
  const client = await new Client(service.url).login(await makeClient(join(folder, 'data')));
  const version = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie(60)),
  );
  const versionId = String(version['id']);
  return {
    ...{ client, origin, versionId },
    /** Creates a draft with a token for the editor. */
    async draft(resources: Json = {}) {
      const mapping = { template_style_version_id: versionId, missing: 'example', resources };
      const { body } = await client.send('POST', '/v2/render_sessions', {
        ...{ title: 'For Ana', mapping, edit_token: true },
      });
      const { id } = body['render_session'] as { id: string };
      return { session: id, token: String(body['edit_token']) };
    },
    async session(id: string): Promise<Json> {
      const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
      return body['render_session'] as Json;
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type EditorWorld = Awaited<ReturnType<typeof openEditorWorld>>;

/** Opens browsers once each, and pages with an editor in them. */
export async function openEditors(
  world: EditorWorld,
  name: BrowserName,
  options: BrowserOptions = {},
) {
  const browser = await openBrowser(name, options);
  return {
    /** Opens a page and waits until its first frame is shown. */
    async open(attributes: Attributes, size: { width?: number; height?: number } = {}) {
      const page = await browser.newPage(size);
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto(`${world.origin}/?${new URLSearchParams(attributes)}`);
      const editor = editorOn(page);
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
    /** Waits until an expression is true. */
    until: (expression: string) =>
      page.waitForFunction(`(() => { ${NAMES} return (${expression}); })()`),
    /** Types into the field of an editable. */
    async type(name: string, text: string): Promise<void> {
      await evaluate(`control(${JSON.stringify(name)}).focus()`);
      await page.keyboard.type(text);
    },
    /** Returns the details of the events of a kind so far. */
    events: (name: string) =>
      evaluate<Json[]>(
        `seen.filter(({ type }) => type === 'framepress-${name}').map(({ detail }) => detail)`,
      ),
  };
}
