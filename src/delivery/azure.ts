import type { BlockBlobClient, ContainerClient, RequestPolicyFactory } from '@azure/storage-blob';
import { AppError, type ErrorCode } from '../base/index.ts';
import { azureAccess } from './azure-access.ts';
import {
  alreadyThere,
  deliveryCorrupt,
  deliveryFailure,
  deliveryNetworkFailure,
  deliveryStatusFailure,
  factsOf,
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
import {
  type Digests,
  digestsOf,
  forEachAtOnce,
  type UploadPart,
  uploadPartsOf,
} from './source.ts';

type Sdk = typeof import('@azure/storage-blob');

const MAX_BLOCKS = 50_000;
const MEBIBYTE = 1024 * 1024;

/** A container of Azure Blob Storage; `place` is `container@host`. */
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
    // For what passes in a moment; jobs try again later.
    retryOptions: { maxTries: 3, retryDelayInMs: 500 },
  });
  pipeline.factories.push(through(network));
  const query = sas === undefined ? '' : `?${sas}`;
  const client = new sdk.ContainerClient(`${endpoint}/${container}${query}`, pipeline);
  return new AzureStore(sdk, client, settings, place);
}

/** Every request through the guarded agents, whatever proxy the environment names. */
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
 * Blocks are named by their number and MD5: a block that the store still has from an interrupted
 * upload is known by its name, and needs no note of ours.
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
        return await this.#send({ blob, objectUpload, digests, place, signal });
      } catch (error) {
        const isThere = [409, 412].includes(factsOf(error).status ?? 0);
        const there = isThere && (await this.#stored(blob, objectUpload, digests, signal));
        if (there) return there;
        throw error;
      }
    });
  }

  /** Blocks that were never put together go by themselves after a week; there is no call for it. */
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
      // A key that may only write cannot ask; the condition of the write decides then.
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

  async #send({
    blob,
    objectUpload,
    digests,
    place,
    signal,
  }: {
    blob: BlockBlobClient;
    objectUpload: ObjectUpload;
    digests: Digests;
    place: string;
    signal: AbortSignal;
  }): Promise<StoredObject> {
    const { source, again } = objectUpload;
    const there = again ? await staged(blob, signal) : new Map<string, number>();
    const partBytes = Math.max(
      PART_BYTES,
      Math.ceil(source.bytes / MAX_BLOCKS / MEBIBYTE) * MEBIBYTE,
    );
    const names: string[] = [];
    await forEachAtOnce(uploadPartsOf(source, partBytes), PARTS_AT_ONCE, async (part) => {
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

  /** Each block has been checked against its MD5 on its way in; here, that they are all there. */
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
    if (found.contentLength !== bytes || !isSame) throw deliveryCorrupt(place);
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

/** Blocks that the store has of an upload that was not ended. */
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

/** All names of a blob's blocks must have one length. */
function blockName({ number, md5 }: UploadPart): string {
  return Buffer.from(`${String(number).padStart(6, '0')}-${md5.toString('hex')}`).toString(
    'base64',
  );
}

const CODES: Record<string, [ErrorCode, string, string]> = {
  AuthenticationFailed: [
    'delivery_denied',
    'the key or the signature is not valid',
    'Give account_key, sas_token or connection_string again; a SAS may have expired.',
  ],
  InvalidAuthenticationInfo: [
    'delivery_denied',
    'the key or the signature cannot be read',
    'Give account_key, sas_token or connection_string again.',
  ],
  AccountIsDisabled: ['delivery_denied', 'the account is disabled', 'Ask who owns it.'],
  ContainerNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Make the container, or correct its name in `to` and in the destination.',
  ],
  ContainerBeingDeleted: [
    'delivery_place_missing',
    'the container is being deleted',
    'Make it anew.',
  ],
  ResourceNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Make the container, or correct its name in `to` and in the destination.',
  ],
  BlobAlreadyExists: [
    'delivery_exists',
    'something is there already',
    'Use a path with {id}, or allow to overwrite.',
  ],
  BlobImmutableDueToPolicy: [
    'delivery_exists',
    'a policy forbids to replace what is there',
    'Use a path with {id}.',
  ],
  Md5Mismatch: ['delivery_corrupt', 'what arrived is not what was sent', 'It is sent again.'],
  InvalidBlockList: ['delivery_corrupt', 'the store has lost a part', 'It is sent again.'],
  InvalidBlobType: [
    'delivery_exists',
    'a blob of another type is there already',
    'Delete it, or use another path.',
  ],
};

function azureFailure(error: unknown, place: string, right: string, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  const problem = deliveryNetworkFailure(error, place, signal);
  if (problem) return problem;
  const { code = '', status } = factsOf(error);
  const description = `with ${code === '' ? '' : `${code}, `}status ${status ?? 'unknown'}`;
  const known = CODES[code];
  if (known) {
    const [ours, but, hint] = known;
    return deliveryFailure({
      code: ours,
      place,
      but: `${but} (${description})`,
      hint,
      cause: error,
    });
  }
  if (status === 403) {
    const hint = `Allow ${right} in the SAS or the role, and this machine in the firewall of the account.`;
    return deliveryFailure({
      code: 'delivery_denied',
      place,
      but: `the key may not ${right} (${description})`,
      hint,
      cause: error,
    });
  }
  if (status === 404) {
    const [ours, but, hint] = CODES['ContainerNotFound'] as [ErrorCode, string, string];
    return deliveryFailure({
      code: ours,
      place,
      but: `${but} (${description})`,
      hint,
      cause: error,
    });
  }
  return deliveryStatusFailure(status, place, description, error);
}
