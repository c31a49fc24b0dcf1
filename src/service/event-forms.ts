import { presentBatch, presentFailedRow } from '../batches/index.ts';
import type { EventForms } from '../database/index.ts';
import { presentEndedDelivery, presentSession } from '../sessions/index.ts';
import { presentVersion } from '../templates/index.ts';

/** The public forms that the database writes into events. */
export const EVENT_FORMS: EventForms = {
  session: presentSession,
  version: presentVersion,
  batch: presentBatch,
  failedRow: presentFailedRow,
  delivery: presentEndedDelivery,
};
