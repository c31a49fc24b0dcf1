import { once } from 'node:events';
import { createServer as createWebServer, type IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { pause } from '../support/client.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { startTls } from '../support/tls.ts';
import type { Contents } from './old-folder.ts';

/**
 * The ports that addresses in the folder name. They are encrypted there, so that a test cannot choose
 * others. They are below those that systems hand out, so that only another run of this test uses them.
 */
const PORTS = { web: 27613, bucket: 27614, tls: 27615 };

const WAIT_MS = 50;

type Reply = { status: number; headers?: Record<string, string>; body?: Uint8Array };
export type WebRequest = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
type Web = AsyncDisposable & { requests: WebRequest[] };

/** Serves media and receives webhooks at the folder's addresses. A reply that never settles hangs. */
async function startWeb(
  reply: (path: string, request: WebRequest) => Reply | Promise<Reply>,
): Promise<Web> {
  const requests: WebRequest[] = [];
  const server = createWebServer((incoming, outgoing) => {
    const answer = async () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: await buffer(incoming) };
      requests.push(request);
      const { status, headers: own, body } = await reply(url.replace(/\?.*/, ''), request);
      outgoing.writeHead(status, own).end(body);
    };
    answer().catch(() => incoming.destroy());
  });
  await listenWhenFree(server, PORTS.web);
  return {
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await closed(server);
    },
  };
}

/** Hands on what comes to one of the ports to a server at another one, byte by byte. */
async function forward(from: number, to: string): Promise<AsyncDisposable> {
  const { port, hostname } = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.pipe(outer).pipe(inner);
  });
  await listenWhenFree(server, from);
  return {
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await closed(server);
    },
  };
}

/** Listens as soon as nothing else does: two runs on one machine take turns. */
async function listenWhenFree(server: Server, port: number): Promise<void> {
  for (;;) {
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await pause(WAIT_MS);
    }
  }
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

/** All servers that the folder names: they give every file, and take all that is sent to them. */
export type Outside = AsyncDisposable & {
  bucket: S3Stub;
  /** The files that were uploaded to presigned addresses, by path and query. */
  puts: Map<string, Buffer>;
  caPath: string;
  /** Requested paths with queries, in order. */
  askedMedia(): string[];
  /** Requests to the receivers whose path begins so. */
  hooks(path: string): WebRequest[];
};

export async function startOutside({ bucketKeys }: Contents): Promise<Outside> {
  await using opened = new AsyncDisposableStack();
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });
  const body = await photo.png().toBuffer();
  const web = opened.use(
    await startWeb((path, { url }) => {
      if (path.startsWith('/hooks/')) return { status: 204 };
      // Other addresses in the folder are presigned: only with their queries do they give anything.
      if (path !== '/media/missing.png' && !url.endsWith('?signature=swordfish'))
        return { status: 403 };
      return { status: 200, headers: { 'content-type': 'image/png' }, body };
    }),
  );
  const { access_key_id: key, secret_access_key: secret } = bucketKeys;
  const bucket = opened.use(await startS3Stub({ [key]: secret }));
  opened.use(await forward(PORTS.bucket, bucket.url));
  const puts = new Map<string, Buffer>();
  const tls = opened.use(
    await startTls((request, response) => {
      void buffer(request).then((bytes) => {
        puts.set(request.url ?? '', bytes);
        response.end();
      });
    }),
  );
  opened.use(await forward(PORTS.tls, `https://${tls.host}`));
  const held = opened.move();
  const below = (path: string) => web.requests.filter(({ url }) => url.startsWith(path));
  return {
    bucket,
    puts,
    caPath: tls.caPath,
    askedMedia: () => below('/media/').map(({ url }) => url),
    hooks: (path) => below(`/hooks/${path}`),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
