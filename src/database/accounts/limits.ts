/** The limits of an account. 0: no limit. */
export type AccountLimits = {
  /** Renders and imports that run at the same time. Further ones wait. */
  rendersAtOnce: number;
  /** Sessions and imports that wait or run. */
  queuedSessions: number;
  /** Frames of videos in a day (UTC). */
  framesPerDay: number;
  storedBytes: number;
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
  };
}
