import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pacifico, which looks unlike the Poppins of the test's template. */
export const SCRIPT_FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/pacifico/400Regular/Pacifico_400Regular.ttf'),
);

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves valid and invalid images and fonts on loopback. */
export async function serveImages(): Promise<
  {
    url: (path: string) => string;
    /** Number of requests for `/hangs`, which are never answered. */
    hanging: () => number;
  } & AsyncDisposable
> {
  const good = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#00a040' },
  })
    .jpeg()
    .toBuffer();
  const font = await readFile(SCRIPT_FONT);
  let hanging = 0;
  const behaviours: Record<string, Behaviour> = {
    '/good.jpg': (_, response) => response.end(good),
    '/missing.jpg': (_, response) => response.writeHead(404).end('no'),
    '/forbidden.jpg': (_, response) => response.writeHead(403).end('no'),
    '/page.jpg': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/jpeg' })
        .end('<!doctype html><title>Log in</title>'),
    '/huge.jpg': (_, response) =>
      void response.writeHead(200, { 'content-length': String(10 * 2 ** 30) }).write(good),
    '/hours.svg': (_, response) => response.end(SLOW_SVG),
    '/endless.jpg': (_, response) => pour(response, good),
    '/slow.jpg': (_, response) => void response.writeHead(200).write(good.subarray(0, 100)),
    '/private.jpg': (_, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/secret.jpg' }).end(),
    '/cut.jpg': (_, response) => response.end(good.subarray(0, good.length / 2)),
    '/bomb.png': (_, response) => response.end(hugePng()),
    '/script.ttf': (_, response) => response.end(font),
    '/cut.ttf': (_, response) => response.end(font.subarray(0, 2000)),
    '/huge.ttf': (_, response) =>
      void response.writeHead(200, { 'content-length': String(200 * 2 ** 20) }).write(font),
    '/hangs': () => {
      hanging += 1;
    },
  };
  const server = createServer((request, response) => {
    const behaviour = behaviours[(request.url ?? '').split('?')[0] ?? ''];
    if (behaviour) behaviour(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    hanging: () => hanging,
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Drawing it takes hours. */
export const SLOW_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">',
  '<filter id="f" x="-9" y="-9" width="19" height="19">',
  '<feMorphology operator="dilate" radius="300"/><feTurbulence numOctaves="200"/>'.repeat(3000),
  '</filter><rect filter="url(#f)" width="120" height="80"/></svg>',
].join('');

/** Sends data until the client disconnects. */
function pour(response: ServerResponse, piece: Buffer): void {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once('drain', () => pour(response, piece));
}

/** A PNG whose header claims 50,000 × 50,000 pixels. */
function hugePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(50_000, 0);
  header.writeUInt32BE(50_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
