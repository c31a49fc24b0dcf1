import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { defined, type Wording } from '../base/index.ts';
import type { AzureContainer } from './azure-client.ts';
import { azureFailure } from './azure-failure.ts';
import {
  attempt,
  type Body,
  type Bucket,
  forEachPart,
  forEachPath,
  type LinkOptions,
  type ListedObject,
  type ObjectBody,
  type ObjectFacts,
  type Range,
} from './bucket.ts';
import { deliveryCorrupt, sdkErrorFacts } from './failure.ts';

/** A container of Azure Blob Storage. */
export class AzureBucket implements Bucket {
  readonly name: string;
  readonly #sdk: AzureContainer['sdk'];
  readonly #container: AzureContainer['container'];

  /** `place` is `container@host`. */
  constructor({ sdk, container }: AzureContainer, place: string) {
    this.name = `wasbs://${place}`;
    this.#sdk = sdk;
    this.#container = container;
  }

  async write(path: string, body: Body): Promise<void> {
    const place = this.#actionAt('write', path);
    const blob = this.#container.getBlockBlobClient(path);
    const names: string[] = [];
    await forEachPart(body, async ({ number, start, length }) => {
      const bytes = await body.read(start, length);
      const md5 = createHash('md5').update(bytes).digest();
      // All block names of a blob must have the same length.
      const name = Buffer.from(`${String(number).padStart(6, '0')}-${md5.toString('hex')}`);
      names[number - 1] = name.toString('base64');
      await this.#attempt(place, 'Create and Write', (signal) =>
        blob.stageBlock(name.toString('base64'), bytes, length, {
          transactionalContentMD5: md5,
          abortSignal: signal,
        }),
      );
    });
    await this.#attempt(place, 'Create and Write', async (signal) => {
      await blob.commitBlockList(names, { abortSignal: signal });
      const { contentLength } = await blob.getProperties({ abortSignal: signal });
      if (contentLength !== body.bytes) throw deliveryCorrupt(place);
    });
  }

  async facts(path: string): Promise<ObjectFacts | undefined> {
    const blob = this.#container.getBlobClient(path);
    const properties = await this.#ifThere('read', path, 'Read', (signal) =>
      blob.getProperties({ abortSignal: signal }),
    );
    if (!properties) return undefined;
    const { contentLength = 0, lastModified, etag = '' } = properties;
    return { bytes: contentLength, modifiedMs: lastModified?.getTime() ?? 0, etag };
  }

  async read(path: string, { start, end, etag }: Range): Promise<ObjectBody | undefined> {
    const blob = this.#container.getBlobClient(path);
    const count = end === undefined ? undefined : end - start + 1;
    const conditions = etag === undefined ? {} : { conditions: { ifMatch: etag } };
    // The limit of time is for the answer. Its body may take longer.
    const answer = await this.#ifThere('read', path, 'Read', (signal) =>
      blob.download(start, count, { ...conditions, abortSignal: signal }),
    );
    if (!answer) return undefined;
    const { readableStreamBody, contentLength = 0, etag: storedEtag } = answer;
    return { body: readableStreamBody as Readable, bytes: contentLength, etag: storedEtag };
  }

  remove(paths: readonly string[]): Promise<void> {
    return forEachPath(paths, (path) =>
      this.#ifThere('delete', path, 'Delete', (signal) =>
        this.#container.deleteBlob(path, { abortSignal: signal }),
      ),
    );
  }

  async *pages(prefix: string): AsyncGenerator<ListedObject[]> {
    const blobs = () => this.#container.listBlobsFlat({ prefix });
    for await (const { segment } of this.#listed(blobs, prefix)) {
      yield segment.blobItems.map(({ name, properties: { contentLength = 0, lastModified } }) => ({
        path: name,
        bytes: contentLength,
        modifiedMs: lastModified.getTime(),
      }));
    }
  }

  async *folders(prefix: string): AsyncGenerator<string[]> {
    const blobs = () => this.#container.listBlobsByHierarchy('/', { prefix });
    for await (const { segment } of this.#listed(blobs, prefix))
      yield (segment.blobPrefixes ?? []).map(({ name }) => name.slice(prefix.length, -1));
  }

  /** Does nothing: Azure removes blocks that were not committed after a week. */
  async removeUnfinished(): Promise<void> {}

  async link(path: string, options: LinkOptions): Promise<string | undefined> {
    const { seconds, contentType, contentDisposition } = options;
    const blob = this.#container.getBlobClient(path);
    // Only an account key can sign.
    if (!(blob.credential instanceof this.#sdk.StorageSharedKeyCredential)) return undefined;
    return blob.generateSasUrl({
      permissions: this.#sdk.BlobSASPermissions.parse('r'),
      expiresOn: new Date(Date.now() + seconds * 1000),
      contentType,
      ...defined({ contentDisposition }),
    });
  }

  /** Begins a new list for each page, because a list of the SDK that has failed once is at its end. */
  async *#listed<Page extends { continuationToken?: string }>(
    blobs: () => { byPage(settings: { continuationToken?: string }): AsyncIterator<Page> },
    prefix: string,
  ): AsyncGenerator<Page> {
    let continuationToken: string | undefined;
    do {
      const nextPage = continuationToken === undefined ? {} : { continuationToken };
      const page = await this.#attempt(this.#actionAt('list', prefix), 'List', () =>
        blobs().byPage(nextPage).next(),
      );
      if (page.done) return;
      yield page.value;
      ({ continuationToken } = page.value);
    } while (continuationToken);
  }

  /** Returns the name of an action for errors, such as `write wasbs://container@host/path`. */
  #actionAt(action: string, path: string): string {
    return `${action} ${this.name}/${path}`;
  }

  /** Runs requests with their retries. `right` is the permission that a denied request lacks. */
  #attempt<T>(
    place: Wording,
    right: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return attempt(place, work, (error, signal) => azureFailure(error, place, right, signal));
  }

  /** Returns undefined when the blob does not exist, or has a different etag. */
  #ifThere<T>(
    action: string,
    path: string,
    right: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    return this.#attempt(this.#actionAt(action, path), right, (signal) =>
      work(signal).catch((error: unknown) => {
        const { code, status } = sdkErrorFacts(error);
        if (code === 'ContainerNotFound' || (status !== 404 && status !== 412)) throw error;
        return undefined;
      }),
    );
  }
}
