import { type AppError, say, type Wording } from '../base/index.ts';
import {
  alreadyThere,
  answerText,
  deliveryFailure,
  deliveryStatusFailure,
  sdkErrorFacts,
  sdkFailure,
} from './failure.ts';

/**
 * Returns the AppError for an error of the Google client. The key needs the permission `right` for the request.
 */
export function gcsFailure(
  error: unknown,
  place: Wording,
  right: string,
  signal: AbortSignal,
): AppError {
  return sdkFailure(error, { place, signal }, () => {
    const { status } = sdkErrorFacts(error);
    const reason = reasonOf(error);
    const description = answerText(reason, status);
    const at = { place, cause: error };
    if (reason === 'invalid_grant' || reason === 'invalid_client') {
      const hint = 'The key may be deleted: create a new key and store it in the destination.';
      const but = say`Google does not know the key (${description})`;
      return deliveryFailure({ ...at, code: 'delivery_denied', but, hint });
    }
    if (status === 404) {
      const hint = 'Create the bucket, or correct its name in `to` and in the destination.';
      const but = say`the bucket does not exist (${description})`;
      return deliveryFailure({ ...at, code: 'delivery_place_missing', but, hint });
    }
    if (status === 403 && /quota|rateLimit/i.test(reason)) {
      const hint = 'Raise the quota of the project.';
      return deliveryFailure({
        ...at,
        code: 'delivery_full',
        but: say`a quota is used up (${description})`,
        hint,
      });
    }
    if (status === 403) {
      const hint =
        right === 'storage.objects.create'
          ? say`Allow the service account ${right}, and storage.objects.delete to overwrite on the bucket.`
          : say`Allow the service account ${right} on the bucket.`;
      const but = say`the key has no ${right} (${description})`;
      return deliveryFailure({ ...at, code: 'delivery_denied', but, hint });
    }
    if (status === 412) return alreadyThere(place, error);
    return deliveryStatusFailure(status, place, description, error);
  });
}

/** The reason that the API or OAuth gives for an error. */
function reasonOf(error: unknown): string {
  const data = (error as { response?: { data?: unknown } }).response?.data;
  const description = (data as { error?: unknown } | undefined)?.error;
  if (typeof description === 'string') return description.slice(0, 60);
  const [first] = (description as { errors?: { reason?: unknown }[] } | undefined)?.errors ?? [];
  return typeof first?.reason === 'string' ? first.reason.slice(0, 60) : '';
}
