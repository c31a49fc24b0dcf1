import type { BlockBlobClient, ContainerClient, RequestPolicyFactory } from '@azure/storage-blob';
import { AppError, type ErrorCode } from '../base/index.ts';
import { azureAccess } from './azure-access.ts';
import {
  alreadyThere,
  corrupt,
  factsOf,
  failure,
  networkFailure,
  statusFailure,
} from './failure.ts';
import type { Network } from './network.ts';
import {
  MARK,
  type ObjectStore,
  type ObjectUpload,
  PART_BYTES,
  PARTS_AT_ONCE,
  partLimit,
  type StoredObject,
} from './object-store.ts';
import type { AzureSettings } from './settings.ts';
import { type Digests, digestsOf, forEachAtOnce, type Part, partsOf } from './source.ts';

type Sdk = typeof import('@azure/storage-blob');

const MAX_BLOCKS = 50_000;
const MEBIBYTE = 1024 * 1024;

/** Opens a container of Azure Blob Storage. `place` is `container@host`. */
export async function openAzure(
  settings: AzureSettings,
  place: string,
  network: Network,
): Promise<ObjectStore> {
  const sdk = await import('@azure/storage-blob');
  const [container = '', host = ''] = place.split('@');
  const { endpoint, account, key, sas } = azureAccess(settings, host);
  const credential =
    key === undefined
      ? new sdk.AnonymousCredential()
      : new sdk.StorageSharedKeyCredential(account, key);
  const pipeline = sdk.newPipeline(credential, {
    // For short failures. Jobs retry after longer failures.
    retryOptions: { maxTries: 3, retryDelayInMs: 500 },
  });
  pipeline.factories.push(through(network));
  const query = sas === undefined ? '' : `?${sas}`;
  const client = new sdk.ContainerClient(`${endpoint}/${container}${query}`, pipeline);
  return new AzureStore(sdk, client, settings, place);
}

/** Sends all requests through the guarded agents, and ignores proxies from the environment. */
function through(network: Network): RequestPolicyFactory {
  return {
    create: (next) => ({
      sendRequest: (request) => {
        request.agent = request.url.startsWith('http:') ? network.http : network.https;
        return next.sendRequest(request);
      },
    }),
  };
}

/**
 * The name of a block contains its number and MD5. Therefore an interrupted upload finds its blocks
 * in the store by name and needs no stored state.
 */
class AzureStore implements ObjectStore {
  readonly #sdk: Sdk;
  readonly #container: ContainerClient;
  readonly #options: AzureSettings['options'];
  readonly #place: string;

  constructor(sdk: Sdk, container: ContainerClient, { options }: AzureSettings, place: string) {
    this.#sdk = sdk;
    this.#container = container;
    this.#options = options;
    this.#place = place;
  }

  async put(objectUpload: ObjectUpload, signal: AbortSignal): Promise<StoredObject> {
    const { source, path, again, overwrite } = objectUpload;
    const place = `write ${this.#name(path)}`;
    return this.#explained(place, 'Create and Write', signal, async () => {
      const digests = await digestsOf(source, signal);
      const blob = this.#container.getBlockBlobClient(path);
      if (again || !overwrite) {
        const there = await this.#stored(blob, objectUpload, digests, signal);
        if (there) return there;
      }
      try {
        return await this.#send(blob, objectUpload, digests, place, signal);
      } catch (error) {
        const isThere = [409, 412].includes(factsOf(error).status ?? 0);
        const there = isThere && (await this.#stored(blob, objectUpload, digests, signal));
        if (there) return there;
        throw error;
      }
    });
  }

  /** Does nothing: Azure deletes uncommitted blocks after a week and has no request for it. */
  async abandon(): Promise<void> {}

  readonly probe = {
    write: async (path: string, bytes: Buffer, signal: AbortSignal): Promise<void> => {
      await this.#explained(`write ${this.#name(path)}`, 'Create and Write', signal, () =>
        this.#container
          .getBlockBlobClient(path)
          .upload(bytes, bytes.byteLength, { abortSignal: signal }),
      );
    },

    read: (path: string, signal: AbortSignal): Promise<Buffer> =>
      this.#explained(`read ${this.#name(path)}`, 'Read', signal, () =>
        this.#container
          .getBlobClient(path)
          .downloadToBuffer(undefined, undefined, { abortSignal: signal }),
      ),

    remove: async (path: string, signal: AbortSignal): Promise<void> => {
      await this.#explained(`delete ${this.#name(path)}`, 'Delete', signal, () =>
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

  async #stored(
    blob: BlockBlobClient,
    { path, id, source, overwrite }: ObjectUpload,
    digests: Digests,
    signal: AbortSignal,
  ): Promise<StoredObject | undefined> {
    const found = await blob.getProperties({ abortSignal: signal }).catch((error: unknown) => {
      const { status } = factsOf(error);
      // A key that may only write cannot read: then the condition of the write decides.
      if (status === 404 || status === 403) return undefined;
      throw error;
    });
    if (!found) return undefined;
    if (found.metadata?.[MARK] === id && found.contentLength === source.bytes) {
      return { bytes: source.bytes, md5: digests.md5.toString('hex'), version: found.versionId };
    }
    if (overwrite) return undefined;
    throw alreadyThere(`write ${this.#name(path)}`);
  }

  async #send(
    blob: BlockBlobClient,
    objectUpload: ObjectUpload,
    digests: Digests,
    place: string,
    signal: AbortSignal,
  ): Promise<StoredObject> {
    const { source, again } = objectUpload;
    const there = again ? await staged(blob, signal) : new Map<string, number>();
    const partBytes = Math.max(
      PART_BYTES,
      Math.ceil(source.bytes / MAX_BLOCKS / MEBIBYTE) * MEBIBYTE,
    );
    const names: string[] = [];
    await forEachAtOnce(partsOf(source, partBytes), PARTS_AT_ONCE, async (part) => {
      const name = blockName(part);
      names[part.number - 1] = name;
      if (there.get(name) === part.bytes.byteLength) return;
      using limit = partLimit(place, signal);
      const { contentMD5 } = await blob.stageBlock(name, part.bytes, part.bytes.byteLength, {
        transactionalContentMD5: part.md5,
        abortSignal: limit.signal,
      });
      if (contentMD5 && !part.md5.equals(contentMD5)) throw corrupt(place);
    });
    const { contentType, cacheControl, overwrite, id } = objectUpload;
    const { access_tier } = this.#options;
    const done = await blob.commitBlockList(names, {
      abortSignal: signal,
      blobHTTPHeaders: {
        blobContentType: contentType,
        blobContentMD5: digests.md5,
        ...(cacheControl !== undefined && { blobCacheControl: cacheControl }),
      },
      metadata: { [MARK]: id },
      ...(access_tier !== undefined && { tier: this.#sdk.BlockBlobTier[access_tier] }),
      ...(!overwrite && { conditions: { ifNoneMatch: '*' } }),
    });
    await this.#compare(blob, source.bytes, digests, place, signal);
    return { bytes: source.bytes, md5: digests.md5.toString('hex'), version: done.versionId };
  }

  /** Checks that all blocks are present. The store has checked the MD5 of each block. */
  async #compare(
    blob: BlockBlobClient,
    bytes: number,
    { md5 }: Digests,
    place: string,
    signal: AbortSignal,
  ): Promise<void> {
    const found = await blob.getProperties({ abortSignal: signal }).catch((error: unknown) => {
      if (factsOf(error).status === 403) return undefined;
      throw error;
    });
    if (!found) return;
    const isSame = found.contentMD5 === undefined || md5.equals(found.contentMD5);
    if (found.contentLength !== bytes || !isSame) throw corrupt(place);
  }

  #name(path: string): string {
    return `wasbs://${this.#place}/${path}`;
  }

  async #explained<T>(
    place: string,
    right: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      throw azureFailure(error, place, right, signal);
    }
  }
}

/** Returns the blocks of an interrupted upload that the store has, with their sizes. */
async function staged(blob: BlockBlobClient, signal: AbortSignal): Promise<Map<string, number>> {
  try {
    const { uncommittedBlocks } = await blob.getBlockList('uncommitted', { abortSignal: signal });
    return new Map(uncommittedBlocks?.map(({ name, size }) => [name, size]));
  } catch (error) {
    const { status } = factsOf(error);
    if (status === 404 || status === 403) return new Map();
    throw error;
  }
}

/** Returns a block name. All block names of a blob must have the same length. */
function blockName({ number, md5 }: Part): string {
  return Buffer.from(`${String(number).padStart(6, '0')}-${md5.toString('hex')}`).toString(
    'base64',
  );
}

const CODES: Record<string, [ErrorCode, string, string]> = {
  AuthenticationFailed: [
    'delivery_denied',
    'the key or the signature is not valid',
    'Send account_key, sas_token or connection_string again; a SAS may have expired.',
  ],
  InvalidAuthenticationInfo: [
    'delivery_denied',
    'the key or the signature is malformed',
    'Send account_key, sas_token or connection_string again.',
  ],
  AccountIsDisabled: [
    'delivery_denied',
    'the account is disabled',
    'Contact the owner of the account.',
  ],
  ContainerNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Create the container, or correct its name in `to` and in the destination.',
  ],
  ContainerBeingDeleted: [
    'delivery_place_missing',
    'the container is being deleted',
    'Create the container again.',
  ],
  ResourceNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Create the container, or correct its name in `to` and in the destination.',
  ],
  BlobAlreadyExists: [
    'delivery_exists',
    'an object already exists there',
    'Use a path with {id}, or set overwrite to true.',
  ],
  BlobImmutableDueToPolicy: [
    'delivery_exists',
    'a policy of the store does not allow replacing the object',
    'Use a path with {id}.',
  ],
  Md5Mismatch: [
    'delivery_corrupt',
    'the received data differs from the sent data',
    'The upload is retried.',
  ],
  InvalidBlockList: ['delivery_corrupt', 'the store has lost a part', 'The upload is retried.'],
  InvalidBlobType: [
    'delivery_exists',
    'a blob of a different type already exists there',
    'Delete it, or use a different path.',
  ],
};

function azureFailure(error: unknown, place: string, right: string, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  const problem = networkFailure(error, place, signal);
  if (problem) return problem;
  const { code = '', status } = factsOf(error);
  const description = `with ${code === '' ? '' : `${code}, `}status ${status ?? 'unknown'}`;
  const known = CODES[code];
  if (known) {
    const [ours, but, hint] = known;
    return failure(ours, place, `${but} (${description})`, hint, error);
  }
  if (status === 403) {
    const hint = `Allow ${right} in the SAS or the role, and this machine in the firewall of the account.`;
    return failure(
      'delivery_denied',
      place,
      `the key may not ${right} (${description})`,
      hint,
      error,
    );
  }
  if (status === 404) {
    const [ours, but, hint] = CODES['ContainerNotFound'] as [ErrorCode, string, string];
    return failure(ours, place, `${but} (${description})`, hint, error);
  }
  return statusFailure(status, place, description, error);
}
