import type { AppError } from '../base/index.ts';
import {
  factsOf,
  failure,
  type KnownCodes,
  knownFailure,
  sdkFailure,
  statusFailure,
} from './failure.ts';

const REGION = 'Set region in the options of the destination to that of the bucket.';
const CLASS = 'Check acl, storage_class and sse in the options of the destination.';

/** S3's own error codes and those of what speaks it, to what they mean and what helps. */
const CODES: KnownCodes = {
  InvalidAccessKeyId: [
    'delivery_denied',
    'the store does not know the access key id',
    'Check access_key_id; the key may have been deleted.',
  ],
  SignatureDoesNotMatch: [
    'delivery_denied',
    'the secret access key is not that of the access key id',
    'Give access_key_id and secret_access_key of one key again.',
  ],
  ExpiredToken: [
    'delivery_denied',
    'the session token has expired',
    'Use a key that lasts; a delivery may go on for two days.',
  ],
  InvalidToken: ['delivery_denied', 'the session token is not valid', 'Leave it out or renew it.'],
  AccountProblem: ['delivery_denied', 'the account is closed', 'Ask the store.'],
  NoSuchBucket: [
    'delivery_place_missing',
    'the bucket does not exist',
    'Make the bucket, or correct its name in `to` and in the destination.',
  ],
  PermanentRedirect: ['delivery_rejected', 'the bucket is in another region', REGION],
  TemporaryRedirect: ['delivery_unreachable', 'the bucket is being moved', 'It is sent again.'],
  AuthorizationHeaderMalformed: ['delivery_rejected', 'the bucket is in another region', REGION],
  IllegalLocationConstraintException: [
    'delivery_rejected',
    'the bucket is in another region',
    REGION,
  ],
  RequestTimeTooSkewed: [
    'delivery_rejected',
    'the clock of this machine is wrong',
    'Set the clock; run an NTP client.',
  ],
  PreconditionFailed: [
    'delivery_exists',
    'something is there already',
    'Use a path with {id}, or allow to overwrite.',
  ],
  QuotaExceeded: ['delivery_full', 'the quota is used up', 'Make room, or raise the quota.'],
  QuotaExceededException: [
    'delivery_full',
    'the quota is used up',
    'Make room, or raise the quota.',
  ],
  InsufficientCapacity: ['delivery_full', 'the store has no room', 'Make room in the store.'],
  XMinioStorageFull: ['delivery_full', 'the store has no room', 'Make room in the store.'],
  XMinioAdminBucketQuotaExceeded: [
    'delivery_full',
    'the quota of the bucket is used up',
    'Make room, or raise the quota.',
  ],
  EntityTooLarge: [
    'delivery_full',
    'the store takes no file of this size, or its quota is used up',
    'Make room, or raise the limit.',
  ],
  BadDigest: ['delivery_corrupt', 'what arrived is not what was sent', 'It is sent again.'],
  InvalidDigest: ['delivery_corrupt', 'what arrived is not what was sent', 'It is sent again.'],
  RequestTimeout: ['delivery_timeout', 'the store waited too long', 'It is sent again.'],
  InvalidStorageClass: ['delivery_rejected', 'it has no such storage class', CLASS],
  AccessControlListNotSupported: [
    'delivery_rejected',
    'the bucket takes no ACL',
    'Leave acl out of the options of the destination.',
  ],
  KeyTooLongError: ['delivery_rejected', 'the path is too long', 'Use a shorter path.'],
  NotImplemented: ['delivery_rejected', 'the store cannot do what the options ask for', CLASS],
  InvalidArgument: ['delivery_rejected', 'the store does not take the options', CLASS],
};

/** What an error of the S3 client means. The key needs the permission `right` for the request. */
export function s3Failure(
  error: unknown,
  place: string,
  right: string,
  signal: AbortSignal,
): AppError {
  return sdkFailure(error, { place, signal }, () => {
    const { name = '', status } = factsOf(error);
    const prefix = name === '' || name === 'Unknown' ? 'with' : `${name},`;
    const description = `${prefix} status ${status ?? 'unknown'}`;
    const denied = { code: 'delivery_denied', place, cause: error } as const;
    const known = knownFailure(CODES, name, { place, description, cause: error });
    if (known) return known;
    if (name.startsWith('KMS')) {
      const hint =
        'Allow the key to use kms:GenerateDataKey and kms:Decrypt, and check sse_kms_key_id.';
      return failure({ ...denied, but: `the key for encryption fails (${description})`, hint });
    }
    if (status === 403) {
      const hint = `Allow ${right} on the bucket and the prefix; POST /v2/destinations/:id/test tells more.`;
      return failure({ ...denied, but: `the key has no ${right} (${description})`, hint });
    }
    if (status === 301) {
      const but = `it is in another region (${description})`;
      return failure({ code: 'delivery_rejected', place, but, hint: REGION, cause: error });
    }
    return statusFailure(status, place, description, error);
  });
}
