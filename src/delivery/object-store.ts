import { deadline } from '../base/index.ts';
import type { Source } from './source.ts';

/** A file on its way into a store. */
export type ObjectUpload = {
  /** Of the external upload; written beside the object where the store can, so that it is known again. */
  id: string;
  /** In the bucket or container. */
  path: string;
  source: Source;
  contentType: string;
  cacheControl: string | undefined;
  overwrite: boolean;
  /** An attempt before may have stored it without hearing so. */
  again: boolean;
  /** What `keep` was given last for this file, when it was interrupted. */
  resume: string | undefined;
  /** Notes how to go on after an interruption; a secret. */
  keep: (resume: string) => Promise<void>;
};

/** `version` is the store's own name of this state of the object, where it has one. */
export type StoredObject = { bytes: number; md5: string; version: string | undefined };

/**
 * A bucket or container that can be written to. Everything throws an AppError that says what would
 * help, or the signal's reason.
 */
export interface ObjectStore {
  /**
   * Stores a file under its path, whole or not at all, and compares checksums. A path that has
   * this same upload already is left as it is.
   */
  put(objectUpload: ObjectUpload, signal: AbortSignal): Promise<StoredObject>;
  /** Lets go of what an interrupted `put` has left in the store. */
  abandon(path: string, resume: string, signal: AbortSignal): Promise<void>;
  /** For the test of a destination: a few bytes in, out and away. */
  probe: Probe;
}

export interface Probe {
  write(path: string, bytes: Buffer, signal: AbortSignal): Promise<void>;
  read(path: string, signal: AbortSignal): Promise<Buffer>;
  remove(path: string, signal: AbortSignal): Promise<void>;
  /** Whether the bucket or container is there; undefined when the key may not ask. */
  exists(signal: AbortSignal): Promise<boolean | undefined>;
}

/** Metadata that an object is known by again: no dash for Azure, no underline for proxies that drop it. */
export const MARK = 'framepressupload';

/** A part held in memory; twice that is under way for each upload. */
export const PART_BYTES = 8 * 1024 * 1024;
export const PARTS_AT_ONCE = 2;
const MEBIBYTE = 1024 * 1024;

/** The size of a part, in whole MiB, with which a file has at most `maxParts`. */
export function partBytesFor(bytes: number, maxParts: number): number {
  return Math.max(PART_BYTES, Math.ceil(bytes / maxParts / MEBIBYTE) * MEBIBYTE);
}

/** Below 14 KB a second a store counts as hanging. */
const PART_MINUTES = 10;

/** A signal that fires when `signal` does or when one part takes too long. */
export function partLimit(place: string, signal: AbortSignal): ReturnType<typeof deadline> {
  return deadline(
    PART_MINUTES * 60_000,
    'delivery_timeout',
    `Expected to ${place} but the store took no 8 MB within ${PART_MINUTES} minutes.`,
    signal,
  );
}
