import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, type Json } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import type { SharedService } from '../support/shared-service.ts';
import type { DocumentedOperation, Known, Parameter } from './requests.ts';
import type { Schema } from './values.ts';

type Documented = {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
export type OpenApi = {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
};

const EACH = 4;

type Service = Pick<SharedService, 'url' | 'credentials'>;

/** Makes a template and some resources of each kind in an account of a service. */
export async function openFuzzWorld(folder: string, service: Service) {
  // Receives webhooks and deliveries, and has no files.
  const outside = createServer((_request, response) => response.writeHead(404).end());
  await once(outside.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const { credentials } = service;
  const client = await new Client(service.url).login(credentials);
  const { body: issued } = await client.send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    ...credentials,
  });
  const version = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie(2)),
  );
  const mapping = { template_style_version_id: version['id'], missing: 'example', resources: {} };
  const make = async (path: string, bodies: (i: number) => object) => {
    const ids: string[] = [];
    for (let i = 0; i < EACH; i++) {
      const { status, body } = await client.send('POST', path, bodies(i));
      if (status >= 300)
        throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
      ids.push(String((Object.values(body)[0] as Json)['id']));
    }
    return ids;
  };
  const document = (await client.send('GET', '/openapi.json')).body as unknown as OpenApi;
  const ids: Record<string, readonly string[]> = {
    '/v2/templates/': [String(version['template_id'])],
    '/v2/template_styles/': [String(version['template_style_id'])],
    '/v2/template_style_versions/': [String(version['id'])],
    '/v2/mappings/': await make('/v2/mappings', () => mapping),
    '/v2/render_sessions/': await make('/v2/render_sessions', () => ({ title: 'x', mapping })),
    '/v2/destinations/': await make('/v2/destinations', (i) => ({
      prefix: `s3://bucket-${i}`,
      options: { endpoint: url },
      credentials: { access_key_id: 'x', secret_access_key: 'y' },
    })),
    '/v2/webhook_endpoints/': await make('/v2/webhook_endpoints', () => ({ url: `${url}/hook` })),
    '/v2/batches/': await make('/v2/batches', () => ({
      template_style_version_id: version['id'],
      rows: [{ t_01: 'Ada' }, { t_01: '' }],
      start: false,
    })),
  };
  const known: Known = {
    token: String(issued['access_token']),
    shared: document.components.schemas,
    ids: { ...ids, urls: [`${url}/logo.png`] },
    examples: {
      mapping: [mapping, { ...mapping, resources: { t_01: { source: { text: 'Zoë' } } } }],
      template_style_version_id: [version['id']],
      mapping_id: ids['/v2/mappings/'] ?? [],
      resources: [
        {},
        { t_01: { source: { text: 'a\nb' } } },
        { c_01: { source: { color: '#fff' } } },
      ],
      rows: [[{ t_01: 'Ada' }], [{ t_01: 'Ada', title: 'x' }, { nobody: 1 }]],
      url: [url],
      prefix: ['s3://bucket-9', 'https://x.test/a'],
      credentials: [{ access_key_id: 'x', secret_access_key: 'y' }],
      output: [{ width: 64 }, { format: 'gif', fps: 1 }],
      metadata: [{ a: 'b' }],
      since: ['2026-11-20T09:30:00.000Z'],
      audio_tracks: [{}],
      font_changes: [{}],
    },
    filePaths: Object.values((version['stillcuts'] ?? {}) as Record<string, string>).map((url) =>
      url.slice(service.url.length),
    ),
  };
  return {
    service,
    client,
    document,
    known,
    operations: operationsOf(document),
    [Symbol.dispose]() {
      outside.closeAllConnections();
      outside.close();
    },
  };
}

/** A generated request with real credentials would revoke the token of all other requests. */
const LEFT_OUT = ['revokeToken'];

function operationsOf({ paths, components }: OpenApi): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId, requestBody, responses } = operation;
      const parameters = (operation.parameters ?? []).flatMap((one) => {
        if (!('$ref' in one)) return [one];
        return components.parameters?.[one.$ref.split('/').at(-1) ?? ''] ?? [];
      });
      if (LEFT_OUT.includes(operationId)) return [];
      const content = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [
        type,
        schema,
      ]);
      return [
        {
          operationId,
          path,
          parameters,
          method: method.toUpperCase(),
          content: Object.fromEntries(content),
          streams: JSON.stringify(responses).includes('text/event-stream'),
        },
      ];
    }),
  );
}

/** Resident memory in bytes, and the number of open files, of a process. */
export async function resourcesOf(pid: number): Promise<{ bytes: number; files: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return { bytes: Number(kilobytes) * 1024, files: (await readdir(`/proc/${pid}/fd`)).length };
}
