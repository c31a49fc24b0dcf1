import { ACTIONS_MESSAGES } from './actions.ts';
import { ADDRESSES_MESSAGES } from './addresses.ts';
import { ADVICE_MESSAGES } from './advice.ts';
import { CAPTIONS_MESSAGES } from './captions.ts';
import { DELIVERY_MESSAGES } from './delivery.ts';
import { IMPORT_MESSAGES } from './import.ts';
import { LOOK_MESSAGES } from './look.ts';
import { MAPPING_MESSAGES } from './mapping.ts';
import { MEDIA_MESSAGES } from './media.ts';
import { PEOPLE_MESSAGES } from './people.ts';
import { RENDER_MESSAGES } from './render.ts';
import { REQUESTS_MESSAGES } from './requests.ts';
import { ROWS_MESSAGES } from './rows.ts';
import { SETTINGS_MESSAGES } from './settings.ts';
import { SPEECH_MESSAGES } from './speech.ts';
import { TABLES_MESSAGES } from './tables.ts';
import { TRANSCRIPTION_MESSAGES } from './transcription.ts';

/** The English text of each message, by id. A place such as `{name}` has the value of a parameter. */
export const MESSAGES: Readonly<Record<string, string>> = {
  ...IMPORT_MESSAGES,
  ...LOOK_MESSAGES,
  ...ADVICE_MESSAGES,
  ...MAPPING_MESSAGES,
  ...CAPTIONS_MESSAGES,
  ...TRANSCRIPTION_MESSAGES,
  ...ROWS_MESSAGES,
  ...RENDER_MESSAGES,
  ...MEDIA_MESSAGES,
  ...SPEECH_MESSAGES,
  ...DELIVERY_MESSAGES,
  ...REQUESTS_MESSAGES,
  ...TABLES_MESSAGES,
  ...PEOPLE_MESSAGES,
  ...SETTINGS_MESSAGES,
  ...ACTIONS_MESSAGES,
  ...ADDRESSES_MESSAGES,
};
