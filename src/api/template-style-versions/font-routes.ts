import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ById, parseQuery, type RouteDoc, untilDisconnected } from '../../http/index.ts';
import { requireReady } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { sendStored } from '../files/send-stored.ts';
import { findVersionOf } from './find.ts';

const fontQuery = z.strictObject({
  name: z.string().min(1).max(300).meta({ description: 'The name of the font in the specs' }),
});

const doc = {
  operationId: 'getTemplateFont',
  summary: 'Read the file of a font of the template',
  description:
    'For samples of the font beside its name. Fonts that the template does not contain are answered 404. The licence of a font may limit its use.',
  requiredScope: { resource: 'template_style_version', action: 'read' },
  edit: 'version',
  query: fontQuery,
  headers: ['IfNoneMatch', 'Range'],
  also: { 206: 'bytes', 304: 'empty' },
  problems: [409, 416, 503],
  bytes: ['font/ttf', 'font/otf', 'font/woff', 'font/woff2', 'font/collection'],
} satisfies RouteDoc;

const CACHE_CONTROL = 'private, max-age=86400';

export function templateFontRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get(
    '/v2/template_style_versions/:id/font',
    { config: { doc } },
    async (request: ById, reply) => {
      const version = await findVersionOf(context, request);
      const { name } = parseQuery(fontQuery, request.query);
      requireReady(version);
      const key = await untilDisconnected(reply, (signal) =>
        context.dryRuns.font(version, name, signal),
      );
      const store = context.dryRunFiles;
      const file = { store, key, name: '', cacheControl: CACHE_CONTROL };
      return sendStored(request, reply, { ...file, isNamedByContent: true });
    },
  );
}
