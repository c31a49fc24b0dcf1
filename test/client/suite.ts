import {
  Framepress,
  FramepressError,
  RenderFailedError,
  verifyWebhook,
  WebhookVerificationError,
} from '@framepress/client';
import type { Forwarded, ProxyFault } from './faulty-proxy.ts';

/** The address of the proxy, a token and a version of the template `small`, for each case. */
export type SuiteInput = {
  proxyUrl: string;
  prefix: string;
  token: string;
  versionId: string;
  webhook: { body: string; headers: Record<string, string>; secret: string };
};

/** See faulty-proxy.ts, which pages cannot import. */
const LATE_IMAGE = '/late.svg';
const SMALL = { width: 160, fps: 10 };

/**
 * The test cases of the client that run in Node.js and in browsers. Each returns values that are the
 * same everywhere.
 */
export const CASES: Record<string, (input: SuiteInput) => Promise<unknown>> = {
  'a session is rendered with progress, and its video is downloaded': async (input) => {
    const { client, session } = suite(input);
    const progress: number[] = [];
    const rendered = await client.renders
      .create({ ...session('whole'), render: 'preview' })
      .wait({ onProgress: (event) => progress.push(event.progress) });
    const video = await (await client.renders.download(rendered.id)).arrayBuffer();
    return {
      status: rendered.status,
      last: progress.at(-1),
      isSorted: progress.every((value, index) => value >= (progress[index - 1] ?? 0)),
      type: new TextDecoder().decode(video.slice(4, 8)),
    };
  },

  'a creation whose response is lost makes one session': async (input) => {
    const { client, session, fail, forwarded } = suite(input);
    const path = '^/v2/render_sessions$';
    await fail([{ method: 'POST', path, times: 2, kind: 'lose' }]);
    const { id } = await client.renders.create(session('lost'));
    const requests = (await forwarded()).filter(({ method }) => method === 'POST');
    const found = await client.renders.list({ external_id: 'lost' }).toArray();
    return {
      sessions: found.map((each) => each.id === id),
      isRepeated: requests.length > 1,
      keys: new Set(requests.map(({ key }) => key)).size,
    };
  },

  'dropped connections and 503, 429 and 502 are retried': async (input) => {
    const { client, session, fail } = suite(input);
    const request = { method: 'POST', path: '^/v2/render_sessions$', times: 1 } as const;
    await fail([
      { ...request, kind: 'drop' },
      { ...request, kind: 'status', status: 503 },
      { ...request, kind: 'status', status: 429 },
      { ...request, kind: 'status', status: 502 },
    ]);
    await client.renders.create(session('busy'));
    return (await client.renders.list({ external_id: 'busy' }).toArray()).length;
  },

  'a request fails after the last retry': async (input) => {
    const { client, fail } = suite(input, { retries: 1 });
    await fail([{ method: 'GET', path: '.', times: 9, kind: 'status', status: 503 }]);
    const error = await failure(client.renders.get('rs_unknown'));
    await fail([]);
    return { status: error.status, code: error.code, retryable: error.retryable };
  },

  'a wait continues when the event stream is cut': async (input) => {
    const { client, session, fail, forwarded } = suite(input);
    await fail([{ method: 'GET', path: '/events$', times: 3, kind: 'cut' }]);
    // The render waits for an image, which comes when the stream is opened again.
    const image = { source: { remote_url: input.proxyUrl + LATE_IMAGE } };
    const mapping = { ...mappingOf(input), resources: { '(Footage)/USER/logo_01.png': image } };
    const rendered = await client.renders
      .create({ ...session('cut'), render: 'preview', mapping })
      .wait();
    const streams = (await forwarded()).filter(({ path }) => path.endsWith('/events'));
    return { status: rendered.status, isReopened: streams.length > 1 };
  },

  'a wait for a canceled session throws with the session': async (input) => {
    const { client, session } = suite(input);
    const draft = await client.renders.create(session('canceled'));
    const canceled = await draft.cancel();
    const error = await failure(canceled.wait());
    return error instanceof RenderFailedError && [error.session.id === draft.id, error.code];
  },

  'a Blob is uploaded with progress, read and deleted': async (input) => {
    const { client } = suite(input);
    const still = await client.stills.create({ mapping: mappingOf(input), at: 0, width: 64 });
    const seen: number[] = [];
    const upload = await client.uploads.create(still, {
      filename: 'frame "1".png',
      onProgress: ({ bytes }) => seen.push(bytes),
    });
    const { content_type: type, width } = await client.uploads.get(upload.id);
    await client.uploads.delete(upload.id);
    const gone = await failure(client.uploads.get(upload.id));
    return { type, width, still: still.type, isReported: seen.length > 0, gone: gone.code };
  },

  'a list is read page by page': async (input) => {
    const { client, session } = suite(input);
    for (const title of ['a', 'b', 'c'])
      await client.renders.create({ ...session('pages'), title });
    const titles: string[] = [];
    const filter = { external_id: 'pages', status: ['draft'], limit: 1 } as const;
    for await (const { title } of client.renders.list(filter)) titles.push(title);
    const two = await client.renders.list(filter).toArray(2);
    return { titles, two: two.map(({ title }) => title) };
  },

  'errors have all faults': async (input) => {
    const { client, session } = suite(input);
    const error = await failure(client.renders.create({ ...session(''), title: '' }));
    const { status, code, errors, retryable, requestId } = error;
    return {
      status,
      code,
      retryable,
      pointers: errors.map(({ pointer }) => pointer),
      hasRequestId: requestId?.startsWith('req_'),
    };
  },

  'an aborted wait rejects with the reason of the signal': async (input) => {
    const { client, session } = suite(input);
    const abort = new AbortController();
    const waiting = client.renders
      .create({ ...session('aborted'), render: 'preview' })
      .wait({ signal: abort.signal, onProgress: () => abort.abort('enough') });
    return waiting.catch((error: unknown) => error);
  },

  'any operation can be called': async (input) => {
    const { client } = suite(input);
    const { style_version: specs } = await client.raw(
      'get',
      '/v2/template_style_versions/{id}/specs',
      { id: input.versionId },
    );
    return { isSame: specs.id === input.versionId, fonts: specs.fonts };
  },

  'webhook requests are verified': async ({ webhook: { body, headers, secret } }) => {
    const other = `whsec_${btoa('another secret of 24 bytes')}`;
    const event = await verifyWebhook(body, headers, [other, secret]);
    const invalid = await Promise.all([
      failure(verifyWebhook(`${body} `, headers, secret)),
      failure(verifyWebhook(body, headers, other)),
      failure(verifyWebhook(body, { ...headers, 'Webhook-Id': 'msg_2' }, secret)),
      failure(verifyWebhook(body, headers, secret, { toleranceSeconds: -1 })),
      failure(verifyWebhook(body, new Headers(), secret)),
    ]);
    return [event.type, ...invalid.map((error) => error instanceof WebhookVerificationError)];
  },
};

function mappingOf({ versionId }: SuiteInput) {
  return { template_style_version_id: versionId, resources: {}, missing: 'example' } as const;
}

function suite(input: SuiteInput, options: { retries?: number } = {}) {
  const { proxyUrl, prefix, token } = input;
  return {
    client: new Framepress({ baseUrl: `${proxyUrl}${prefix}/`, token, ...options }),
    session: (id: string) => ({
      title: 'Suite',
      mapping: mappingOf(input),
      output: SMALL,
      ...(id !== '' && { external_id: id }),
    }),
    fail: async (faults: ProxyFault[]) => {
      await fetch(`${proxyUrl}/faults`, { method: 'PUT', body: JSON.stringify(faults) });
    },
    forwarded: async () => (await (await fetch(`${proxyUrl}/forwarded`)).json()) as Forwarded[],
  };
}

async function failure(promise: PromiseLike<unknown>): Promise<FramepressError> {
  const error = await Promise.resolve(promise).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof FramepressError) return error;
  throw new Error(`Expected a FramepressError but received ${String(error)}.`);
}
