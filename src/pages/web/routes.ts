import { readdir } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/index.ts';
import { isUnchanged, type RouteDoc } from '../../http/index.ts';
import type { PagesContext } from '../context.ts';
import {
  acceptsBrotli,
  EXAMPLES_FOLDER,
  openWebFiles,
  streamOf,
  WEB_FOLDER,
  WEB_TYPES,
} from './web-files.ts';

const examplesResponse = z
  .object({
    example_templates: z.array(
      z.object({ file: z.string().meta({ description: 'Its name below `/examples/`' }) }),
    ),
  })
  .meta({
    id: 'ExampleTemplates',
    examples: [{ example_templates: [{ file: 'birthday.lottie' }] }],
  });

const common = {
  headers: ['IfNoneMatch'],
  bytes: WEB_TYPES,
  also: { 304: 'empty' },
  problems: [404],
} satisfies Partial<RouteDoc>;

const DOCS = {
  engine: {
    operationId: 'getEngineFile',
    summary: 'Read a file of the engine that draws live frames',
    description:
      'The folder has a digest in its name, so its files never change. Pages of every origin may read them.',
    ...common,
  },
  editor: {
    operationId: 'getEditorFile',
    summary: 'Read a file of the editor element',
    description:
      '`/editor/framepress-editor.js` is the module that defines `<framepress-editor>`. Pages of every origin may load it.',
    ...common,
  },
  examples: {
    operationId: 'listExampleTemplates',
    summary: 'List the example templates',
    description:
      'Packages that come with the service. To use one, read its file and upload it as a template style version.',
    response: { status: 200, schema: examplesResponse },
  },
  example: {
    operationId: 'getExampleTemplate',
    summary: 'Read the package of an example template',
    description: '`GET /examples` lists the files.',
    ...common,
  },
  root: {
    operationId: 'getStart',
    summary: 'Go to the studio, or to the documentation',
    description:
      'Redirects a browser to `/studio/`, and other clients to `/docs`. Without the files of the studio, browsers also go to `/docs`.',
    response: { status: 302 },
  },
  start: {
    operationId: 'getStudioStart',
    summary: 'Go to the studio',
    description: 'Redirects a browser to `/studio/`.',
    response: { status: 302 },
  },
  studio: {
    operationId: 'getStudioFile',
    summary: 'Read the page of the studio, or one of its files',
    description: 'The page itself is at `/studio/`.',
    ...common,
  },
} satisfies Record<string, RouteDoc>;

type Headers = Record<string, string>;
type FileRequest = FastifyRequest<{ Params: { '*': string } }>;

/** A year: browsers do not keep files longer. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Routes of the studio, the editor element and the engine of live frames: files that `npm run web` builds. */
export function webRoutes(app: FastifyInstance, context: PagesContext): void {
  const { config } = context;
  const storeUrl = redirectTarget(context);
  const openFile = openWebFiles(config.webFolder ?? WEB_FOLDER);
  const openExample = openWebFiles(EXAMPLES_FOLDER);

  const send = async (
    request: FileRequest,
    reply: FastifyReply,
    path: string,
    { headers = {}, open = openFile }: { headers?: Headers; open?: typeof openFile },
  ) => {
    const file = await open(path, acceptsBrotli(request.headers['accept-encoding']));
    if (!file) throw missing(request.url);
    const { bytes, etag, type, encoding, isImmutable } = file;
    void reply.headers({
      ...headers,
      etag,
      'cache-control': isImmutable ? IMMUTABLE : 'no-cache',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    const isKnown = isUnchanged(request.headers['if-none-match'], etag);
    if (!isKnown)
      void reply.headers({
        'content-type': type,
        'content-length': bytes.length,
        ...(encoding && { 'content-encoding': encoding }),
      });
    if (isKnown || request.method === 'HEAD' || bytes.length === 0)
      return reply.status(isKnown ? 304 : 200).send();
    return reply.send(streamOf(bytes));
  };

  // Fastify's own HEAD route reads the whole file.
  const route = { method: ['GET' as const, 'HEAD' as const], exposeHeadRoute: false };
  for (const name of ['engine', 'editor'] as const)
    app.route<{ Params: { '*': string } }>({
      ...route,
      url: `/${name}/*`,
      config: { doc: DOCS[name] },
      handler: (request, reply) =>
        send(request, reply, `${name}/${request.params['*']}`, {
          headers: {
            'access-control-allow-origin': '*',
            'cross-origin-resource-policy': 'cross-origin',
          },
        }),
    });
  app.get('/examples', { config: { doc: DOCS.examples } }, async () => {
    // A service that runs from sources may not have built them.
    const names = await readdir(EXAMPLES_FOLDER).catch(() => []);
    const files = names.filter((name) => name.endsWith('.lottie')).toSorted();
    return { example_templates: files.map((file) => ({ file })) };
  });
  app.route<{ Params: { '*': string } }>({
    ...route,
    url: '/examples/*',
    config: { doc: DOCS.example },
    handler: (request, reply) => send(request, reply, request.params['*'], { open: openExample }),
  });
  // Addresses are relative, because the service may be reached below a path.
  app.get('/', { config: { doc: DOCS.root } }, async (request, reply) => {
    const isBrowser = request.headers.accept?.includes('text/html') ?? false;
    const hasStudio = isBrowser && (await openFile('studio/index.html', false)) !== undefined;
    return reply.header('vary', 'accept').redirect(hasStudio ? 'studio/' : 'docs');
  });
  app.get('/studio', { config: { doc: DOCS.start } }, async (_request, reply) =>
    reply.redirect('studio/'),
  );
  app.route<{ Params: { '*': string } }>({
    ...route,
    url: '/studio/*',
    config: { doc: DOCS.studio },
    handler: async (request, reply) => {
      const url = await storeUrl();
      return send(request, reply, `studio/${request.params['*'] || 'index.html'}`, {
        headers: {
          'content-security-policy': studioPolicy([config.publicUrl(), ...(url ? [url] : [])]),
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'same-origin',
        },
      });
    },
  });
}

function missing(url: string): AppError {
  const path = url.split('?')[0] ?? '/';
  const hint =
    path === '/studio/'
      ? 'Build the studio with `npm run web`.'
      : path.startsWith('/examples/')
        ? 'GET /examples lists the files.'
        : 'Open /studio/.';
  return new AppError('not_found', `No file exists at ${path.slice(0, 100)}.`, { hint });
}

/**
 * Returns the Content-Security-Policy of the studio. `fileUrls` are on the servers that send files: the
 * public URL of the service, which may differ from the address in the browser, and the file store. The
 * studio loads nothing from other servers.
 */
function studioPolicy(fileUrls: readonly string[]): string {
  const origins = fileUrls.map((url) => new URL(url).origin).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `connect-src 'self' ${origins}`,
    `img-src 'self' ${origins} blob: data:`,
    `media-src 'self' ${origins} blob:`,
    "font-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Returns a function that returns an example of the URLs to which the API redirects requests for large files.
 * Undefined: the API sends the files itself, or the store cannot sign URLs.
 */
function redirectTarget({
  config,
  store,
}: Pick<PagesContext, 'config' | 'store'>): () => Promise<string | undefined> {
  const options = {
    seconds: 1,
    contentType: 'application/octet-stream',
    contentDisposition: undefined,
  };
  let target: string | undefined;
  return async () => {
    if (config.fileLinks !== 'redirect') return undefined;
    // Some accounts sign at a service on the network.
    target ??= await store.link('none', options).catch(() => undefined);
    return target;
  };
}
