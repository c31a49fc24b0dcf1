import { Readable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Returns a `fetch` whose requests are answered by this application, without a connection. */
export function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const response = await app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(request.body !== null && { payload: Buffer.from(await request.arrayBuffer()) }),
      payloadAsStream: true,
      signal: request.signal,
    });
    const isEmpty = [204, 205, 304].includes(response.statusCode);
    const body = isEmpty ? null : (Readable.toWeb(response.stream()) as ReadableStream);
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) headers.set(name, String(value));
    return new Response(body, { status: response.statusCode, headers });
  };
}
