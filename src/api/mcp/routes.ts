import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Framepress } from '@framepress/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assert } from '../../base/index.ts';
import { createMcpServer } from '../../mcp/index.ts';
import type { ApiContext } from '../context.ts';
import { tokenOf } from '../http/auth.ts';
import { callerOf, MAX_MAPPING_BYTES, type RouteDoc } from '../http/route.ts';
import { fetchFrom } from './fetch-from.ts';

/** The origin of requests that stay in this process. */
const OWN_ORIGIN = 'http://framepress.internal';

const doc: RouteDoc = {
  operationId: 'callMcp',
  summary: 'Send a message to the MCP server (streamable HTTP)',
  description:
    'For agents: https://modelcontextprotocol.io. Its tools have the rights of the token. Use an MCP client instead of calling this directly.',
  anyToken: true,
  body: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().optional() }).meta({
    id: 'McpMessage',
    description: 'A JSON-RPC message',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  }),
  bodyBytes: 4 * MAX_MAPPING_BYTES,
  // Errors of the protocol are JSON-RPC messages; errors before it are problem details.
  bytes: ['application/json', 'text/event-stream', 'application/problem+json'],
  also: { 202: 'empty', 400: 'bytes', 406: 'bytes', 413: 'bytes', 415: 'bytes' },
  problems: [404],
};

/** The MCP server under `/mcp`. A message is answered by the tools, which use the API of this process. */
export function mcpRoutes(app: FastifyInstance, context: ApiContext): void {
  const fetch = fetchFrom(app);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      assert(authInfo, 'the route requires a token');
      return createMcpServer(
        new Framepress({ baseUrl: OWN_ORIGIN, token: authInfo.token, fetch, retries: 0 }),
      );
    },
    {
      maxSubscriptions: 0,
      onerror: (error) => context.log.warn({ err: error }, 'an MCP message failed'),
    },
  );
  app.addHook('onClose', () => handler.close());

  app.post('/mcp', { config: { doc } }, async (request, reply) => {
    const { clientId, scope } = callerOf(request);
    const token = tokenOf(request) ?? '';
    const headers = Object.entries(request.headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    // The response may be a stream, so the tool must stop when the client disconnects from it.
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const message = { method: 'POST', headers, signal: gone.signal };
    const response = await handler.fetch(new Request(`${OWN_ORIGIN}/mcp`, message), {
      authInfo: { token, clientId, scopes: scope.split(/[ ,]+/) },
      parsedBody: request.body,
    });
    void reply.status(response.status).headers(Object.fromEntries(response.headers));
    return reply.send(
      response.body === null ? null : Readable.fromWeb(response.body as ReadableStream),
    );
  });
}
