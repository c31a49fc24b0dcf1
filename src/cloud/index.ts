/**
 * Clients of S3, Google Cloud Storage and Azure Blob Storage, buckets, and explanations of their
 * errors. The SDK of a vendor is loaded with its first client.
 */
export {
  type AzureAccess,
  type AzureCredentials,
  azureAccess,
  connectionParts,
} from './azure-access.ts';
export { type AzureContainer, openAzureContainer } from './azure-client.ts';
export { azureFailure } from './azure-failure.ts';
export type { Body, Bucket, LinkOptions } from './bucket.ts';
export {
  alreadyThere,
  deliveryCorrupt,
  deliveryFailure,
  deliveryNetworkFailure,
  deliveryStatusFailure,
  sdkErrorFacts,
} from './failure.ts';
export { GCS_ENDPOINT, type GcsClient, openGcsClient } from './gcs-client.ts';
export { gcsFailure } from './gcs-failure.ts';
export { type AddressGuard, type Network, openNetwork } from './network.ts';
export { openBucket } from './open-bucket.ts';
export { bareETag, checkETag, conditionally, crc32Base64 } from './s3-checks.ts';
export { openS3Client, type S3Access } from './s3-client.ts';
export { s3Failure } from './s3-failure.ts';
