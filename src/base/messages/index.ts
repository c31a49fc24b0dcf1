import { ADVICE_MESSAGES } from './advice.ts';
import { IMPORT_MESSAGES } from './import.ts';
import { LOOK_MESSAGES } from './look.ts';

/** The English text of each message, by id. A place such as `{name}` has the value of a parameter. */
export const MESSAGES: Readonly<Record<string, string>> = {
  ...IMPORT_MESSAGES,
  ...LOOK_MESSAGES,
  ...ADVICE_MESSAGES,
};
