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
export function limitsFor(own: OwnLimits, defaults: AccountLimits): AccountLimits {
  return {
    rendersAtOnce: own.rendersAtOnce ?? defaults.rendersAtOnce,
    queuedSessions: own.queuedSessions ?? defaults.queuedSessions,
    framesPerDay: own.framesPerDay ?? defaults.framesPerDay,
    storedBytes: own.storedBytes ?? defaults.storedBytes,
  };
}
