import { AppError } from '../../base/index.ts';
import { MAX_MAPPING_BYTES } from '../http/route.ts';

/** Refuses a mapping that is larger than one request may bring it: by many it could grow for ever. */
export function checkMappingSize(mapping: object, pointer?: string): void {
  const bytes = bytesOf(mapping);
  if (bytes <= MAX_MAPPING_BYTES) return;
  throw new AppError(
    'payload_too_large',
    `Expected a mapping of at most ${MAX_MAPPING_BYTES} bytes but it would have ${bytes}.`,
    { hint: 'Remove entries or shorten them.', ...(pointer !== undefined && { pointer }) },
  );
}

/** Whether a change makes a mapping larger, and so counts for the quota. */
export function grows(before: object, after: object): boolean {
  return bytesOf(after) > bytesOf(before);
}

function bytesOf(mapping: object): number {
  return Buffer.byteLength(JSON.stringify(mapping));
}
