import { deadline, findMessage, say, type Wording } from '../base/index.ts';
import type { DeliverySource } from './source.ts';

/** The upload of a file to a store. */
export type ObjectUpload = {
  /**
   * Id of the delivery. Stored as metadata of the object, to recognise it after a lost
   * response.
   */
  id: string;
  /** Path in the bucket or container. */
  path: string;
  source: DeliverySource;
  contentType: string;
  cacheControl: string | undefined;
  overwrite: boolean;
  /** An earlier attempt may have stored the object and lost the response. */
  isRetry: boolean;
  /** The last state that `keep` received for this file, when an upload was interrupted. */
  resume: string | undefined;
  /** Stores the state that is needed to resume the upload. The state is a secret. */
  keep: (resume: string) => Promise<void>;
};

/** A stored object. `version`: version id in the store; undefined without versioning. */
export type StoredObject = { bytes: number; md5: string; version: string | undefined };

/**
 * A bucket or container for uploads. All methods throw an AppError with a hint, or the reason of the
 * signal.
 */
export interface ObjectStore {
  /**
   * Stores a file under its path atomically, and compares checksums. An object that an earlier
   * attempt of this upload has stored is not written again.
   */
  put(objectUpload: ObjectUpload, signal: AbortSignal): Promise<StoredObject>;
  /** Removes the parts that an interrupted `put` has left in the store. */
  abandon(path: string, resume: string, signal: AbortSignal): Promise<void>;
  /** For the test of a destination: writes, reads and removes a few bytes. */
  probe: Probe;
}

export interface Probe {
  write(path: string, bytes: Buffer, signal: AbortSignal): Promise<void>;
  read(path: string, signal: AbortSignal): Promise<Buffer>;
  remove(path: string, signal: AbortSignal): Promise<void>;
  /** Returns whether the bucket or container exists; undefined when the key may not read this. */
  exists(signal: AbortSignal): Promise<boolean | undefined>;
}

/** Metadata name of the upload id. No dash (Azure) and no underscore (some proxies drop it). */
export const MARK = 'framepressupload';

/** Size of a part. Parts are in memory; two parts are sent at the same time for each upload. */
export const PART_BYTES = 8 * 1024 * 1024;
export const PARTS_AT_ONCE = 2;
const MEBIBYTE = 1024 * 1024;

/** Returns the smallest part size, in whole MiB, for which a file has at most `maxParts` parts. */
export function partBytesFor(bytes: number, maxParts: number): number {
  return Math.max(PART_BYTES, Math.ceil(bytes / maxParts / MEBIBYTE) * MEBIBYTE);
}

/** Time limit of a part: below 14 KB/s an upload counts as stalled. */
const PART_MINUTES = 10;

/** Returns a signal that fires when `signal` fires or when one part takes too long. */
export function partLimit(place: Wording, signal: AbortSignal): ReturnType<typeof deadline> {
  return deadline(
    PART_MINUTES * 60_000,
    'delivery_timeout',
    say`Cannot ${findMessage(place)}: the store accepted less than 8 MB within ${PART_MINUTES} minutes.`,
    signal,
  );
}
