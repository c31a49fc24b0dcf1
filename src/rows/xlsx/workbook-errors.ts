import { AppError, findMessage, type Message, say, type Wording } from '../../base/index.ts';

const SAVE_AGAIN = 'Open it in a spreadsheet program and save it again as XLSX, or as CSV UTF-8.';

/** The error of a file that is no readable workbook. `why` completes "because …". */
export function brokenWorkbook(why: Wording, cause?: unknown): AppError {
  const message = say`The workbook cannot be read because ${findMessage(why)}.`;
  return new AppError('rows_unreadable', message, { hint: SAVE_AGAIN }, { cause });
}

/** The error of a workbook above a limit. */
export function largeWorkbook(what: Message): AppError {
  return new AppError(
    'payload_too_large',
    say`Expected at most ${what} but the workbook has more.`,
    { hint: 'Save the sheet as CSV UTF-8, or split the rows into several batches.' },
  );
}

/** The error of a file of another kind. */
export function otherFormat(what: Wording, hint = SAVE_AGAIN): AppError {
  return new AppError(
    'unsupported_media_type',
    say`Expected a workbook in the format XLSX but received ${findMessage(what)}.`,
    { hint },
  );
}
