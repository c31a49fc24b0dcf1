import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, defined, say, type Wording, wordingOf } from '../base/index.ts';
import {
  bareETag,
  deliveryCorrupt,
  deliveryFailure,
  deliveryNetworkFailure,
  deliveryStatusFailure,
  type Network,
} from '../cloud/index.ts';
import { httpsProbe } from './https-probe.ts';
import type { ObjectStore, ObjectUpload, StoredObject } from './object-store.ts';
import type { HttpsSettings } from './settings.ts';
import { type Digests, digestsOf } from './source.ts';
import { type DeliveryTarget, httpsUrl, showTarget } from './target.ts';

/** Wait for `100 Continue`. Some receivers never send it. */
const CONTINUE_WAIT_MS = 2000;

/**
 * Opens a URL that accepts a PUT: presigned, or with the headers of a destination. The file is sent
 * in one request, so an interrupted upload starts again. The receiver must replace an old object
 * atomically, as all object stores do.
 */
export function openPut(
  settings: HttpsSettings | undefined,
  target: DeliveryTarget,
  network: Network,
): ObjectStore {
  return {
    async put(objectUpload, signal) {
      const place = say`write ${showTarget(target)}`;
      try {
        signal.throwIfAborted();
        const digests = await digestsOf(objectUpload.source, signal);
        const headers = headersFor(objectUpload, digests, target, settings);
        const put = { url: httpsUrl(target), headers, objectUpload, network, signal };
        const answer = await sendRequest(put, { asks: true });
        const hasDestination = settings !== undefined;
        return storedOrThrow(answer, { objectUpload, digests, place, hasDestination });
      } catch (error) {
        if (error instanceof AppError) throw error;
        const problem = deliveryNetworkFailure(error, place, signal);
        if (problem) throw problem;
        throw deliveryStatusFailure(undefined, place, say`with a malformed response`, error);
      }
    },
    // An interrupted PUT leaves nothing in the store.
    async abandon() {},
    probe: httpsProbe(target.place, settings?.credentials.headers ?? {}, network),
  };
}

/**
 * Returns the headers of the upload. Headers of the destination come last, so that they replace
 * these.
 */
function headersFor(
  { source, contentType, cacheControl, overwrite }: ObjectUpload,
  { md5 }: Digests,
  { query }: DeliveryTarget,
  settings: HttpsSettings | undefined,
): Record<string, string> {
  const signed = new URLSearchParams(query);
  // Old signatures include the MD5 header, and the signer could not know the MD5.
  const isOldSignature = signed.has('Signature') && !signed.has('Key-Pair-Id');
  return {
    'content-type': contentType,
    'content-length': String(source.bytes),
    ...(!isOldSignature && { 'content-md5': md5.toString('base64') }),
    ...defined({ 'cache-control': cacheControl }),
    ...(!overwrite && { 'if-none-match': '*' }),
    // Azure needs the type of the new blob.
    ...(signed.has('sig') && signed.has('sv') && { 'x-ms-blob-type': 'BlockBlob' }),
    ...settings?.credentials.headers,
  };
}

type Put = {
  url: string;
  headers: Record<string, string>;
  objectUpload: ObjectUpload;
  network: Network;
  signal: AbortSignal;
};

/**
 * Sends the body after `100 Continue` (RFC 9110, 10.1.1). A receiver that rejects the request early
 * closes the connection during a large body, and its response would be lost.
 */
async function sendRequest(put: Put, { asks }: { asks: boolean }): Promise<IncomingMessage> {
  const { url, headers, network, signal } = put;
  const { source } = put.objectUpload;
  const allHeaders = { ...headers, ...(asks && { expect: '100-continue' }) };
  const out = request(url, { method: 'PUT', agent: network.https, headers: allHeaders, signal });
  const answered = once(out, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  out.flushHeaders();
  const isWanted = Promise.race([
    answered.then(() => false),
    once(out, 'continue').then(() => true),
    sleep(CONTINUE_WAIT_MS, true, { ref: false }),
  ]);
  isWanted.catch(() => undefined);
  const isBodyWanted = asks ? await isWanted : true;
  const sent = isBodyWanted ? pipeline(source.store.read(source.key), out) : Promise.resolve();
  // The response explains a broken connection better than the error of the body.
  sent.catch(() => undefined);
  const [answer] = await answered;
  const { statusCode: status = 500 } = answer;
  answer.resume().on('error', () => undefined);
  if (isBodyWanted && status < 300) await sent;
  else out.destroy();
  // Some receivers report success before the body was sent. Then send again without `expect`.
  const isUnheard = status === 417 || (!isBodyWanted && status < 300);
  return isUnheard && asks ? sendRequest(put, { asks: false }) : answer;
}

type Judged = {
  objectUpload: ObjectUpload;
  digests: Digests;
  place: Wording;
  hasDestination: boolean;
};

/**
 * Returns the stored object, or throws the error of a response. Without a destination, a denied
 * request has a presigned URL that has expired; this is not retried.
 */
function storedOrThrow(
  answer: IncomingMessage,
  { objectUpload, digests, place, hasDestination }: Judged,
): StoredObject {
  const { md5 } = digests;
  const { statusCode: status = 500, headers } = answer;
  if (status >= 300 && status < 400) {
    const hint = 'Use the URL that accepts the file, not a redirect to it.';
    const but = say`it leads elsewhere (status ${status})`;
    throw lasting(deliveryFailure({ code: 'delivery_rejected', place, but, hint }));
  }
  if ([400, 401, 403].includes(status) && !hasDestination) {
    const hint = say`Sign PUT with the content type ${objectUpload.contentType}, for longer than the render takes.`;
    const but = say`the presigned URL is not valid or has expired (status ${status})`;
    throw lasting(deliveryFailure({ code: 'delivery_denied', place, but, hint }));
  }
  if (status >= 300) throw deliveryStatusFailure(status, place, say`with status ${status}`);
  const isPlainS3 =
    headers['x-amz-request-id'] !== undefined &&
    !String(headers['x-amz-server-side-encryption'] ?? '').startsWith('aws:');
  const etag = bareETag(headers.etag);
  const isOther = isPlainS3 && /^[\da-f]{32}$/.test(etag) && etag !== md5.toString('hex');
  if (isOther) throw deliveryCorrupt(place);
  const version = headers['x-amz-version-id'] ?? headers['x-goog-generation'];
  return {
    bytes: objectUpload.source.bytes,
    md5: md5.toString('hex'),
    version: typeof version === 'string' ? version : undefined,
  };
}

/** Returns the error as not retryable: the same URL would fail again. */
function lasting(error: AppError): AppError {
  const { code, details, cause } = error;
  return new AppError(code, wordingOf(error), { ...details, retryable: false }, { cause });
}
