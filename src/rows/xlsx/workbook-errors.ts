import { AppError } from '../../base/index.ts';

const SAVE_AGAIN = 'Open it in a spreadsheet program and save it again as XLSX, or as CSV UTF-8.';

/** The error of a file that is no readable workbook. `why` completes "because …". */
export function brokenWorkbook(why: string, cause?: unknown): AppError {
  const message = `The workbook cannot be read because ${why}.`;
  return new AppError('rows_unreadable', message, { hint: SAVE_AGAIN }, { cause });
}

/** The error of a workbook above a limit. */
export function largeWorkbook(what: string): AppError {
  return new AppError('payload_too_large', `Expected at most ${what} but the workbook has more.`, {
    hint: 'Save the sheet as CSV UTF-8, or split the rows into several batches.',
  });
}

/** The error of a file of another kind. */
export function otherFormat(what: string, hint = SAVE_AGAIN): AppError {
  return new AppError(
    'unsupported_media_type',
    `Expected a workbook in the format XLSX but received ${what}.`,
    { hint },
  );
}
