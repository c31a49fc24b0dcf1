import { AppError, defined, say } from '../base/index.ts';

/** Limit of a body with a mapping. */
export const MAX_MAPPING_BYTES = 1024 * 1024;

/**
 * Throws `payload_too_large` for a mapping above the limit of one request body. Without this check
 * many PATCH requests could make a mapping arbitrarily large.
 */
export function checkMappingSize(mapping: object, pointer?: string): void {
  const bytes = bytesOf(mapping);
  if (bytes <= MAX_MAPPING_BYTES) return;
  throw new AppError(
    'payload_too_large',
    say`Expected a mapping of at most ${MAX_MAPPING_BYTES} bytes but it would have ${bytes}.`,
    { hint: 'Remove entries or shorten them.', ...defined({ pointer }) },
  );
}

/**
 * Returns whether a change makes a mapping larger. Only such a change is checked against the quota.
 */
export function grows(previous: object, changed: object): boolean {
  return bytesOf(changed) > bytesOf(previous);
}

function bytesOf(mapping: object): number {
  return Buffer.byteLength(JSON.stringify(mapping));
}
