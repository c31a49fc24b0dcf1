import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, assert } from '../../base/index.ts';
import { callerOf, type RouteDoc, tokenOf } from '../../http/index.ts';
import { MAX_MAPPING_BYTES } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { fetchFrom } from './fetch-from.ts';

/** The origin of requests that stay in this process. */
const OWN_ORIGIN = 'http://framepress.internal';

const messageId = z.union([z.string(), z.number()]).nullable();

const rpcError = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: messageId.meta({ description: 'The id of the request; null if it could not be read' }),
    error: z.looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  })
  .meta({
    id: 'McpError',
    description: 'An error of JSON-RPC',
    examples: [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }],
  });

const rpcAnswer = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: messageId.meta({ description: 'The id of the request' }),
    result: z.looseObject({}).optional().meta({ description: 'As MCP defines for the method' }),
    error: rpcError.shape.error.optional(),
  })
  .meta({
    id: 'McpAnswer',
    description: 'The answer to a JSON-RPC request',
    examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }],
  });

const doc: RouteDoc = {
  operationId: 'callMcp',
  summary: 'Send a message to the MCP server (streamable HTTP)',
  description:
    'For agents: https://modelcontextprotocol.io. Its tools have the rights of the token. Use an MCP client instead of calling this directly.',
  anyToken: true,
  body: z
    .looseObject({ jsonrpc: z.literal('2.0'), method: z.string().optional() })
    .meta({
      id: 'McpMessage',
      description: 'A JSON-RPC message',
      examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    }),
  bodyBytes: 4 * MAX_MAPPING_BYTES,
  response: { status: 200, schema: rpcAnswer },
  bytes: ['text/event-stream'],
  also: { 202: 'empty' },
  // Errors of the protocol are JSON-RPC messages; errors before it are problem details.
  protocolErrors: { statuses: [400, 406, 413, 415], schema: rpcError },
  problems: [404],
};

/** The MCP server under `/mcp`. A message is answered by the tools, which use the API of this process. */
export function mcpRoutes(app: FastifyInstance, context: ApiContext): void {
  let opened: ReturnType<typeof openHandler> | undefined;
  app.addHook('onClose', async () => (await opened)?.close());

  app.post('/mcp', { config: { doc } }, async (request, reply) => {
    requireOrigin(context, request.headers.origin);
    if (Array.isArray(request.body)) throw oneMessageExpected();
    const { clientId, scope } = callerOf(request);
    const token = tokenOf(request) ?? '';
    const headers = Object.entries(request.headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    // The response may be a stream, so the tool must stop when the client disconnects from it.
    const disconnection = new AbortController();
    reply.raw.once('close', () => disconnection.abort());
    const message = { method: 'POST', headers, signal: disconnection.signal };
    opened ??= openHandler(app, context);
    const handler = await opened;
    const response = await handler.fetch(new Request(`${OWN_ORIGIN}/mcp`, message), {
      authInfo: { token, clientId, scopes: scope.split(/[ ,]+/) },
      parsedBody: request.body,
    });
    void reply.status(response.status).headers(Object.fromEntries(response.headers));
    // Fastify would send null as JSON.
    if (response.body === null) return reply.send();
    return reply.send(Readable.fromWeb(response.body as ReadableStream));
  });
}

/** Imports the libraries with the first message: they take a tenth of a second. */
async function openHandler(app: FastifyInstance, { log }: ApiContext) {
  const [{ Framepress }, { createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@framepress/client'),
    import('@modelcontextprotocol/server'),
    import('../../mcp/index.ts'),
  ]);
  const fetch = fetchFrom(app);
  return createMcpHandler(
    ({ authInfo }) => {
      assert(authInfo, 'the route requires a token');
      return createMcpServer(
        new Framepress({ baseUrl: OWN_ORIGIN, token: authInfo.token, fetch, retries: 0 }),
      );
    },
    { maxSubscriptions: 0, onerror: (error) => log.warn({ err: error }, 'an MCP message failed') },
  );
}

/** Rejects pages of other origins, as the transport requires it against DNS rebinding. Agents send no origin. */
function requireOrigin({ config }: ApiContext, origin: string | undefined): void {
  if (origin === undefined) return;
  const { corsOrigins = [], publicUrl } = config;
  if (
    [new URL(publicUrl()).origin, ...corsOrigins].some(
      (allowedOrigin) => allowedOrigin === origin || allowedOrigin === '*',
    )
  )
    return;
  const quotedOrigin = JSON.stringify(origin.slice(0, 100));
  throw new AppError('forbidden', `A page of the origin ${quotedOrigin} may not use /mcp.`, {
    hint: 'Add the origin to FRAMEPRESS_CORS_ORIGINS, or send no header Origin.',
  });
}

/** Each message of a list would cost as much as a request, but only the list would count as one. */
function oneMessageExpected(): AppError {
  return new AppError('invalid_request', 'Expected one JSON-RPC message but received a list.', {
    hint: 'Send each message in a request of its own.',
  });
}
