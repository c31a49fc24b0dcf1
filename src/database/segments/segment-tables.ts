/** The tables of the segments that several machines draw. */
export type SegmentTables = {
  segments: {
    id: string;
    account_id: string;
    session_id: string;
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
    held_until: number;
    cpu_seconds: number;
    bytes: number;
    error: string | null;
    last_used_at: number;
  };
  segment_wants: { session_id: string; segment_id: string; epoch: number };
  segment_places: { account_id: string; priority: number; place: number };
};
