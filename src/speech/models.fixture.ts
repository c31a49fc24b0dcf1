import type { AccountLimits, Database } from '../database/index.ts';
import type { BlobStore } from '../storage/index.ts';
import { silentLog } from '../system/index.ts';
import { Models, type ModelsOptions } from './models.ts';

export const NO_LIMITS: AccountLimits = {
  rendersAtOnce: 0,
  queuedSessions: 0,
  framesPerDay: 0,
  storedBytes: 0,
  speechCharactersPerDay: 0,
  transcriptionSecondsPerDay: 0,
};

/** Models of a test; without options no server is configured. */
export function modelsFor(
  parts: { db: Database; store: BlobStore; folder: string },
  options: Partial<ModelsOptions> = {},
): Models {
  return new Models({
    ...parts,
    defaultLimits: NO_LIMITS,
    editLimits: { charactersPerDay: 0, secondsPerDay: 0 },
    log: silentLog,
    speech: { server: undefined, voices: new Map(), languageField: undefined },
    transcription: undefined,
    ...options,
  });
}
