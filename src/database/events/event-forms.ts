import type { AddressJson } from '../../secrets/index.ts';
import type { Batch, FailedRow, RowFault } from '../batches/batch.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { RenderSession } from '../sessions/render-session.ts';
import type { TemplateVersion } from '../templates/template-version.ts';

/** A stored file in a public object. `at` is the path of the value in that object. */
export type FileReference = {
  key: string;
  at: readonly (string | number)[];
  /** The name under which a browser saves the file. */
  downloadName?: string;
};

/** The context that the public form of a stored row depends on. */
export type PublicContext = {
  nowMs: number;
  /** Returns the text for a file: a signed URL in an answer, the storage key in an event. */
  file: (reference: FileReference) => string;
};

/** Returns the public forms of the rows that events contain. `openDatabase` gets it from the layers above. */
export type EventForms = {
  session: (session: RenderSession, context: PublicContext) => object;
  version: (version: TemplateVersion, context: Pick<PublicContext, 'file'>) => object;
  batch: (batch: Batch, rowFaults: readonly RowFault[], nowMs: number) => object;
  failedRow: (row: FailedRow) => object;
  /** Of a delivery that has ended. */
  delivery: (upload: Delivery) => object;
};

/** The parts that repositories share. */
export type RepositoryParts = { nowMs: () => number; json: AddressJson; forms: EventForms };
