import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Framepress } from '@framepress/client';
import { Webhook } from 'standardwebhooks';
import { removeFolder } from '../support/folder.ts';
import { writePackage } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { type FaultyProxy, PREFIX, startFaultyProxy } from './faulty-proxy.ts';
import type { SuiteInput } from './suite.ts';

/** A service behind a proxy, with a template and credentials. */
export type ClientWorld = AsyncDisposable & {
  folder: string;
  service: SharedService;
  proxy: FaultyProxy;
  credentials: { clientId: string; clientSecret: string };
  /** The path of the template's package. */
  template: string;
  input: SuiteInput;
};

export async function openClientWorld(): Promise<ClientWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-client-'));
  const service = await sharedService();
  const proxy = await startFaultyProxy(service.url);
  const { client_id: clientId, client_secret: clientSecret } = service.credentials;
  const credentials = { clientId, clientSecret };
  const template = await writePackage(join(folder, 'small.zip'));
  const client = new Framepress({ baseUrl: service.url, ...credentials });
  const version = await client.templates.upload(template, { name: 'small' }).wait();
  return {
    folder,
    service,
    proxy,
    credentials,
    template,
    input: {
      proxyUrl: proxy.url,
      prefix: PREFIX,
      token: await tokenOf(service.url, credentials),
      versionId: version.id,
      webhook: signedWebhook(),
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

async function tokenOf(
  url: string,
  { clientId, clientSecret }: ClientWorld['credentials'],
): Promise<string> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A request that the reference library has signed. */
function signedWebhook(): SuiteInput['webhook'] {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const body = JSON.stringify({
    type: 'webhook_endpoint.test',
    timestamp: new Date().toISOString(),
    data: { webhook_endpoint_id: 'we_1', sequence: 1, text: 'Zoë' },
  });
  const now = new Date();
  const headers = {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': `v1,${'A'.repeat(43)}= ${new Webhook(secret).sign('msg_1', now, body)}`,
  };
  return { body, headers, secret };
}
