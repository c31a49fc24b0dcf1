import { AppError } from '../base/index.ts';
import {
  alreadyThere,
  deliveryFailure,
  deliveryNetworkFailure,
  deliveryStatusFailure,
  factsOf,
} from './failure.ts';

/** Returns the error of a failed request to Google Cloud Storage. `right` is the permission that it needs. */
export function gcsFailure(
  error: unknown,
  place: string,
  right: string,
  signal: AbortSignal,
): AppError {
  if (error instanceof AppError) return error;
  const problem = deliveryNetworkFailure(error, place, signal);
  if (problem) return problem;
  const { status } = factsOf(error);
  const reason = reasonOf(error);
  const description = `with ${reason === '' ? '' : `${reason}, `}status ${status ?? 'unknown'}`;
  if (reason === 'invalid_grant' || reason === 'invalid_client') {
    const hint = 'The key may have been deleted: make a new one and give it to the destination.';
    return deliveryFailure({
      code: 'delivery_denied',
      place,
      but: `Google does not know the key (${description})`,
      hint,
      cause: error,
    });
  }
  if (status === 404) {
    const hint = 'Make the bucket, or correct its name in `to` and in the destination.';
    return deliveryFailure({
      code: 'delivery_place_missing',
      place,
      but: `the bucket does not exist (${description})`,
      hint,
      cause: error,
    });
  }
  if (status === 403 && /quota|rateLimit/i.test(reason)) {
    const hint = 'Raise the quota of the project.';
    return deliveryFailure({
      code: 'delivery_full',
      place,
      but: `a quota is used up (${description})`,
      hint,
      cause: error,
    });
  }
  if (status === 403) {
    const overwrites =
      right === 'storage.objects.create' ? ', and storage.objects.delete to overwrite' : '';
    const hint = `Allow the service account ${right}${overwrites} on the bucket.`;
    return deliveryFailure({
      code: 'delivery_denied',
      place,
      but: `the key has no ${right} (${description})`,
      hint,
      cause: error,
    });
  }
  if (status === 412) return alreadyThere(place, error);
  return deliveryStatusFailure(status, place, description, error);
}

/** The API's own name of what is wrong, or that of OAuth. */
function reasonOf(error: unknown): string {
  const data = (error as { response?: { data?: unknown } }).response?.data;
  const description = (data as { error?: unknown } | undefined)?.error;
  if (typeof description === 'string') return description.slice(0, 60);
  const [first] = (description as { errors?: { reason?: unknown }[] } | undefined)?.errors ?? [];
  return typeof first?.reason === 'string' ? first.reason.slice(0, 60) : '';
}
