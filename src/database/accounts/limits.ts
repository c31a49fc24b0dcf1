/** The limits of an account. 0: no limit. */
export type AccountLimits = {
  /** Renders and imports that run at the same time. Further ones wait. */
  rendersAtOnce: number;
  /** Sessions and imports that wait or run. */
  queuedSessions: number;
  /** Frames of videos in a day (UTC). */
  framesPerDay: number;
  storedBytes: number;
  /** Characters that are spoken in a day (UTC), without those that were spoken before. */
  speechCharactersPerDay: number;
  /** Seconds of audio whose words are recognised in a day (UTC). */
  transcriptionSecondsPerDay: number;
};

/** The limits that an account has of its own. Null: the limit of the service applies. */
export type OwnLimits = { [Name in keyof AccountLimits]: number | null };

/** Returns the limits that apply to an account. */
export function limitsFor(ownLimits: OwnLimits, defaults: AccountLimits): AccountLimits {
  return {
    rendersAtOnce: ownLimits.rendersAtOnce ?? defaults.rendersAtOnce,
    queuedSessions: ownLimits.queuedSessions ?? defaults.queuedSessions,
    framesPerDay: ownLimits.framesPerDay ?? defaults.framesPerDay,
    storedBytes: ownLimits.storedBytes ?? defaults.storedBytes,
    speechCharactersPerDay: ownLimits.speechCharactersPerDay ?? defaults.speechCharactersPerDay,
    transcriptionSecondsPerDay:
      ownLimits.transcriptionSecondsPerDay ?? defaults.transcriptionSecondsPerDay,
  };
}
