/** The tables of the segments that several machines draw. */
export type SegmentTables = {
  segments: {
    id: string;
    accountId: string;
    sessionId: string;
    engine: string;
    state: string;
    priority: number;
    place: number;
    frames: number;
    pack: string;
    outputs: string;
    claims: number;
    survived: number;
    failures: number;
    holder: string | null;
    heldUntilMs: number;
    cpuSeconds: number;
    bytes: number;
    error: string | null;
    lastUsedAtMs: number;
  };
  segmentWants: { sessionId: string; segmentId: string; epoch: number };
  segmentPlaces: { accountId: string; priority: number; place: number };
};
