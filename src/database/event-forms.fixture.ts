import { presentBatch, presentFailedRow } from '../batches/public-batch.ts';
import { presentEndedDelivery } from '../sessions/public-delivery.ts';
import { presentSession } from '../sessions/public-session.ts';
import { presentVersion } from '../templates/public-version.ts';

/** The same as in the service, without the folders of the public forms, which take long to load. */
export const EVENT_FORMS = {
  session: presentSession,
  version: presentVersion,
  batch: presentBatch,
  failedRow: presentFailedRow,
  delivery: presentEndedDelivery,
};
