import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { defined, type Wording } from '../base/index.ts';
import {
  attempt,
  type Body,
  type Bucket,
  forEachPath,
  type LinkOptions,
  type ListedObject,
  type ObjectBody,
  type ObjectFacts,
  partsOf,
  type Range,
  type Requests,
} from './bucket.ts';
import { deliveryCorrupt, sdkErrorFacts } from './failure.ts';
import type { GcsClient } from './gcs-client.ts';
import { gcsFailure } from './gcs-failure.ts';

const RESUME_INCOMPLETE = 308;

/** An object in the JSON API. */
type Resource = {
  name?: string;
  size?: string;
  md5Hash?: string;
  generation?: string;
  updated?: string;
};
type Page = { items?: Resource[]; prefixes?: string[]; nextPageToken?: string };
type Request = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  url: string;
  body?: Buffer | string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  asStream?: boolean;
};

/** A bucket of Google Cloud Storage. */
export class GcsBucket implements Bucket {
  readonly name: string;
  readonly #storage: GcsClient;
  readonly #signer: GcsClient;
  readonly #endpoint: string;
  readonly #bucket: string;

  constructor(
    { storage, signer }: { storage: GcsClient; signer: GcsClient },
    endpoint: string,
    bucket: string,
  ) {
    this.name = `gs://${bucket}`;
    this.#storage = storage;
    this.#signer = signer;
    this.#endpoint = endpoint;
    this.#bucket = bucket;
  }

  /** An upload begins with the MD5, so that the store rejects other bytes before it publishes them. */
  async write(path: string, body: Body): Promise<void> {
    const place = this.#actionAt('write', path);
    const md5 = await md5Of(body);
    await this.#attempt(place, 'storage.objects.create', async (signal, renew) => {
      const query = new URLSearchParams({ uploadType: 'resumable', name: path });
      const { headers } = await this.#request({
        method: 'POST',
        signal,
        body: JSON.stringify({ md5Hash: md5 }),
        url: `${this.#endpoint}/upload/storage/v1/b/${this.#bucket}/o?${query}`,
        headers: {
          'content-type': 'application/json',
          'x-upload-content-length': String(body.bytes),
        },
      });
      renew();
      const storedObject = await this.#sendParts(headers.get('location') ?? '', body, {
        signal,
        renew,
      });
      if (Number(storedObject.size) !== body.bytes || storedObject.md5Hash !== md5)
        throw deliveryCorrupt(place);
    });
  }

  /**
   * Sends the parts of a body to an upload session in their order, and returns the stored object.
   * `renew` restarts the limit of time after each part.
   */
  async #sendParts(
    session: string,
    body: Body,
    { signal, renew }: { signal: AbortSignal; renew: () => void },
  ): Promise<Resource> {
    let storedObject: Resource = {};
    for (const { start, length } of partsOf(body)) {
      const range = body.bytes === 0 ? '*' : `${start}-${start + length - 1}`;
      const { status, data } = await this.#request({
        method: 'PUT',
        url: session,
        signal,
        body: await body.read(start, length),
        headers: { 'content-range': `bytes ${range}/${body.bytes}` },
      });
      renew();
      if (status !== RESUME_INCOMPLETE) storedObject = data as Resource;
    }
    return storedObject;
  }

  async facts(path: string): Promise<ObjectFacts | undefined> {
    const answer = await this.#ifThere('read', path, (signal) =>
      this.#request({ url: this.#object(path), signal }),
    );
    if (!answer) return undefined;
    const { size, updated, generation } = answer.data as Resource;
    return { bytes: Number(size), modifiedMs: Date.parse(updated ?? ''), etag: `"${generation}"` };
  }

  async read(path: string, { start, end, etag }: Range): Promise<ObjectBody | undefined> {
    const isPart = start > 0 || end !== undefined;
    const generation = etag?.slice(1, -1);
    const query = { alt: 'media', ...(generation && { ifGenerationMatch: generation }) };
    // The limit of time is for the answer. Its body may take longer.
    const answer = await this.#ifThere('read', path, (signal) =>
      this.#request({
        url: this.#object(path, query),
        asStream: true,
        signal,
        headers: isPart ? { range: `bytes=${start}-${end ?? ''}` } : {},
      }),
    );
    if (!answer) return undefined;
    const { data, headers } = answer;
    const currentGeneration = headers.get('x-goog-generation');
    return {
      body: data instanceof Readable ? data : Readable.fromWeb(data as ReadableStream),
      bytes: Number(headers.get('content-length')),
      etag: currentGeneration === null ? undefined : `"${currentGeneration}"`,
    };
  }

  remove(paths: readonly string[]): Promise<void> {
    return forEachPath(paths, (path) =>
      this.#ifThere(
        'delete',
        path,
        (signal) => this.#request({ method: 'DELETE', url: this.#object(path), signal }),
        'storage.objects.delete',
      ),
    );
  }

  async *pages(prefix: string): AsyncGenerator<ListedObject[]> {
    for await (const { items = [] } of this.#list({ prefix })) {
      yield items.map(({ name = '', size, updated = '' }) => ({
        path: name,
        bytes: Number(size),
        modifiedMs: Date.parse(updated),
      }));
    }
  }

  async *folders(prefix: string): AsyncGenerator<string[]> {
    for await (const { prefixes = [] } of this.#list({ prefix, delimiter: '/' }))
      yield prefixes.map((path) => path.slice(prefix.length, -1));
  }

  /** Does nothing: Google removes uploads that were not completed after a week. */
  async removeUnfinished(): Promise<void> {}

  async link(path: string, options: LinkOptions): Promise<string | undefined> {
    const { seconds, contentType, contentDisposition } = options;
    const file = this.#signer.bucket(this.#bucket).file(path);
    const sign = async () => {
      try {
        const [url] = await file.getSignedUrl({
          version: 'v4',
          action: 'read',
          expires: Date.now() + seconds * 1000,
          responseType: contentType,
          ...defined({ responseDisposition: contentDisposition }),
        });
        return url;
      } catch (error) {
        // Google's service for signing did not answer, or the account has no key and may not use the service.
        if ((error as Error).name === 'SigningError') return undefined;
        throw error;
      }
    };
    return this.#attempt(
      this.#actionAt('sign a URL of', path),
      'iam.serviceAccounts.signBlob',
      sign,
    );
  }

  /** Yields the pages of a list. Each page is requested with its own retries. */
  async *#list(filter: Record<string, string>): AsyncGenerator<Page> {
    let pageToken: string | undefined;
    do {
      const query = new URLSearchParams({ ...filter, ...(pageToken && { pageToken }) });
      const place = this.#actionAt('list', filter['prefix'] ?? '');
      const { data } = await this.#attempt(place, 'storage.objects.list', (signal) => {
        const url = `${this.#endpoint}/storage/v1/b/${this.#bucket}/o?${query}`;
        return this.#request({ url, signal });
      });
      yield data as Page;
      pageToken = (data as Page).nextPageToken;
    } while (pageToken !== undefined);
  }

  /**
   * Sends a request without the retries of the library. Status 308 is a success: it means that a
   * part was stored.
   */
  #request({
    method = 'GET',
    url,
    body,
    headers,
    signal,
    asStream = false,
  }: Request): Promise<{ status: number; data: unknown; headers: Headers }> {
    return this.#storage.authClient.request<unknown>({
      method,
      url,
      retry: false,
      ...(signal && { signal }),
      ...defined({ body }),
      ...(headers && { headers }),
      ...(asStream && { responseType: 'stream' as const }),
      validateStatus: (status) => status === RESUME_INCOMPLETE || (status >= 200 && status < 300),
    });
  }

  /** Returns the URL of an object in the JSON API. */
  #object(path: string, query: Record<string, string> = {}): string {
    const url = `${this.#endpoint}/storage/v1/b/${this.#bucket}/o/${encodeURIComponent(path)}`;
    const text = new URLSearchParams(query).toString();
    return text === '' ? url : `${url}?${text}`;
  }

  /** Returns the name of an action for errors, such as `write gs://bucket/path`. */
  #actionAt(action: string, path: string): string {
    return `${action} ${this.name}/${path}`;
  }

  /** Runs requests with their retries. `right` is the permission that a denied request lacks. */
  #attempt<T>(place: Wording, right: string, work: Requests<T>): Promise<T> {
    return attempt(place, work, (error, signal) => gcsFailure(error, place, right, signal));
  }

  /** Returns undefined when the object does not exist, or has a different generation. */
  #ifThere<T>(
    action: string,
    path: string,
    work: (signal: AbortSignal) => Promise<T>,
    // Without the right to list, Google answers 403 for a missing object.
    right = 'storage.objects.get or storage.objects.list',
  ): Promise<T | undefined> {
    return this.#attempt(this.#actionAt(action, path), right, (signal) =>
      work(signal).catch((error: unknown) => {
        const { status } = sdkErrorFacts(error);
        if (status !== 404 && status !== 412) throw error;
        return undefined;
      }),
    );
  }
}

/** Returns the MD5 of a body (Base64), reading it once in parts. */
async function md5Of(body: Body): Promise<string> {
  const md5 = createHash('md5');
  for (const { start, length } of partsOf(body)) md5.update(await body.read(start, length));
  return md5.digest('base64');
}
