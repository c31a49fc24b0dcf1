import { lookup } from 'node:dns';
import { readFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { AppError } from '../base/index.ts';
import { type AzureAccess, azureAccess } from './azure-access.ts';
import { AzureBucket } from './azure-bucket.ts';
import { openAzureContainer } from './azure-client.ts';
import type { Bucket } from './bucket.ts';
import { GcsBucket } from './gcs-bucket.ts';
import { GCS_ENDPOINT, type GoogleAccount, openGcsClient, openGcsSigner } from './gcs-client.ts';
import { openNetwork } from './network.ts';
import { S3Bucket } from './s3-bucket.ts';
import { openS3Client } from './s3-client.ts';

/** Maximum time without any byte sent or received, including the connection. */
const STALL_MS = 20_000;
/** The SDK repeats a request once, also to correct the clock. Longer failures are retried by `attempt`. */
const SDK_ATTEMPTS = 2;

/**
 * Opens the bucket of an s3, gs or wasbs URL. Returns it with the prefix of its paths: empty, or with a
 * slash at its end. Credentials are those of the vendor's own variables. Throws `config_invalid`.
 */
export async function openBucket(
  url: string,
  s3Endpoint: string | undefined,
): Promise<{ bucket: Bucket; prefix: string }> {
  const { protocol, username, host, pathname } = new URL(url);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (host === '' || !/^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/.test(prefix)) throw invalid(url);
  // The operator has set the address, so that all addresses are allowed.
  const network = openNetwork({
    allow: { isAllowed: () => true },
    lookup: lookup as LookupFunction,
    stallMs: STALL_MS,
  });
  const slashed = prefix === '' ? '' : `${prefix}/`;
  if (protocol === 's3:') {
    const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
    const region = AWS_REGION ?? AWS_DEFAULT_REGION;
    const options = { region, endpoint: s3Endpoint, network, attempts: SDK_ATTEMPTS };
    const bucket = new S3Bucket(await openS3Client(options), host, s3Endpoint === undefined);
    return { bucket, prefix: slashed };
  }
  if (protocol === 'gs:') {
    const { STORAGE_EMULATOR_HOST: emulator } = process.env;
    const endpoint = emulator ?? GCS_ENDPOINT;
    const account = await googleAccount();
    const storage = await openGcsClient({ account, endpoint, network });
    const signer = account ? await openGcsSigner(account, endpoint) : storage;
    return { bucket: new GcsBucket({ storage, signer }, endpoint, host), prefix: slashed };
  }
  if (username === '') throw invalid(url);
  const opened = await openAzureContainer(azureAccount(host), username, {
    network,
    attempts: SDK_ATTEMPTS,
  });
  return { bucket: new AzureBucket(opened, `${username}@${host}`), prefix: slashed };
}

function invalid(url: string): AppError {
  const hint = 'Example: s3://bucket/prefix, with a prefix of letters, digits, -, _ and dots.';
  const message = `Expected a bucket and a prefix for FRAMEPRESS_STORAGE but received ${JSON.stringify(url)}.`;
  return new AppError('config_invalid', message, { hint });
}

/** Returns the service account of the key file; undefined: the library looks for other credentials. */
async function googleAccount(): Promise<GoogleAccount | undefined> {
  const { GOOGLE_APPLICATION_CREDENTIALS: path } = process.env;
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const message = `The file of GOOGLE_APPLICATION_CREDENTIALS cannot be read (${cause.code}).`;
    throw new AppError('config_invalid', message, {}, { cause });
  });
  const file = parsedKey(text);
  return file.type === 'service_account' ? file : undefined;
}

/** The error of the parser is left out, because it quotes the file. */
function parsedKey(text: string): GoogleAccount & { type?: string } {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file === 'object' && file !== null) return file as GoogleAccount;
  } catch {
    // Reported below.
  }
  const message = 'The file of GOOGLE_APPLICATION_CREDENTIALS is not a JSON object.';
  const hint = 'Set the variable to the JSON key file of a service account.';
  throw new AppError('config_invalid', message, { hint });
}

/** Returns the access that the variables of Azure's own tools give. */
function azureAccount(host: string): AzureAccess {
  const {
    AZURE_STORAGE_CONNECTION_STRING: connection,
    AZURE_STORAGE_KEY: key,
    AZURE_STORAGE_SAS_TOKEN: sas,
  } = process.env;
  if (connection !== undefined) return azureAccess({ connection_string: connection }, host);
  if (key !== undefined) return azureAccess({ account_key: key }, host);
  if (sas !== undefined) return azureAccess({ sas_token: sas.replace(/^\?/, '') }, host);
  throw new AppError(
    'config_invalid',
    'FRAMEPRESS_STORAGE is a wasbs URL, but there are no credentials.',
    { hint: 'Set AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN.' },
  );
}
