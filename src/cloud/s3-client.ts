import type { S3Client } from '@aws-sdk/client-s3';
import { defined } from '../base/index.ts';
import type { Network } from './network.ts';

export type S3Access = { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client };

export type S3ClientOptions = {
  region: string | undefined;
  /** Of a store that is compatible with S3; undefined: Amazon. */
  endpoint: string | undefined;
  /** Whether the bucket is in the path. Default: with an endpoint. */
  pathStyle?: boolean | undefined;
  /** Undefined: those that the SDK finds in the environment and on the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  network: Pick<Network, 'http' | 'https'>;
  /** How often the SDK sends a request that fails. */
  attempts: number;
};

/** Opens a client of S3 or of a compatible store. */
export async function openS3Client({
  region = 'us-east-1',
  endpoint,
  pathStyle = endpoint !== undefined,
  credentials,
  network,
  attempts,
}: S3ClientOptions): Promise<S3Access> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...defined({ endpoint }),
    forcePathStyle: pathStyle,
    ...(credentials && { credentials }),
    requestHandler: { httpAgent: network.http, httpsAgent: network.https },
    // Only Amazon supports trailing checksums. Other stores reject them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
  });
  return { sdk, client };
}
