import { createHash } from 'node:crypto';
import { defined, forEachAtOnce, say, type Wording } from '../base/index.ts';
import {
  bareETag,
  checkETag,
  conditionally,
  crc32Base64,
  deliveryCorrupt,
  type Network,
  openS3Client,
  type S3Access,
  s3Failure,
  sdkErrorFacts,
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
import { type Found, type Sending, sendOnce, storedObject, translateErrors } from './send-once.ts';
import type { S3Settings } from './settings.ts';
import { partsOf, readRange, type UploadPart } from './source.ts';

/** The state of an interrupted multipart upload; `etags` by part number. */
type Resume = { uploadId: string; partBytes: number; etags: Record<string, string> };

const MAX_WHOLE_BYTES = 1024 * 1024;
const MAX_PARTS = 10_000;

/**
 * Opens a bucket of S3 or of a compatible store. Each part is sent with its MD5, which all these
 * stores check. For Amazon a CRC-32 is added, because the ETag of an encrypted object is not an
 * MD5.
 */
export async function openS3(
  settings: S3Settings,
  bucket: string,
  network: Network,
): Promise<ObjectStore> {
  const { options, credentials } = settings;
  const access = await openS3Client({
    region: options.region,
    endpoint: options.endpoint,
    pathStyle: options.path_style,
    credentials: {
      accessKeyId: credentials.access_key_id,
      secretAccessKey: credentials.secret_access_key,
      ...defined({ sessionToken: credentials.session_token }),
    },
    network,
    attempts: 3,
  });
  return new S3Store(access, options, bucket);
}

class S3Store implements ObjectStore {
  readonly #sdk: S3Access['sdk'];
  readonly #client: S3Access['client'];
  readonly #bucket: string;
  readonly #options: S3Settings['options'];

  constructor({ sdk, client }: S3Access, options: S3Settings['options'], bucket: string) {
    this.#sdk = sdk;
    this.#client = client;
    this.#bucket = bucket;
    this.#options = options;
  }

  put(upload: ObjectUpload, signal: AbortSignal): Promise<StoredObject> {
    const place = say`write ${this.#name(upload.path)}`;
    return this.#translateErrors(place, 's3:PutObject', signal, () =>
      sendOnce({
        upload,
        place,
        signal,
        conflicts: [412],
        find: (sending) => this.#findStored(sending),
        // Only a small file is sent in one request: a store that refuses a large body does so by
        // breaking the connection, and its answer is lost. A multipart upload begins and ends with
        // small requests. A multipart upload that was interrupted is continued.
        send: (sending) =>
          upload.source.bytes <= MAX_WHOLE_BYTES && upload.resume === undefined
            ? this.#putWhole(sending)
            : this.#putParts(sending),
      }),
    );
  }

  async abandon(path: string, resume: string, signal: AbortSignal): Promise<void> {
    const { uploadId } = JSON.parse(resume) as Resume;
    const input = { ...this.#addressOf(path), UploadId: uploadId };
    await this.#translateErrors(
      say`clear ${this.#name(path)}`,
      's3:AbortMultipartUpload',
      signal,
      () =>
        this.#client.send(new this.#sdk.AbortMultipartUploadCommand(input), {
          abortSignal: signal,
        }),
    );
  }

  readonly probe = {
    write: async (path: string, bytes: Buffer, signal: AbortSignal): Promise<void> => {
      const input = {
        ...this.#addressOf(path),
        ...this.#storageOptions(),
        Body: bytes,
        ...md5(bytes),
      };
      await this.#translateErrors(say`write ${this.#name(path)}`, 's3:PutObject', signal, () =>
        this.#client.send(new this.#sdk.PutObjectCommand(input), { abortSignal: signal }),
      );
    },

    read: (path: string, signal: AbortSignal): Promise<Buffer> =>
      this.#translateErrors(say`read ${this.#name(path)}`, 's3:GetObject', signal, async () => {
        const command = new this.#sdk.GetObjectCommand({
          ...this.#addressOf(path),
          Range: 'bytes=0-1023',
        });
        const { Body } = await this.#client.send(command, { abortSignal: signal });
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      }),

    remove: async (path: string, signal: AbortSignal): Promise<void> => {
      await this.#translateErrors(say`delete ${this.#name(path)}`, 's3:DeleteObject', signal, () =>
        this.#client.send(new this.#sdk.DeleteObjectCommand(this.#addressOf(path)), {
          abortSignal: signal,
        }),
      );
    },

    exists: async (signal: AbortSignal): Promise<boolean | undefined> => {
      const command = new this.#sdk.HeadBucketCommand({ Bucket: this.#bucket });
      try {
        await this.#client.send(command, { abortSignal: signal });
        return true;
      } catch (error) {
        return sdkErrorFacts(error).status === 404 ? false : undefined;
      }
    },
  };

  /** Returns the object at the path; throws with status 404 if there is none. */
  async #findStored({ upload, digests, signal }: Sending): Promise<Found> {
    const { bytes } = upload.source;
    const command = new this.#sdk.HeadObjectCommand(this.#addressOf(upload.path));
    const head = await this.#client.send(command, { abortSignal: signal });
    const isWhole = head.ContentLength === bytes;
    return {
      mark: head.Metadata?.[MARK],
      stored: () => (isWhole ? storedObject(bytes, digests, head.VersionId) : undefined),
    };
  }

  /** Sends a file in one request. */
  async #putWhole({ upload, digests, place, signal }: Sending): Promise<StoredObject> {
    const body = await readRange(upload.source, 0, upload.source.bytes);
    using limit = partLimit(place, signal);
    const input = {
      ...this.#addressOf(upload.path),
      ...this.#objectFields(upload),
      Body: body,
      ContentMD5: digests.md5.toString('base64'),
      ...(this.#isAmazon && { ChecksumCRC32: digests.crc32.toString('base64') }),
    };
    const answer = await conditionally(upload.overwrite, (condition) =>
      this.#client.send(new this.#sdk.PutObjectCommand({ ...input, ...condition }), {
        abortSignal: limit.signal,
      }),
    );
    checkETag(answer, digests.md5, place);
    return storedObject(body.byteLength, digests, answer.VersionId);
  }

  /**
   * Continues the multipart upload of an earlier attempt, or begins one. The new upload is kept
   * before the first part, so that a later attempt finds it.
   */
  async #putParts(sending: Sending): Promise<StoredObject> {
    const { upload, signal } = sending;
    const { resume, source } = upload;
    if (resume !== undefined) {
      const previousUpload = JSON.parse(resume) as Resume;
      try {
        return await this.#sendParts(previousUpload, sending);
      } catch (error) {
        // The multipart upload was removed, or it belongs to a different key.
        if (sdkErrorFacts(error).name !== 'NoSuchUpload') throw error;
      }
    }
    const partBytes = partBytesFor(source.bytes, MAX_PARTS);
    const command = new this.#sdk.CreateMultipartUploadCommand({
      ...this.#addressOf(upload.path),
      ...this.#objectFields(upload),
      ...(this.#isAmazon && { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' }),
    });
    const { UploadId } = await this.#client.send(command, { abortSignal: signal });
    const begun = { uploadId: UploadId ?? '', partBytes, etags: {} };
    await upload.keep(JSON.stringify(begun));
    return this.#sendParts(begun, sending);
  }

  /**
   * Sends the parts that `state` does not have, and completes the upload. `state` is kept after
   * each part. All parts are read again, because their checksums are needed at the end.
   */
  async #sendParts(state: Resume, sending: Sending): Promise<StoredObject> {
    const { upload, digests, place, signal } = sending;
    const { source, path, overwrite } = upload;
    const { uploadId, partBytes, etags } = state;
    const sums: Buffer[] = [];
    await forEachAtOnce(partsOf(source, partBytes), PARTS_AT_ONCE, async (part) => {
      sums[part.number - 1] = part.md5;
      if (etags[part.number] !== undefined) return;
      etags[part.number] = await this.#sendPart(part, uploadId, sending);
      await upload.keep(JSON.stringify(state));
    });
    const Parts = sums.map((_, i) => ({ PartNumber: i + 1, ETag: etags[i + 1] }));
    const input = { ...this.#addressOf(path), UploadId: uploadId, MultipartUpload: { Parts } };
    const crc = {
      ChecksumCRC32: digests.crc32.toString('base64'),
      ChecksumType: 'FULL_OBJECT',
    } as const;
    const answer = await conditionally(overwrite, (condition) =>
      this.#client.send(
        new this.#sdk.CompleteMultipartUploadCommand({
          ...input,
          ...condition,
          ...(this.#isAmazon && crc),
        }),
        { abortSignal: signal },
      ),
    );
    // The store has checked each part. Its length shows that all parts are in the object.
    const digest = createHash('md5').update(Buffer.concat(sums)).digest('hex');
    const isKnown = this.#isAmazon || bareETag(answer.ETag) === `${digest}-${sums.length}`;
    if (!isKnown && !(await this.#isWhole(path, source.bytes, signal)))
      throw deliveryCorrupt(place);
    return storedObject(source.bytes, digests, answer.VersionId);
  }

  /** Whether an object has a length. A key that may only write does not say. */
  async #isWhole(path: string, bytes: number, signal: AbortSignal): Promise<boolean> {
    try {
      const command = new this.#sdk.HeadObjectCommand(this.#addressOf(path));
      const { ContentLength } = await this.#client.send(command, { abortSignal: signal });
      return ContentLength === bytes;
    } catch (error) {
      if (sdkErrorFacts(error).status === 403) return true;
      throw error;
    }
  }

  /** Sends a part, and returns its ETag. */
  async #sendPart(part: UploadPart, uploadId: string, { upload, place, signal }: Sending) {
    using limit = partLimit(place, signal);
    const command = new this.#sdk.UploadPartCommand({
      ...this.#addressOf(upload.path),
      UploadId: uploadId,
      PartNumber: part.number,
      Body: part.bytes,
      ContentMD5: part.md5.toString('base64'),
      ...(this.#isAmazon && { ChecksumCRC32: crc32Base64(part.bytes) }),
    });
    const answer = await this.#client.send(command, { abortSignal: limit.signal });
    checkETag(answer, part.md5, place);
    return answer.ETag ?? '';
  }

  get #isAmazon(): boolean {
    return this.#options.endpoint === undefined;
  }

  #name(path: string): string {
    return `s3://${this.#bucket}/${path}`;
  }

  /** Returns the fields that identify an object in the SDK's commands. */
  #addressOf(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: path };
  }

  /** Returns the options of the destination for new objects. */
  #storageOptions() {
    const { sse, sse_kms_key_id, acl, storage_class } = this.#options;
    return {
      ...defined({ ServerSideEncryption: sse, SSEKMSKeyId: sse_kms_key_id, ACL: acl }),
      // A store may have its own classes.
      ...(storage_class !== undefined && { StorageClass: storage_class as 'STANDARD' }),
    };
  }

  /**
   * Returns the fields of a new object. Its metadata has the id of the upload, by which a retry
   * finds it.
   */
  #objectFields({ id, contentType, cacheControl }: ObjectUpload) {
    return {
      ...this.#storageOptions(),
      ContentType: contentType,
      ...defined({ CacheControl: cacheControl }),
      Metadata: { [MARK]: id },
    };
  }

  #translateErrors<T>(
    place: Wording,
    right: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    return translateErrors(signal, work, (error) => s3Failure(error, place, right, signal));
  }
}

function md5(bytes: Buffer): { ContentMD5: string } {
  return { ContentMD5: createHash('md5').update(bytes).digest('base64') };
}
