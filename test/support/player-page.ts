import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { forPlayers, pathOfAsset } from '../../src/compose/index.ts';
import type { Produced } from '../../src/produce/index.ts';
import { bundleForBrowser } from '../portable/browser-bundle.ts';

const ENGINE = fileURLToPath(new URL('../../web/engine/', import.meta.url));
const PLAYER = fileURLToPath(new URL('../../packages/player/src/index.ts', import.meta.url));
const TOKEN = 'Bearer a-token';
/** A service below a path, as behind a proxy. */
const BASE = '/below';
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** The player's composition. Its own type needs the types of a browser, which tests do not have. */
export type PlayerComposition = {
  digest: string;
  lottie: object;
  files: readonly { name: string; kind: string; url: string; width: number; height: number }[];
  video: { width: number; height: number; fps: number; frame_count: number; duration: number };
  audio: { url: string; duration: number } | null;
  engine: string;
};

/** Globals of the page. */
export type PlayerPage = {
  player: EventTarget & {
    readonly mode: string;
    readonly isPlaying: boolean;
    load(composition: PlayerComposition): Promise<void>;
    seek(frame: number): Promise<void>;
    play(): Promise<void>;
    pause(): void;
    pixels(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  };
  events: { type: string; detail: Record<string, unknown> }[];
  workers: { postMessage(message: unknown): void }[];
  composition(name: string): Promise<PlayerComposition>;
  load(name: string, changes?: object): Promise<void>;
  /** Sets the size of the stage, a square, in CSS pixels. */
  setSide(side: number): void;
  /** Seconds between each shown frame and the audio, as the player read it to decide. */
  skews: number[];
  /** Keeps the page busy for a time in milliseconds. */
  block(ms: number): void;
  /** Sends the decoded audio of a composition: the first channel as 32-bit floats. */
  sendAudio(name: string, rate: number): Promise<void>;
  /** Sends bytes to the test. */
  send(name: string, bytes: Uint8ClampedArray): Promise<void>;
};

export type PlayerServers = {
  /** Address of the page. */
  page: string;
  /** Returns a function that removes it again. */
  add(name: string, composed: Composed): () => void;
  /** Returns the bytes that the page sent under a name, and forgets them. */
  takeSent(name: string): Buffer;
  /** Paths of requests of the service so far. */
  requests: string[];
} & AsyncDisposable;

type Composed = Pick<Produced, 'composition' | 'paths' | 'images'> & {
  /** The path of the mixed audio. */
  audio?: string;
};

/** The player's script, which is built once. */
let bundled: ReturnType<typeof bundleForBrowser> | undefined;

/** A page with a strict content security policy, and on another origin a service with an engine. */
export async function startPlayerServers({ pageWithoutWasm = false } = {}): Promise<PlayerServers> {
  const [digest = ''] = await readdir(ENGINE);
  const compositions = new Map<string, PlayerComposition>();
  const files = new Map<string, string>();
  const requests: string[] = [];
  const sent = new Map<string, Buffer>();
  bundled ??= bundleForBrowser(PLAYER);
  const { files: bundle } = await bundled;

  const service = await listen(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    const url = new URL(request.url ?? '/', 'http://service');
    const path = url.pathname.slice(BASE.length);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    requests.push(path);
    if (path.startsWith(`/engine/${digest}/`)) return sendEngine(path, response);
    if (request.headers.authorization !== TOKEN) return response.writeHead(401).end();
    if (request.method === 'POST') {
      sent.set(path.replace('/sent/', ''), await buffer(request));
      return response.end();
    }
    const composition = compositions.get(path.replace('/compositions/', ''));
    if (composition) return response.end(JSON.stringify(composition));
    const file = files.get(path);
    if (!file) return response.writeHead(404).end();
    const width = Number(url.searchParams.get('width'));
    const image = width > 0 ? await sharp(file).resize(width).jpeg().toBuffer() : undefined;
    return response.end(image ?? (await readFile(file)));
  });
  const server = `${service.origin}${BASE}`;
  const wasm = pageWithoutWasm ? '' : " 'wasm-unsafe-eval'";
  const page = await listen((request, response) => {
    const content = bundle.get((request.url ?? '/').slice(1));
    const isScript = content || request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (request.url === '/page.js') return response.end(pageScript(server));
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${service.origin}${wasm}; style-src 'self'; ` +
        `connect-src ${service.origin}; img-src blob:; media-src blob:; worker-src blob:`,
    );
    return response.end(content ?? PAGE);
  });

  return {
    page: `${page.origin}/`,
    requests,
    add(name, composed) {
      const { composition, paths, audio } = composed;
      const added = composition.files.map(({ name: file, digest: sha256 }) => {
        files.set(`/files/${file}`, pathOfAsset(paths, sha256));
        return `/files/${file}`;
      });
      if (audio) files.set(`/audios/${name}`, audio);
      compositions.set(name, { ...playable(name, composed), engine: `/engine/${digest}/` });
      return () => {
        compositions.delete(name);
        for (const file of added) files.delete(file);
      };
    },
    takeSent(name) {
      const bytes = sent.get(name);
      if (!bytes) throw new Error(`The page did not send ${name}.`);
      sent.delete(name);
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      for (const { close } of [service, page]) close();
    },
  };
}

/** Returns a composition in the form of the service's answer. */
function playable(name: string, { composition, images, audio }: Composed): PlayerComposition {
  const { width, height, fps, frameCount } = composition.video;
  const duration = frameCount / fps;
  return {
    digest: name,
    lottie: forPlayers(composition),
    files: composition.files.map(({ name: file, digest }) => {
      const { isFrame, ...size } = images.get(digest) ?? { width: 0, height: 0, isFrame: false };
      return { name: file, kind: isFrame ? 'frame' : 'image', url: `/files/${file}`, ...size };
    }),
    video: { width, height, fps, frame_count: frameCount, duration },
    audio: audio === undefined ? null : { url: `/audios/${name}`, duration },
    engine: '',
  };
}

async function sendEngine(path: string, response: ServerResponse): Promise<void> {
  const name = path.slice('/engine/'.length);
  const bytes = await readFile(join(ENGINE, name));
  response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.end(name.endsWith('worker.js') ? `${bytes}${LOSES_CONTEXT}` : bytes);
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<{ origin: string; close: () => void }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Player</title>
<div id="stage"></div>
<script type="module" src="/page.js"></script>`;

/** Added to the engine's worker: a message that takes its WebGL context away. */
const LOSES_CONTEXT = `
const contexts = [];
const { getContext } = OffscreenCanvas.prototype;
OffscreenCanvas.prototype.getContext = function (...args) {
  const context = getContext.apply(this, args);
  if (args[0].startsWith('webgl') && context) contexts.push(context);
  return context;
};
addEventListener('message', ({ data }) => {
  if (data === 'lose context') contexts[0].getExtension('WEBGL_lose_context').loseContext();
});
`;

function pageScript(server: string): string {
  return `import { Player } from './entry.js';
const stage = document.getElementById('stage');
function setSide(side) {
  stage.style.setProperty('width', side + 'px');
  stage.style.setProperty('height', side + 'px');
}
setSide(640);
const workers = [];
const PlainWorker = Worker;
globalThis.Worker = class extends PlainWorker {
  constructor(...args) { super(...args); workers.push(this); }
};
const PlainAudio = Audio;
const audios = [];
globalThis.Audio = class extends PlainAudio {
  constructor(...args) { super(...args); audios.push(this); }
  get currentTime() { return this.lastRead = super.currentTime; }
  set currentTime(seconds) { super.currentTime = seconds; }
};
const headers = { authorization: '${TOKEN}' };
const fetchFile = (url, signal) => fetch(url, { headers, signal });
const player = new Player({
  container: stage, server: '${server}', fetchFile,
  drawStill: async (frame, width) => {
    const canvas = new OffscreenCanvas(width, 10 + frame);
    canvas.getContext('2d').fillRect(0, 0, width, 10);
    return canvas.convertToBlob();
  },
});
/**
 * Seconds between each frame that was shown while audio ran and the audio, as the player read it to
 * decide. A read here would measure how long the machine was busy since then.
 */
const skews = [];
player.addEventListener('frame', ({ detail: { frame } }) => {
  const [audio] = audios;
  if (player.isPlaying && !audio.paused && !audio.ended && audio.readyState >= 2)
    skews.push(frame / fps - audio.lastRead);
});
let fps = 0;
const events = [];
for (const type of ['ready', 'frame', 'play', 'pause', 'ended', 'mode', 'error'])
  player.addEventListener(type, ({ detail }) =>
    events.push({ type, detail: detail.error ? { code: detail.error.code, message: detail.error.message } : detail }));
async function composition(name) {
  return (await fetch('${server}/compositions/' + name, { headers })).json();
}
async function load(name, changes = {}) {
  const made = await composition(name);
  fps = made.video.fps;
  await player.load({ ...made, ...changes });
}
function block(ms) { for (const end = performance.now() + ms; performance.now() < end;); }
async function sendAudio(name, rate) {
  const { audio } = await composition(name);
  const bytes = await (await fetch('${server}' + audio.url, { headers })).arrayBuffer();
  const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes);
  await send(name, decoded.getChannelData(0));
}
async function send(name, body) { await fetch('${server}/sent/' + name, { method: 'POST', headers, body }); }
Object.assign(globalThis, { player, events, workers, load, composition, setSide, send, sendAudio, skews, block });
`;
}
