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

const CODES: KnownCodes = {
  AuthenticationFailed: [
    'delivery_denied',
    'the key or the signature is not valid',
    'Send account_key, sas_token or connection_string again; a SAS may have expired.',
  ],
  InvalidAuthenticationInfo: [
    'delivery_denied',
    'the key or the signature is malformed',
    'Send account_key, sas_token or connection_string again.',
  ],
  AccountIsDisabled: [
    'delivery_denied',
    'the account is disabled',
    'Contact the owner of the account.',
  ],
  ContainerNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Create the container, or correct its name in `to` and in the destination.',
  ],
  ContainerBeingDeleted: [
    'delivery_place_missing',
    'the container is being deleted',
    'Create the container again.',
  ],
  ResourceNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Create the container, or correct its name in `to` and in the destination.',
  ],
  BlobAlreadyExists: [
    'delivery_exists',
    'an object already exists there',
    'Use a path with {id}, or set overwrite to true.',
  ],
  BlobImmutableDueToPolicy: [
    'delivery_exists',
    'a policy of the store does not allow replacing the object',
    'Use a path with {id}.',
  ],
  Md5Mismatch: [
    'delivery_corrupt',
    'the received data differs from the sent data',
    'The upload is retried.',
  ],
  InvalidBlockList: ['delivery_corrupt', 'the store has lost a part', 'The upload is retried.'],
  InvalidBlobType: [
    'delivery_exists',
    'a blob of a different type already exists there',
    'Delete the blob, or use a different path.',
  ],
};

/**
 * Returns the AppError for an error of the Azure client. `right` is the permission that the request
 * needs.
 */
export function azureFailure(
  error: unknown,
  place: Wording,
  right: string,
  signal: AbortSignal,
): AppError {
  return sdkFailure(error, { place, signal }, () => {
    const { code = '', status } = sdkErrorFacts(error);
    const description = answerText(code, status);
    const answer = { place, description, cause: error };
    const failure = knownFailure(CODES, code, answer);
    if (failure) return failure;
    if (status === 403) {
      const hint = say`Allow ${right} in the SAS or the role, and this machine in the firewall of the account.`;
      const but = say`the key may not ${right} (${description})`;
      return deliveryFailure({ code: 'delivery_denied', place, but, hint, cause: error });
    }
    const missing = status === 404 && knownFailure(CODES, 'ContainerNotFound', answer);
    return missing || deliveryStatusFailure(status, place, description, error);
  });
}
