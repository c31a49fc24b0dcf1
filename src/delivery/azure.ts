import { defined, forEachAtOnce, say, type Wording } from '../base/index.ts';
import {
  type AzureContainer,
  azureAccess,
  azureFailure,
  deliveryCorrupt,
  type Network,
  openAzureContainer,
} from '../cloud/index.ts';
import {
  MARK,
  type ObjectStore,
  type ObjectUpload,
  PARTS_AT_ONCE,
  partBytesFor,
  partLimit,
  type StoredObject,
} from './object-store.ts';
import {
  type Found,
  type Sending,
  sendOnce,
  storedObject,
  translateErrors,
  unlessHidden,
} from './send-once.ts';
import type { AzureSettings } from './settings.ts';
import { partsOf, type UploadPart } from './source.ts';

type BlockBlobClient = ReturnType<AzureContainer['container']['getBlockBlobClient']>;

const MAX_BLOCKS = 50_000;

/** Opens a container of Azure Blob Storage. `place` is `container@host`. */
export async function openAzure(
  settings: AzureSettings,
  place: string,
  network: Network,
): Promise<ObjectStore> {
  const [container = '', host = ''] = place.split('@');
  const { options, credentials } = settings;
  const access = azureAccess(credentials, host, options.endpoint);
  // For short failures. Jobs retry after longer failures.
  const opened = await openAzureContainer(access, container, { network, attempts: 3 });
  return new AzureStore(opened, options, place);
}

/**
 * The name of a block contains its number and MD5. Therefore an interrupted upload finds its blocks
 * in the store by name and needs no stored state.
 */
class AzureStore implements ObjectStore {
  readonly #sdk: AzureContainer['sdk'];
  readonly #container: AzureContainer['container'];
  readonly #options: AzureSettings['options'];
  readonly #place: string;

  constructor(
    { sdk, container }: AzureContainer,
    options: AzureSettings['options'],
    place: string,
  ) {
    this.#sdk = sdk;
    this.#container = container;
    this.#options = options;
    this.#place = place;
  }

  put(upload: ObjectUpload, signal: AbortSignal): Promise<StoredObject> {
    const place = say`write ${this.#name(upload.path)}`;
    const blob = this.#container.getBlockBlobClient(upload.path);
    return this.#translateErrors(place, 'Create and Write', signal, () =>
      sendOnce({
        upload,
        place,
        signal,
        conflicts: [409, 412],
        find: (sending) => findStored(blob, sending),
        send: (sending) => this.#sendBlocks(blob, sending),
      }),
    );
  }

  /** Does nothing: Azure deletes uncommitted blocks after a week and has no request for it. */
  async abandon(): Promise<void> {}

  readonly probe = {
    write: async (path: string, bytes: Buffer, signal: AbortSignal): Promise<void> => {
      await this.#translateErrors(say`write ${this.#name(path)}`, 'Create and Write', signal, () =>
        this.#container
          .getBlockBlobClient(path)
          .upload(bytes, bytes.byteLength, { abortSignal: signal }),
      );
    },

    read: (path: string, signal: AbortSignal): Promise<Buffer> =>
      this.#translateErrors(say`read ${this.#name(path)}`, 'Read', signal, () =>
        this.#container
          .getBlobClient(path)
          .downloadToBuffer(undefined, undefined, { abortSignal: signal }),
      ),

    remove: async (path: string, signal: AbortSignal): Promise<void> => {
      await this.#translateErrors(say`delete ${this.#name(path)}`, 'Delete', signal, () =>
        this.#container.deleteBlob(path, { abortSignal: signal }),
      );
    },

    exists: async (signal: AbortSignal): Promise<boolean | undefined> => {
      try {
        return await this.#container.exists({ abortSignal: signal });
      } catch {
        return undefined;
      }
    },
  };

  /**
   * Sends the blocks of a file, and makes the blob of them. A retry skips the blocks that an
   * earlier attempt has staged; the name of a block contains its checksum.
   */
  async #sendBlocks(blob: BlockBlobClient, sending: Sending): Promise<StoredObject> {
    const { upload, digests, place, signal } = sending;
    const { source, isRetry } = upload;
    const there = isRetry ? await staged(blob, signal) : new Map<string, number>();
    const names: string[] = [];
    const parts = partsOf(source, partBytesFor(source.bytes, MAX_BLOCKS));
    await forEachAtOnce(parts, PARTS_AT_ONCE, async (part) => {
      const name = blockName(part);
      names[part.number - 1] = name;
      if (there.get(name) === part.bytes.byteLength) return;
      using limit = partLimit(place, signal);
      const { contentMD5 } = await blob.stageBlock(name, part.bytes, part.bytes.byteLength, {
        transactionalContentMD5: part.md5,
        abortSignal: limit.signal,
      });
      if (contentMD5 && !part.md5.equals(contentMD5)) throw deliveryCorrupt(place);
    });
    const { contentType, cacheControl, overwrite, id } = upload;
    const { access_tier } = this.#options;
    const commit = await blob.commitBlockList(names, {
      abortSignal: signal,
      blobHTTPHeaders: {
        blobContentType: contentType,
        blobContentMD5: digests.md5,
        ...defined({ blobCacheControl: cacheControl }),
      },
      metadata: { [MARK]: id },
      ...(access_tier !== undefined && { tier: this.#sdk.BlockBlobTier[access_tier] }),
      ...(!overwrite && { conditions: { ifNoneMatch: '*' } }),
    });
    await compare(blob, sending);
    return storedObject(source.bytes, digests, commit.versionId);
  }

  #name(path: string): string {
    return `wasbs://${this.#place}/${path}`;
  }

  #translateErrors<T>(
    place: Wording,
    right: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    return translateErrors(signal, work, (error) => azureFailure(error, place, right, signal));
  }
}

/** Returns the blob at the path; throws with status 404 if there is none. */
async function findStored(
  blob: BlockBlobClient,
  { upload, digests, signal }: Sending,
): Promise<Found> {
  const { bytes } = upload.source;
  const { metadata, contentLength, versionId } = await blob.getProperties({ abortSignal: signal });
  return {
    mark: metadata?.[MARK],
    stored: () => (contentLength === bytes ? storedObject(bytes, digests, versionId) : undefined),
  };
}

/** Checks that all blocks are there. Azure has compared each block with its MD5. */
async function compare(
  blob: BlockBlobClient,
  { upload, digests, place, signal }: Sending,
): Promise<void> {
  const properties = await unlessHidden(blob.getProperties({ abortSignal: signal }));
  if (!properties) return;
  const isSame = properties.contentMD5 === undefined || digests.md5.equals(properties.contentMD5);
  if (properties.contentLength !== upload.source.bytes || !isSame) throw deliveryCorrupt(place);
}

/** Returns the blocks of an interrupted upload that the store has, with their sizes. */
async function staged(blob: BlockBlobClient, signal: AbortSignal): Promise<Map<string, number>> {
  const blocks = await unlessHidden(blob.getBlockList('uncommitted', { abortSignal: signal }));
  return new Map(blocks?.uncommittedBlocks?.map(({ name, size }) => [name, size]));
}

/** Returns a block name. All block names of a blob must have the same length. */
function blockName({ number, md5 }: UploadPart): string {
  return Buffer.from(`${String(number).padStart(6, '0')}-${md5.toString('hex')}`).toString(
    'base64',
  );
}
