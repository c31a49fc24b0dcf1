import type { AppError } from '../base/index.ts';
import {
  factsOf,
  failure,
  type KnownCodes,
  knownFailure,
  sdkFailure,
  statusFailure,
} from './failure.ts';

const CODES: KnownCodes = {
  AuthenticationFailed: [
    'delivery_denied',
    'the key or the signature is not valid',
    'Give account_key, sas_token or connection_string again; a SAS may have expired.',
  ],
  InvalidAuthenticationInfo: [
    'delivery_denied',
    'the key or the signature cannot be read',
    'Give account_key, sas_token or connection_string again.',
  ],
  AccountIsDisabled: ['delivery_denied', 'the account is disabled', 'Ask who owns it.'],
  ContainerNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Make the container, or correct its name in `to` and in the destination.',
  ],
  ContainerBeingDeleted: [
    'delivery_place_missing',
    'the container is being deleted',
    'Make it anew.',
  ],
  ResourceNotFound: [
    'delivery_place_missing',
    'the container does not exist',
    'Make the container, or correct its name in `to` and in the destination.',
  ],
  BlobAlreadyExists: [
    'delivery_exists',
    'something is there already',
    'Use a path with {id}, or allow to overwrite.',
  ],
  BlobImmutableDueToPolicy: [
    'delivery_exists',
    'a policy forbids to replace what is there',
    'Use a path with {id}.',
  ],
  Md5Mismatch: ['delivery_corrupt', 'what arrived is not what was sent', 'It is sent again.'],
  InvalidBlockList: ['delivery_corrupt', 'the store has lost a part', 'It is sent again.'],
  InvalidBlobType: [
    'delivery_exists',
    'a blob of another type is there already',
    'Delete it, or use another path.',
  ],
};

/** What an error of the Azure client means. The key needs the permission `right` for the request. */
export function azureFailure(
  error: unknown,
  place: string,
  right: string,
  signal: AbortSignal,
): AppError {
  return sdkFailure(error, { place, signal }, () => {
    const { code = '', status } = factsOf(error);
    const description = `with ${code === '' ? '' : `${code}, `}status ${status ?? 'unknown'}`;
    const answer = { place, description, cause: error };
    const known = knownFailure(CODES, code, answer);
    if (known) return known;
    if (status === 403) {
      const hint = `Allow ${right} in the SAS or the role, and this machine in the firewall of the account.`;
      const but = `the key may not ${right} (${description})`;
      return failure({ code: 'delivery_denied', place, but, hint, cause: error });
    }
    const missing = status === 404 && knownFailure(CODES, 'ContainerNotFound', answer);
    return missing || statusFailure(status, place, description, error);
  });
}
