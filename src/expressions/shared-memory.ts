/** Positions in the memory that a bake's thread shares with the thread that watches it. */
export const SHARED = { mark: 0, beats: 1, answers: 2 } as const;
