/**
 * Runs all steps of a client once: starts the service, imports a template, creates a client and a
 * token, reads the mapping specification, creates a session, polls it and fetches its files.
 * `npm run demo -- story-sale` uses another bundled template.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { headphones } from '../templates/images/headphones.ts';
import { logo } from '../templates/images/logo.ts';
import { skinCare } from '../templates/images/skin-care.ts';
import { portraitPhoto } from './contact-sheets/cases.ts';

type Editable = { input_type: string; example_text?: string; width?: number; height?: number };
type Session = {
  id: string;
  status: string;
  phase: string;
  render_progress: number;
  video_url: string | null;
  thumbnails: string[];
  errors: { message: string }[];
};

/** Texts of a customer; other text editables keep their sample. */
const WORDS: Record<string, string> = {
  name: 'Zoë Łucja!',
  greeting: 'Wszystkiego najlepszego,',
  message: 'Sto lat! May this year bring new roads, old friends and a cake as tall as you.',
  product_name: 'Walkman, the new one',
  price: '€ 79',
  discount: '−40%',
  t_01: 'Shine,\nevery\nday',
  t_03: '−30%',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const started = performance.now();
const name = process.argv[2] ?? 'birthday';
const folder = await mkdtemp(join(tmpdir(), 'framepress-demo-'));
const dataDir = join(folder, 'data');
const say = (text: string) =>
  process.stdout.write(
    `${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${text}\n`,
  );

const images = await serveImages();
const service = spawn(
  join(root, 'bin/framepress'),
  ['serve', '--port', '0', '--data-dir', dataDir],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FRAMEPRESS_FETCH_ALLOW: '127.0.0.1/32', FRAMEPRESS_LOG_LEVEL: 'warn' },
  },
);
let base = '';
try {
  base = await listeningAddress(service);
  say(`service at ${base}`);

  const created = execFileSync(join(root, 'bin/framepress'), [
    'client',
    'create',
    '--name',
    'demo',
    '--data-dir',
    dataDir,
    '--json',
  ]);
  const client = JSON.parse(created.toString()) as { client_id: string; client_secret: string };
  const { access_token: token } = await call<{ access_token: string }>(
    'POST',
    `${base}/oauth/token`,
    { grant_type: 'client_credentials', ...client },
  );
  const authorization = { authorization: `Bearer ${token}` };
  say('client made, token taken');

  const form = new FormData();
  form.append(
    'file',
    new Blob([await readFile(join(root, `templates/dist/${name}.lottie`))]),
    `${name}.lottie`,
  );
  let { template_style_version: version } = await call<{
    template_style_version: { id: string; status: string };
  }>('POST', `${base}/v2/template_style_versions`, form, authorization);
  while (version.status === 'processing' || version.status === 'demo_rendering') {
    await wait(200);
    ({ template_style_version: version } = await call<{ template_style_version: typeof version }>(
      'GET',
      `${base}/v2/template_style_versions/${version.id}`,
      undefined,
      authorization,
    ));
  }
  say(`template ${name} is ${version.status}: ${version.id}`);

  const { style_version: specs } = await call<{
    style_version: { editables: Record<string, Editable> };
  }>('GET', `${base}/v2/template_style_versions/${version.id}/specs`, undefined, authorization);
  const resources = fill(specs.editables, images.base);
  say(
    `mapping fills ${Object.keys(resources).length} editables: ${Object.keys(resources).join(', ')}`,
  );

  const body = {
    title: `Framepress demo: ${name}`,
    render: 'preview',
    mapping: { template_style_version_id: version.id, resources },
  };
  let { render_session: session } = await call<{ render_session: Session }>(
    'POST',
    `${base}/v2/render_sessions`,
    body,
    authorization,
  );
  while (session.status === 'preview_rendering') {
    showProgress(session);
    await wait(250);
    ({ render_session: session } = await call<{ render_session: Session }>(
      'GET',
      `${base}/v2/render_sessions/${session.id}`,
      undefined,
      authorization,
    ));
  }
  showProgress(session);
  process.stdout.write('\n');
  if (session.video_url === null)
    throw new Error(
      `The session is ${session.status}: ${session.errors.map((e) => e.message).join(' ')}`,
    );

  say(`video      ${await download(session.video_url, join(folder, `${name}.mp4`))}`);
  for (const [index, url] of session.thumbnails.entries())
    say(`thumbnail  ${await download(url, join(folder, `thumbnail_${index + 1}.jpg`))}`);
  if (process.stdout.isTTY) {
    say(`studio     ${studioLink(`/renders/${session.id}`)}`);
    say('The link works once, within 10 minutes. Press Ctrl+C to stop the service.');
    await Promise.race([once(process, 'SIGINT'), once(service, 'exit')]);
  } else {
    // A link would lead to a service that has stopped.
    say('To see it in the studio, run this in a terminal. Without one, the service stops now.');
  }
  say('done');
} finally {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  images.close();
}

/** Returns a one-time link to a page of the studio. */
function studioLink(to: string): string {
  const options = ['--to', to, '--url', base, '--data-dir', dataDir, '--json'];
  const printed = execFileSync(join(root, 'bin/framepress'), ['studio', ...options]);
  return (JSON.parse(printed.toString()) as { studio_url: string }).studio_url;
}

async function listeningAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The service has no output.');
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^listening on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The service ended before it was listening.');
}

async function call<T>(
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && !form && { 'content-type': 'application/json' }) },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

async function download(url: string, path: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

/** Fills the editables of the mapping specification with texts, colors and images; audio keeps its sample. */
function fill(editables: Record<string, Editable>, imageBase: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(editables).flatMap<[string, object]>(
      ([key, { input_type: type, example_text: example = '', width = 1, height = 1 }]) => {
        if (type === 'audio') return [];
        if (type === 'text') return [[key, { source: { text: WORDS[key] ?? example } }]];
        if (type === 'color') return [[key, { source: { color: example } }]];
        const remote_url = `${imageBase}/${width}x${height}.png?of=${encodeURIComponent(key)}`;
        return [[key, { source: { remote_url }, transform: { crop_strategy: 'cover' } }]];
      },
    ),
  );
}

/** Serves images on loopback, like a client's own server. */
async function serveImages(): Promise<{ base: string; close: () => void }> {
  const server = createServer((request, response) => {
    const [, width = '400', height = '400'] = /^\/(\d+)x(\d+)/.exec(request.url ?? '') ?? [];
    const of = new URL(request.url ?? '', 'http://demo').searchParams.get('of') ?? '';
    void draw(Number(width), Number(height), of).then((bytes) => response.end(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

async function draw(width: number, height: number, of: string): Promise<Buffer> {
  if (of.includes('photo')) return portraitPhoto();
  if (of.includes('product_01')) return skinCare(2 * width);
  if (of.includes('product')) return headphones(2 * width);
  return logo({
    width: 2 * width,
    height: 2 * height,
    words: 'framepress',
    color: '#2b2350',
    accent: '#ff6b4a',
  });
}

function showProgress({ phase, render_progress: percent }: Session): void {
  if (!process.stdout.isTTY) return;
  const full = Math.round((percent * 30) / 100);
  process.stdout.write(
    `\r${'█'.repeat(full)}${'░'.repeat(30 - full)} ${String(percent).padStart(3)} % ${phase}\u001b[K`,
  );
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
