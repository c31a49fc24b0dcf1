import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { startGcs } from '../../test/support/gcs-server.ts';
import {
  AZURE_ACCOUNT,
  AZURE_KEY,
  S3_OWNER,
  startAzurite,
  startS3,
} from '../../test/support/stores.ts';

/** A store for tests: its configuration, whether it signs URLs, and whether its server answers them. */
export type Backend = AsyncDisposable & {
  url: string | undefined;
  s3Endpoint: string | undefined;
  signs: boolean;
  serves: boolean;
};

/** Sets variables of the environment, and returns a function that restores them. */
function setEnvironment(values: Record<string, string>): () => void {
  const previousValues = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of previousValues) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

const s3Environment = ({ access_key_id, secret_access_key } = S3_OWNER) => ({
  AWS_ACCESS_KEY_ID: access_key_id,
  AWS_SECRET_ACCESS_KEY: secret_access_key,
});

/** Creates a bucket of the S3 server. */
async function createBucket(endpoint: string, Bucket: string): Promise<void> {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = S3_OWNER;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}

const onDisk = { s3Endpoint: undefined, signs: false, serves: false };

export const BACKENDS: Record<string, (folder: string) => Promise<Backend>> = {
  'a shared folder': async (folder) => ({
    ...onDisk,
    url: pathToFileURL(join(folder, 'shared')).href,
    [Symbol.asyncDispose]: async () => undefined,
  }),

  S3: async () => {
    const server = await startS3();
    await createBucket(server.url, 'videos');
    const restore = setEnvironment(s3Environment());
    return {
      url: 's3://videos/some/prefix',
      s3Endpoint: server.url,
      signs: true,
      serves: true,
      [Symbol.asyncDispose]: async () => {
        restore();
        await server[Symbol.asyncDispose]();
      },
    };
  },

  'Google Cloud Storage': async (folder) => {
    const server = await startGcs();
    server.buckets.set('videos', new Map());
    const keyFile = join(folder, 'key.json');
    await writeFile(keyFile, JSON.stringify(server.owner));
    const restore = setEnvironment({
      GOOGLE_APPLICATION_CREDENTIALS: keyFile,
      STORAGE_EMULATOR_HOST: server.url,
    });
    return {
      url: 'gs://videos',
      s3Endpoint: undefined,
      signs: true,
      serves: false,
      [Symbol.asyncDispose]: async () => {
        restore();
        await server[Symbol.asyncDispose]();
      },
    };
  },

  Azure: async () => {
    const server = await startAzurite();
    const endpoint = `${server.url}/${AZURE_ACCOUNT}`;
    const credential = new StorageSharedKeyCredential(AZURE_ACCOUNT, AZURE_KEY);
    await new ContainerClient(`${endpoint}/videos`, credential).create();
    const restore = setEnvironment({
      AZURE_STORAGE_CONNECTION_STRING: `AccountName=${AZURE_ACCOUNT};AccountKey=${AZURE_KEY};BlobEndpoint=${endpoint};`,
    });
    return {
      url: 'wasbs://videos@devstoreaccount1.blob.core.windows.net/prefix',
      s3Endpoint: undefined,
      signs: true,
      serves: true,
      [Symbol.asyncDispose]: async () => {
        restore();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
