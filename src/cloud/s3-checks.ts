import { crc32 } from 'node:zlib';
import type { Wording } from '../base/index.ts';
import { deliveryCorrupt, sdkErrorFacts } from './failure.ts';

/**
 * Calls `send` with the condition that no object exists. A store without this condition is written
 * without it; the caller has checked for an existing object before.
 */
export async function conditionally<T>(
  overwrite: boolean,
  send: (condition: { IfNoneMatch?: string }) => Promise<T>,
): Promise<T> {
  if (overwrite) return send({});
  try {
    return await send({ IfNoneMatch: '*' });
  } catch (error) {
    const { name, status } = sdkErrorFacts(error);
    if (name !== 'NotImplemented' && status !== 501) throw error;
    return send({});
  }
}

type Answer = {
  ETag?: string | undefined;
  ServerSideEncryption?: string | undefined;
  SSECustomerAlgorithm?: string | undefined;
};

/**
 * Compares the ETag when it is an MD5. Otherwise the store has already checked the MD5 header. The ETag of a
 * multipart upload (`…-2`) is no checksum, because stores compute it differently.
 */
export function checkETag(answer: Answer, md5: Buffer, place: Wording): void {
  const { ServerSideEncryption: sse = '', SSECustomerAlgorithm: customerAlgorithm } = answer;
  const etag = bareETag(answer.ETag);
  if (sse.startsWith('aws:') || customerAlgorithm !== undefined) return;
  if (!/^[\da-f]{32}$/.test(etag) || etag === md5.toString('hex')) return;
  throw deliveryCorrupt(place);
}

/** Returns an ETag without quotes and without the mark of a weak one, in lower case. */
export function bareETag(etag = ''): string {
  return etag.replace(/^(W\/)?"|"$/g, '').toLowerCase();
}

export function crc32Base64(bytes: Buffer): string {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(crc32(bytes));
  return four.toString('base64');
}
