import { defined, orAbort, say, type Wording } from '../base/index.ts';
import {
  deliveryCorrupt,
  deliveryFailure,
  GCS_ENDPOINT,
  type GcsClient,
  gcsFailure,
  type Network,
  openGcsClient,
  sdkErrorFacts,
} from '../cloud/index.ts';
import {
  MARK,
  type ObjectStore,
  type ObjectUpload,
  PART_BYTES,
  partLimit,
  type StoredObject,
} from './object-store.ts';
import { type Sending, sendOnce, storedObject, translateErrors } from './send-once.ts';
import type { GcsSettings } from './settings.ts';
import { readRange } from './source.ts';

const RESUME_INCOMPLETE = 308;
/** Maximum number of consecutive responses without progress. */
const MAX_STALLS = 3;

/** An object in the JSON API. */
type Resource = {
  size?: string;
  md5Hash?: string;
  crc32c?: string;
  generation?: string;
  metadata?: Record<string, string>;
};

/**
 * Opens a bucket of Google Cloud Storage. The vendor's library signs in and starts the upload. Parts
 * are sent one by one with its HTTP client, because its upload stream reports failures only as text
 * and its other requests accept no agent.
 */
export async function openGcs(
  settings: GcsSettings,
  bucket: string,
  network: Network,
): Promise<ObjectStore> {
  const { options, credentials } = settings;
  const account = credentials.service_account;
  const storage = await openGcsClient({ account, endpoint: options.endpoint, network });
  return new GcsStore(storage, settings.options, bucket);
}

class GcsStore implements ObjectStore {
  readonly #storage: GcsClient;
  readonly #options: GcsSettings['options'];
  readonly #bucket: string;
  readonly #endpoint: string;

  constructor(storage: GcsClient, options: GcsSettings['options'], bucket: string) {
    this.#storage = storage;
    this.#options = options;
    this.#bucket = bucket;
    this.#endpoint = options.endpoint ?? GCS_ENDPOINT;
  }

  put(upload: ObjectUpload, signal: AbortSignal): Promise<StoredObject> {
    const place = say`write ${this.#name(upload.path)}`;
    return this.#translateErrors(place, 'storage.objects.create', signal, () =>
      sendOnce({
        upload,
        place,
        signal,
        conflicts: [412],
        find: async (sending) => {
          const url = this.#object(upload.path);
          const resource = (await this.#request('GET', url, { signal })).data as Resource;
          return {
            mark: resource.metadata?.[MARK],
            stored: () => checkedObject(resource, sending),
          };
        },
        send: async (sending) => checkedObject(await this.#resumeOrSend(sending), sending),
      }),
    );
  }

  async abandon(path: string, resume: string, signal: AbortSignal): Promise<void> {
    if (!this.#isHere(resume)) return;
    await this.#translateErrors(
      say`clear ${this.#name(path)}`,
      'storage.objects.create',
      signal,
      () =>
        // The service responds with 499 when it has canceled the upload.
        this.#request('DELETE', resume, { signal, good: (status) => status === 499 }),
    );
  }

  readonly probe = {
    write: async (path: string, bytes: Buffer, signal: AbortSignal): Promise<void> => {
      await this.#translateErrors(
        say`write ${this.#name(path)}`,
        'storage.objects.create',
        signal,
        () => {
          const query = new URLSearchParams({ uploadType: 'media', name: path, ...this.#payer() });
          const url = `${this.#endpoint}/upload/storage/v1/b/${this.#bucket}/o?${query}`;
          const headers = { 'content-type': 'text/plain' };
          return this.#request('POST', url, { body: bytes, headers, signal });
        },
      );
    },

    read: (path: string, signal: AbortSignal): Promise<Buffer> =>
      this.#translateErrors(
        say`read ${this.#name(path)}`,
        'storage.objects.get',
        signal,
        async () => {
          const url = this.#object(path, { alt: 'media' });
          const { data } = await this.#request('GET', url, { signal, bytes: true });
          return Buffer.from(data as ArrayBuffer);
        },
      ),

    remove: async (path: string, signal: AbortSignal): Promise<void> => {
      await this.#translateErrors(
        say`delete ${this.#name(path)}`,
        'storage.objects.delete',
        signal,
        () => this.#request('DELETE', this.#object(path), { signal }),
      );
    },

    exists: async (signal: AbortSignal): Promise<boolean | undefined> => {
      const query = new URLSearchParams({ fields: 'name', ...this.#payer() });
      const url = `${this.#endpoint}/storage/v1/b/${this.#bucket}?${query}`;
      try {
        await this.#request('GET', url, { signal });
        return true;
      } catch (error) {
        return sdkErrorFacts(error).status === 404 ? false : undefined;
      }
    },
  };

  /**
   * Continues the upload session of an earlier attempt, or begins one. The new session is kept
   * before the first part, so that a later attempt finds it.
   */
  async #resumeOrSend(sending: Sending): Promise<Resource> {
    const { upload } = sending;
    const { resume } = upload;
    if (resume !== undefined && this.#isHere(resume)) {
      try {
        return await this.#sendParts(resume, undefined, sending);
      } catch (error) {
        // Upload sessions expire after a week, or end when the object could not be created.
        const { status } = sdkErrorFacts(error);
        if (status !== 404 && status !== 410) throw error;
      }
    }
    const session = await this.#begin(sending);
    await upload.keep(session);
    return this.#sendParts(session, 0, sending);
  }

  /**
   * Returns whether an upload session belongs to this endpoint. The token of this destination must
   * not be sent to a different endpoint.
   */
  #isHere(session: string): boolean {
    return URL.parse(session)?.origin === new URL(this.#endpoint).origin;
  }

  /**
   * Starts an upload session. With the MD5 the store rejects a file that differs before it
   * publishes it.
   */
  async #begin({ upload, digests }: Sending): Promise<string> {
    const { path, source, contentType, cacheControl, overwrite, id } = upload;
    const { acl, storage_class, kms_key_name, user_project } = this.#options;
    const file = this.#storage
      .bucket(this.#bucket)
      .file(path, { ...defined({ kmsKeyName: kms_key_name, userProject: user_project }) });
    const [uri] = await file.createResumableUpload({
      metadata: {
        contentType,
        contentLength: source.bytes,
        md5Hash: digests.md5.toString('base64'),
        ...defined({ cacheControl, storageClass: storage_class }),
        metadata: { [MARK]: id },
      },
      ...defined({ predefinedAcl: acl }),
      ...(!overwrite && { preconditionOpts: { ifGenerationMatch: 0 } }),
    });
    return uri;
  }

  /**
   * Sends the parts from `offset` on, and returns the stored object. Without an `offset`, it first
   * asks the store how much of the file it has. Throws `delivery_unreachable` if the store takes
   * nothing several times in a row.
   */
  async #sendParts(
    session: string,
    offset: number | undefined,
    { upload, place, signal }: Sending,
  ): Promise<Resource> {
    const { source } = upload;
    let at = offset;
    for (let standstills = 0; standstills < MAX_STALLS; ) {
      const range =
        at === undefined || source.bytes === 0
          ? `bytes */${source.bytes}`
          : `bytes ${at}-${Math.min(at + PART_BYTES, source.bytes) - 1}/${source.bytes}`;
      const body =
        at === undefined
          ? Buffer.alloc(0)
          : await readRange(source, at, Math.min(PART_BYTES, source.bytes - at));
      using limit = partLimit(place, signal);
      const { status, data, headers } = await this.#request('PUT', session, {
        body,
        headers: { 'content-range': range },
        signal: limit.signal,
        good: (code) => code === RESUME_INCOMPLETE || (code >= 200 && code < 300),
      });
      if (status !== RESUME_INCOMPLETE) return data as Resource;
      const [, last] = /-(\d+)$/.exec(headers.get('range') ?? '') ?? [];
      const reached = last === undefined ? 0 : Number(last) + 1;
      standstills = at !== undefined && reached <= at ? standstills + 1 : 0;
      at = reached;
    }
    const but = 'the store accepts no more data';
    throw deliveryFailure({
      code: 'delivery_unreachable',
      place,
      but,
      hint: 'The upload is retried.',
    });
  }

  /**
   * Sends a request without the retries of the library. `good` decides which statuses are no error;
   * `bytes` returns the body as bytes and not as JSON.
   */
  async #request(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    options: {
      signal: AbortSignal;
      body?: Buffer;
      headers?: Record<string, string>;
      good?: (status: number) => boolean;
      bytes?: boolean;
    },
  ): Promise<{ status: number; data: unknown; headers: Headers }> {
    const { signal, body, headers, good, bytes } = options;
    return this.#storage.authClient.request<unknown>({
      method,
      url,
      signal,
      retry: false,
      ...(body && { body }),
      ...(headers && { headers }),
      ...(good && { validateStatus: good }),
      ...(bytes && { responseType: 'arraybuffer' as const }),
    });
  }

  #object(path: string, query: Record<string, string> = {}): string {
    const queryText = new URLSearchParams({ ...query, ...this.#payer() }).toString();
    const url = `${this.#endpoint}/storage/v1/b/${this.#bucket}/o/${encodeURIComponent(path)}`;
    return queryText === '' ? url : `${url}?${queryText}`;
  }

  /** Returns the parameter for buckets whose requests another project pays. */
  #payer(): Record<string, string> {
    const { user_project: userProject } = this.#options;
    return userProject === undefined ? {} : { userProject };
  }

  #name(path: string): string {
    return `gs://${this.#bucket}/${path}`;
  }

  /** Runs `work` and converts its errors. `right` is the permission that a denied request lacks. */
  #translateErrors<T>(
    place: Wording,
    right: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    // Signing in and starting an upload do not support a signal.
    return translateErrors(
      signal,
      () => orAbort(work(), signal),
      (error) => gcsFailure(error, place, right, signal),
    );
  }
}

/**
 * Returns a stored object; throws `delivery_corrupt` if its length or its MD5 differs from that of
 * the file.
 */
function checkedObject(resource: Resource, { upload, digests, place }: Sending): StoredObject {
  const { bytes } = upload.source;
  const isWhole = Number(resource.size) === bytes;
  // Only composed objects have no MD5, and ours are not composed.
  if (!isWhole || resource.md5Hash !== digests.md5.toString('base64')) throw deliveryCorrupt(place);
  return storedObject(bytes, digests, resource.generation);
}
