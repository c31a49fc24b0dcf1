import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import type { StoredFiles } from './stored-files.ts';

/** Reads and writes the files of a cluster in its bucket, without Framepress. */
export function bucketFiles(environment: Record<string, string>): StoredFiles {
  const { hostname: Bucket, pathname } = new URL(environment['FRAMEPRESS_STORAGE'] ?? '');
  const root = `${pathname.slice(1)}/`;
  const client = new S3Client({
    endpoint: environment['FRAMEPRESS_S3_ENDPOINT'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    forcePathStyle: true,
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const keys = async (start: string) => {
    const found: string[] = [];
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: root + start }))
      for (const { Key = '' } of page.Contents ?? []) found.push(Key.slice(root.length));
    return found.sort();
  };
  return {
    keys: (folder) => keys(folder === '' ? '' : `${folder}/`),
    read: async (key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: root + key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    write: async (key, bytes) => {
      await client.send(new PutObjectCommand({ Bucket, Key: root + key, Body: bytes }));
    },
    remove: async (key) => {
      const below = (await keys(key)).filter((one) => one === key || one.startsWith(`${key}/`));
      for (const one of below)
        await client.send(new DeleteObjectCommand({ Bucket, Key: root + one }));
    },
  };
}
