import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { defined, type Wording } from '../base/index.ts';
import {
  attempt,
  type Body,
  type Bucket,
  forEachPart,
  type LinkOptions,
  type ListedObject,
  type ObjectBody,
  type ObjectFacts,
  partsOf,
  type Range,
} from './bucket.ts';
import { deliveryCorrupt, sdkErrorFacts } from './failure.ts';
import { checkETag, crc32Base64 } from './s3-checks.ts';
import type { S3Access } from './s3-client.ts';
import { s3Failure } from './s3-failure.ts';

/** S3 accepts this number of paths in one request. */
const MAX_REMOVED = 1000;

type Command = Parameters<S3Access['client']['send']>[0];

/** A bucket of S3 or of a compatible store. */
export class S3Bucket implements Bucket {
  readonly name: string;
  readonly #sdk: S3Access['sdk'];
  readonly #client: S3Access['client'];
  readonly #bucket: string;
  /** Amazon checks a CRC-32, too. The ETag of an encrypted object is not an MD5. */
  readonly #isAmazon: boolean;

  constructor({ sdk, client }: S3Access, bucket: string, isAmazon: boolean) {
    this.name = `s3://${bucket}`;
    this.#sdk = sdk;
    this.#client = client;
    this.#bucket = bucket;
    this.#isAmazon = isAmazon;
  }

  async write(path: string, body: Body): Promise<void> {
    if (partsOf(body).length > 1) return this.#writeParts(path, body);
    const bytes = await body.read(0, body.bytes);
    const place = this.#actionAt('write', path);
    await this.#attempt(place, 's3:PutObject', async (signal) => {
      const command = new this.#sdk.PutObjectCommand({
        ...this.#addressOf(path),
        Body: bytes,
        ...this.#sums(bytes),
      });
      const answer = await this.#client.send(command, { abortSignal: signal });
      checkETag(answer, md5Of(bytes), place);
    });
  }

  /**
   * Writes an object in parts. After a failure, the parts are removed, because the store would keep
   * and charge them.
   */
  async #writeParts(path: string, body: Body): Promise<void> {
    const at = this.#addressOf(path);
    const place = this.#actionAt('write', path);
    const { UploadId } = await this.#attempt(place, 's3:PutObject', (signal) => {
      const crc = { ChecksumAlgorithm: 'CRC32', ChecksumType: 'COMPOSITE' } as const;
      const command = new this.#sdk.CreateMultipartUploadCommand({
        ...at,
        ...(this.#isAmazon && crc),
      });
      return this.#client.send(command, { abortSignal: signal });
    });
    const upload = { ...at, UploadId };
    try {
      const Parts = await this.#sendParts(upload, body, place);
      await this.#attempt(place, 's3:PutObject', async (signal) => {
        const input = { ...upload, MultipartUpload: { Parts } };
        const command = new this.#sdk.CompleteMultipartUploadCommand(input);
        const completed = this.#client.send(command, { abortSignal: signal });
        // A lost answer: the retry finds the upload completed.
        await completed.catch((error: unknown) => {
          if (sdkErrorFacts(error).name !== 'NoSuchUpload') throw error;
        });
        const head = new this.#sdk.HeadObjectCommand(at);
        const { ContentLength } = await this.#client.send(head, { abortSignal: signal });
        if (ContentLength !== body.bytes) throw deliveryCorrupt(place);
      });
    } catch (error) {
      // The first error is the cause. Otherwise a cleanup removes the parts.
      const command = new this.#sdk.AbortMultipartUploadCommand(upload);
      await this.#client.send(command).catch(() => undefined);
      throw error;
    }
  }

  /** Sends the parts, some at the same time, and returns them in their order. */
  async #sendParts(
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
    body: Body,
    place: Wording,
  ): Promise<{ PartNumber: number; ETag: string | undefined; ChecksumCRC32?: string }[]> {
    const sent: { PartNumber: number; ETag: string | undefined }[] = [];
    await forEachPart(body, async ({ number, start, length }) => {
      const bytes = await body.read(start, length);
      const { ContentMD5, ...crc } = this.#sums(bytes);
      await this.#attempt(place, 's3:PutObject', async (signal) => {
        const command = new this.#sdk.UploadPartCommand({
          ...upload,
          PartNumber: number,
          Body: bytes,
          ContentMD5,
          ...crc,
        });
        const answer = await this.#client.send(command, { abortSignal: signal });
        checkETag(answer, md5Of(bytes), place);
        sent[number - 1] = { PartNumber: number, ETag: answer.ETag, ...crc };
      });
    });
    return sent;
  }

  async facts(path: string): Promise<ObjectFacts | undefined> {
    const head = await this.#ifThere('read', path, (signal) =>
      this.#client.send(new this.#sdk.HeadObjectCommand(this.#addressOf(path)), {
        abortSignal: signal,
      }),
    );
    if (!head) return undefined;
    const { ContentLength = 0, LastModified, ETag = '' } = head;
    return { bytes: ContentLength, modifiedMs: LastModified?.getTime() ?? 0, etag: ETag };
  }

  async read(path: string, { start, end, etag }: Range): Promise<ObjectBody | undefined> {
    const isPart = start > 0 || end !== undefined;
    const command = new this.#sdk.GetObjectCommand({
      ...this.#addressOf(path),
      ...(isPart && { Range: `bytes=${start}-${end ?? ''}` }),
      ...defined({ IfMatch: etag }),
    });
    // The limit of time is for the answer. Its body may take longer.
    const answer = await this.#ifThere('read', path, (signal) =>
      this.#client.send(command, { abortSignal: signal }),
    );
    if (!answer) return undefined;
    const { Body, ContentLength = 0, ETag } = answer;
    return { body: Body as Readable, bytes: ContentLength, etag: ETag };
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += MAX_REMOVED) {
      const pathBatch = paths.slice(at, at + MAX_REMOVED);
      const [first = ''] = pathBatch;
      const place = this.#actionAt('delete', first);
      await this.#attempt(place, 's3:DeleteObject', async (signal) => {
        const command =
          pathBatch.length === 1
            ? new this.#sdk.DeleteObjectCommand(this.#addressOf(first))
            : this.#removing(pathBatch);
        const answer = await this.#client.send(command as Command, { abortSignal: signal });
        const [failed] = (answer as { Errors?: { Code?: string }[] }).Errors ?? [];
        if (failed) throw Object.assign(new Error(), { name: failed.Code ?? 'Unknown' });
      });
    }
  }

  async *pages(prefix: string): AsyncGenerator<ListedObject[]> {
    for await (const { Contents = [] } of this.#list({ Prefix: prefix })) {
      yield Contents.map(({ Key = '', Size = 0, LastModified }) => ({
        path: Key,
        bytes: Size,
        modifiedMs: LastModified?.getTime() ?? 0,
      }));
    }
  }

  async *folders(prefix: string): AsyncGenerator<string[]> {
    for await (const page of this.#list({ Prefix: prefix, Delimiter: '/' })) {
      const { CommonPrefixes = [] } = page;
      yield CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1));
    }
  }

  async removeUnfinished(prefix: string, sinceMs: number): Promise<void> {
    const at = { Bucket: this.#bucket, Prefix: prefix };
    const page = (marker: { KeyMarker?: string; UploadIdMarker?: string }) =>
      this.#attempt(
        this.#actionAt('list uploads of', prefix),
        's3:ListBucketMultipartUploads',
        (signal) =>
          this.#client.send(new this.#sdk.ListMultipartUploadsCommand({ ...at, ...marker }), {
            abortSignal: signal,
          }),
      );
    for (let uploadsPage = await page({}); ; ) {
      for (const { Key, UploadId, Initiated } of uploadsPage.Uploads ?? []) {
        if ((Initiated?.getTime() ?? Infinity) >= sinceMs) continue;
        const upload = { Bucket: this.#bucket, Key, UploadId };
        await this.#ifThere(
          'delete',
          Key ?? '',
          (signal) =>
            this.#client.send(new this.#sdk.AbortMultipartUploadCommand(upload), {
              abortSignal: signal,
            }),
          's3:AbortMultipartUpload',
        );
      }
      const { IsTruncated, NextKeyMarker = '', NextUploadIdMarker = '' } = uploadsPage;
      if (IsTruncated !== true) return;
      uploadsPage = await page({ KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker });
    }
  }

  link(path: string, { seconds, contentType, contentDisposition }: LinkOptions): Promise<string> {
    return this.#attempt(this.#actionAt('sign a URL of', path), 's3:GetObject', async () => {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const command = new this.#sdk.GetObjectCommand({
        ...this.#addressOf(path),
        ResponseContentType: contentType,
        ...defined({ ResponseContentDisposition: contentDisposition }),
      });
      return getSignedUrl(this.#client, command, { expiresIn: seconds });
    });
  }

  /** Yields the pages of a list. Each page is requested with its own retries. */
  async *#list(filter: { Prefix: string; Delimiter?: string }) {
    let nextToken: string | undefined;
    do {
      const input = { Bucket: this.#bucket, ...filter, ContinuationToken: nextToken };
      const place = this.#actionAt('list', filter.Prefix);
      const page = await this.#attempt(place, 's3:ListBucket', (signal) =>
        this.#client.send(new this.#sdk.ListObjectsV2Command(input), { abortSignal: signal }),
      );
      yield page;
      nextToken = page.NextContinuationToken;
    } while (nextToken !== undefined);
  }

  /** Compatible stores demand the MD5 of this request; the SDK sends a newer checksum. */
  #removing(paths: readonly string[]) {
    const Objects = paths.map((Key) => ({ Key }));
    const command = new this.#sdk.DeleteObjectsCommand({
      Bucket: this.#bucket,
      Delete: { Objects, Quiet: true },
    });
    command.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { headers: Record<string, string>; body: string };
        request.headers['content-md5'] = md5Of(Buffer.from(request.body)).toString('base64');
        return next(args);
      },
      { step: 'build', name: 'contentMd5' },
    );
    return command;
  }

  /** Returns the checksums of a request. Other stores than Amazon's may refuse CRC32. */
  #sums(bytes: Buffer): { ContentMD5: string; ChecksumCRC32?: string } {
    return {
      ContentMD5: md5Of(bytes).toString('base64'),
      ...(this.#isAmazon && { ChecksumCRC32: crc32Base64(bytes) }),
    };
  }

  /** Returns the fields that identify an object in the SDK's commands. */
  #addressOf(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: path };
  }

  /** Returns the name of an action for errors, such as `write s3://bucket/path`. */
  #actionAt(action: string, path: string): string {
    return `${action} ${this.name}/${path}`;
  }

  /** Runs requests with their retries. `right` is the permission that a denied request lacks. */
  #attempt<T>(
    place: Wording,
    right: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return attempt(place, work, (error, signal) => s3Failure(error, place, right, signal));
  }

  /** Returns undefined when the object or upload does not exist, or has a different etag. */
  #ifThere<T>(
    action: string,
    path: string,
    work: (signal: AbortSignal) => Promise<T>,
    // Without the right to list, Amazon answers 403 for a missing object.
    right = 's3:GetObject or s3:ListBucket',
  ): Promise<T | undefined> {
    return this.#attempt(this.#actionAt(action, path), right, (signal) =>
      work(signal).catch((error: unknown) => {
        const { name, status } = sdkErrorFacts(error);
        if (name === 'NoSuchBucket' || (status !== 404 && status !== 412)) throw error;
        return undefined;
      }),
    );
  }
}

function md5Of(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest();
}
