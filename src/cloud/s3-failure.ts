import { type AppError, say, type Wording } from '../base/index.ts';
import {
  answerText,
  deliveryFailure,
  deliveryStatusFailure,
  type KnownCodes,
  knownFailure,
  sdkErrorFacts,
  sdkFailure,
} from './failure.ts';

const REGION = 'Set region in the options of the destination to the region of the bucket.';
const CLASS = 'Check acl, storage_class and sse in the options of the destination.';

/** Error codes of S3 and of compatible stores, with our code, the reason and the hint. */
const CODES: KnownCodes = {
  CredentialsProviderError: [
    'delivery_denied',
    'no credentials were found',
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.',
  ],
  InvalidAccessKeyId: [
    'delivery_denied',
    'the store does not know the access key id',
    'Check access_key_id; the key may have been deleted.',
  ],
  SignatureDoesNotMatch: [
    'delivery_denied',
    'the secret access key does not belong to the access key id',
    'Send access_key_id and secret_access_key of the same key again.',
  ],
  ExpiredToken: [
    'delivery_denied',
    'the session token has expired',
    'Use a permanent key; a delivery can take up to two days.',
  ],
  InvalidToken: ['delivery_denied', 'the session token is not valid', 'Omit or renew it.'],
  AccountProblem: [
    'delivery_denied',
    'the account is closed',
    'Contact the provider of the store.',
  ],
  NoSuchBucket: [
    'delivery_place_missing',
    'the bucket does not exist',
    'Create the bucket, or correct its name in `to` and in the destination.',
  ],
  PermanentRedirect: ['delivery_rejected', 'the bucket is in a different region', REGION],
  TemporaryRedirect: [
    'delivery_unreachable',
    'the bucket is being moved',
    'The upload is retried.',
  ],
  AuthorizationHeaderMalformed: [
    'delivery_rejected',
    'the bucket is in a different region',
    REGION,
  ],
  IllegalLocationConstraintException: [
    'delivery_rejected',
    'the bucket is in a different region',
    REGION,
  ],
  RequestTimeTooSkewed: [
    'delivery_rejected',
    'the clock of this machine is wrong',
    'Set the clock; run an NTP client.',
  ],
  PreconditionFailed: [
    'delivery_exists',
    'an object already exists there',
    'Use a path with {id}, or set overwrite to true.',
  ],
  QuotaExceeded: ['delivery_full', 'the quota is used up', 'Free space, or raise the quota.'],
  QuotaExceededException: [
    'delivery_full',
    'the quota is used up',
    'Free space, or raise the quota.',
  ],
  InsufficientCapacity: ['delivery_full', 'the store is full', 'Free space in the store.'],
  XMinioStorageFull: ['delivery_full', 'the store is full', 'Free space in the store.'],
  XMinioAdminBucketQuotaExceeded: [
    'delivery_full',
    'the quota of the bucket is used up',
    'Free space, or raise the quota.',
  ],
  EntityTooLarge: [
    'delivery_full',
    'the store does not accept files of this size, or its quota is used up',
    'Free space, or raise the limit.',
  ],
  BadDigest: [
    'delivery_corrupt',
    'the received data differs from the sent data',
    'The upload is retried.',
  ],
  InvalidDigest: [
    'delivery_corrupt',
    'the received data differs from the sent data',
    'The upload is retried.',
  ],
  RequestTimeout: [
    'delivery_timeout',
    'the store received no data for too long',
    'The upload is retried.',
  ],
  InvalidStorageClass: ['delivery_rejected', 'the store does not have this storage class', CLASS],
  AccessControlListNotSupported: [
    'delivery_rejected',
    'the bucket does not allow ACLs',
    'Remove acl from the options of the destination.',
  ],
  KeyTooLongError: ['delivery_rejected', 'the path is too long', 'Use a shorter path.'],
  NotImplemented: ['delivery_rejected', 'the store does not support these options', CLASS],
  InvalidArgument: ['delivery_rejected', 'the store does not accept the options', CLASS],
};

/** Returns the AppError for an error of the S3 client. The key needs the permission `right` for the request. */
export function s3Failure(
  error: unknown,
  place: Wording,
  right: string,
  signal: AbortSignal,
): AppError {
  return sdkFailure(error, { place, signal }, () => {
    const { name = '', status } = sdkErrorFacts(error);
    const description = answerText(name === 'Unknown' ? '' : name, status);
    const denied = { code: 'delivery_denied', place, cause: error } as const;
    const failure = knownFailure(CODES, name, { place, description, cause: error });
    if (failure) return failure;
    if (name.startsWith('KMS')) {
      const hint =
        'Allow the key to use kms:GenerateDataKey and kms:Decrypt, and check sse_kms_key_id.';
      return deliveryFailure({
        ...denied,
        but: say`the key for encryption fails (${description})`,
        hint,
      });
    }
    if (status === 403) {
      const hint = say`Allow ${right} on the bucket and the prefix; POST /v2/destinations/:id/test tests each step.`;
      return deliveryFailure({
        ...denied,
        but: say`the key has no ${right} (${description})`,
        hint,
      });
    }
    if (status === 301) {
      const but = say`the bucket is in a different region (${description})`;
      return deliveryFailure({ code: 'delivery_rejected', place, but, hint: REGION, cause: error });
    }
    return deliveryStatusFailure(status, place, description, error);
  });
}
