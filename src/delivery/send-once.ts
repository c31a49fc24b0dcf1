import type { AppError, Wording } from '../base/index.ts';
import { alreadyThere, sdkErrorFacts } from '../cloud/index.ts';
import type { ObjectUpload, StoredObject } from './object-store.ts';
import { type Digests, digestsOf } from './source.ts';

/** A running upload. `place` names the action in errors. */
export type Sending = {
  upload: ObjectUpload;
  digests: Digests;
  place: Wording;
  signal: AbortSignal;
};

/**
 * The object at the path of an upload. `stored` is undefined when it is not the file of the upload.
 */
export type Found = {
  /** The id of the upload that has written it. */
  mark: string | undefined;
  stored: () => StoredObject | undefined;
};

type SendOnce = {
  upload: ObjectUpload;
  place: Wording;
  signal: AbortSignal;
  /** HTTP statuses that mean that an object already exists at the path. */
  conflicts: readonly number[];
  /** Returns the object at the path. Throws with status 404 when it does not exist. */
  find: (sending: Sending) => Promise<Found>;
  send: (sending: Sending) => Promise<StoredObject>;
};

/**
 * Sends a file, unless an earlier attempt of this upload has stored it. Throws `delivery_exists`
 * when a different object exists that must not be replaced.
 */
export async function sendOnce(options: SendOnce): Promise<StoredObject> {
  const { upload, place, signal, conflicts, find, send } = options;
  const sending = { upload, place, signal, digests: await digestsOf(upload.source, signal) };
  if (upload.isRetry || !upload.overwrite) {
    const earlierObject = await findEarlier(sending, find);
    if (earlierObject) return earlierObject;
  }
  try {
    return await send(sending);
  } catch (error) {
    // An SDK retries requests itself: its first try may have stored the object.
    const isThere = conflicts.includes(sdkErrorFacts(error).status ?? 0);
    const earlierObject = isThere && (await findEarlier(sending, find));
    if (earlierObject) return earlierObject;
    throw error;
  }
}

/**
 * Returns the object that an earlier attempt of this upload has stored; undefined if there is none,
 * or if it may be replaced. Throws `delivery_exists` for another object that must stay.
 */
async function findEarlier(
  sending: Sending,
  find: SendOnce['find'],
): Promise<StoredObject | undefined> {
  const { upload, place } = sending;
  const foundObject = await unlessHidden(find(sending));
  if (!foundObject) return undefined;
  const earlierObject = foundObject.mark === upload.id ? foundObject.stored() : undefined;
  if (earlierObject) return earlierObject;
  if (upload.overwrite) return undefined;
  throw alreadyThere(place);
}

/** Undefined where there is no object, or where the key may only write. */
export async function unlessHidden<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    const { status } = sdkErrorFacts(error);
    if (status === 404 || status === 403) return undefined;
    throw error;
  }
}

/** Runs `work`, and translates its errors. */
export async function translateErrors<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  explain: (error: unknown) => AppError,
): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    throw explain(error);
  }
}

export function storedObject(
  bytes: number,
  { md5 }: Pick<Digests, 'md5'>,
  version: string | undefined,
): StoredObject {
  return { bytes, md5: md5.toString('hex'), version };
}
