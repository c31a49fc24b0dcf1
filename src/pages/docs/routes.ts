import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import { isUnchanged, type RouteDoc } from '../../http/index.ts';
import type { OpenApi } from './document.ts';
import { docsSite } from './site.ts';

/** Pages run only the script of this service, and load nothing from elsewhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILE_TYPES = [
  ...['text/html', 'text/markdown', 'text/css', 'text/javascript', 'application/json'],
  ...['image/webp', 'image/jpeg', 'image/png', 'image/svg+xml'],
];

const DOCS = {
  reference: {
    operationId: 'getDocs',
    summary: 'Read the documentation',
    description: 'This page. It needs no other server.',
    headers: ['IfNoneMatch'],
    bytes: ['text/html'],
    also: { 304: 'empty' },
  },
  file: {
    operationId: 'getDocsPage',
    summary: 'Read a guide, or a file of the documentation',
    description: 'A guide is a page at `/docs/sessions` and Markdown at `/docs/sessions.md`.',
    headers: ['IfNoneMatch'],
    bytes: FILE_TYPES,
    also: { 304: 'empty' },
    problems: [404],
  },
  llms: {
    operationId: 'getLlmsText',
    summary: 'List the guides for language models',
    description: 'A list of links to Markdown, in the form of llmstxt.org.',
    headers: ['IfNoneMatch'],
    bytes: ['text/plain'],
    also: { 304: 'empty' },
  },
  llmsFull: {
    operationId: 'getLlmsFullText',
    summary: 'Read all guides as one text',
    description: 'For language models and for search.',
    headers: ['IfNoneMatch'],
    bytes: ['text/plain'],
    also: { 304: 'empty' },
  },
} satisfies Record<string, RouteDoc>;

/** Routes of the documentation: the reference, the guides, and both for language models. */
export function docsRoutes(
  app: FastifyInstance,
  document: () => OpenApi,
  publicUrl: () => string,
): void {
  const readFile = docsSite(document, publicUrl);

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const file = await readFile(path);
    if (!file) {
      const hint = '/llms.txt lists all pages.';
      throw new AppError('not_found', `No page exists at ${path.slice(0, 100)}.`, { hint });
    }
    const { type, etag, bytes, gzip } = file;
    void reply.headers({
      etag,
      'cache-control': 'no-cache',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    if (isUnchanged(request.headers['if-none-match'], etag)) return reply.status(304).send();
    const isCompressed = gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (isCompressed) void reply.header('content-encoding', 'gzip');
    return reply.type(type).send(isCompressed ? gzip : bytes);
  };

  app.get('/docs', { config: { doc: DOCS.reference } }, send);
  app.get('/docs/*', { config: { doc: DOCS.file } }, send);
  app.get('/llms.txt', { config: { doc: DOCS.llms } }, send);
  app.get('/llms-full.txt', { config: { doc: DOCS.llmsFull } }, send);
}
