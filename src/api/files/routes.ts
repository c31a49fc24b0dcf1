import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';
import type { RouteDoc } from '../http/openapi.ts';
import { checkFileUrl } from '../http/signed-url.ts';
import { parseRange } from './range.ts';

const TYPES: Record<string, string> = { mp4: 'video/mp4', jpg: 'image/jpeg', png: 'image/png' };
const doc: RouteDoc = { summary: 'Read a file by its signed address', open: true };

/** Videos and pictures by signed address, with Range, HEAD and validators (RFC 9110). */
export function fileRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get<{ Params: { '*': string }; Querystring: Record<string, string | undefined> }>(
    '/files/*',
    { config: { doc } },
    async (request, reply) => {
      const key = request.params['*'];
      checkFileUrl(context, key, request.query);
      const facts = await context.store.stat(key);
      if (!facts) throw new AppError('not_found', 'The file is not there any more.');
      const { name } = request.query;
      const type = TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      void reply.headers({
        'accept-ranges': 'bytes',
        etag: facts.etag,
        'last-modified': new Date(facts.modifiedMs).toUTCString(),
        'cache-control': 'private, max-age=3600',
        'content-type': type,
        'x-content-type-options': 'nosniff',
        ...(name !== undefined && {
          'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
        }),
      });
      if (
        request.headers['if-none-match']
          ?.split(/\s*,\s*/)
          .some((tag) => tag === '*' || tag.replace(/^W\//, '') === facts.etag)
      ) {
        return reply.status(304).send();
      }
      const condition = request.headers['if-range'];
      const range =
        condition === undefined || condition === facts.etag
          ? parseRange(request.headers.range, facts.bytes)
          : 'all';
      if (range === 'none') {
        void reply.header('content-range', `bytes */${facts.bytes}`);
        throw new AppError(
          'range_not_satisfiable',
          `Expected a range within ${facts.bytes} bytes.`,
        );
      }
      const { start, end } = range === 'all' ? { start: 0, end: facts.bytes - 1 } : range;
      if (range !== 'all')
        void reply.status(206).header('content-range', `bytes ${start}-${end}/${facts.bytes}`);
      void reply.header('content-length', end - start + 1);
      // For HEAD, Fastify would make the length of what is sent the answer's: of a stream it cannot know it.
    if (request.method === 'HEAD' || facts.bytes === 0) return reply.send(Readable.from([]));
      return reply.send(context.store.read(key, { start, end }));
    },
  );
}
