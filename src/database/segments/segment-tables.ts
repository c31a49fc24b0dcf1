import type { SegmentKinds, SegmentState } from './segment.ts';

/** The tables of the segments that several machines draw. */
export type SegmentTables = {
  segments: {
    id: string;
    accountId: string;
    sessionId: string;
    engine: string;
    state: SegmentState;
    priority: number;
    place: number;
    frames: number;
    pack: string;
    outputs: SegmentKinds;
    /** Distinguishes drawings of the same segment. */
    claims: number;
    survived: number;
    failures: number;
    holder: string | null;
    heldUntilMs: number;
    cpuSeconds: number;
    bytes: number;
    /** The error of a failed segment, as JSON. */
    error: string | null;
    lastUsedAtMs: number;
  };
  segmentWants: { sessionId: string; segmentId: string; epoch: number };
  segmentPlaces: { accountId: string; priority: number; place: number };
};
