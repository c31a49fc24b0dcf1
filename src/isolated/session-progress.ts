/** The progress of a session, from 0 to 100, when the phase `rendering` ends. */
export const RENDERED_PERCENT = 97;
/** The progress of a session, from 0 to 100, at the end of each phase. */
export const SHARE = { fetching: 8, composing: 10, rendering: RENDERED_PERCENT } as const;
