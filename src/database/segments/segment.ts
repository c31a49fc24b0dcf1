/** Segments of previews are drawn before those of finals, and these before those of batches. */
export const SEGMENT_PRIORITIES = ['preview', 'final', 'batch'] as const;
export type SegmentPriority = (typeof SEGMENT_PRIORITIES)[number];

/**
 * `wanted`: to be drawn or being drawn. `unwanted`: no session waits for it, or its files were lost.
 */
export type SegmentState = 'wanted' | 'done' | 'failed' | 'unwanted';

/** The kind of each of a segment's files. */
export type SegmentKinds = ('mp4' | 'webm')[];

/** A segment that a session wants. Its files are stored below `segments/<id>`. */
export type NewSegment = {
  id: string;
  accountId: string;
  sessionId: string;
  epoch: number;
  priority: SegmentPriority;
  /** Only processes with the same engine draw it. */
  engine: string;
  frames: number;
  /** The key of its pack. */
  pack: string;
  outputs: SegmentKinds;
};

/** The progress of a segment, for the sessions that want it. */
export type SegmentProgress = {
  id: string;
  state: SegmentState;
  /** Distinguishes drawings of the same segment. */
  claims: number;
  /** CPU time of the drawing, and the session that it counts for. */
  cpuSeconds: number;
  sessionId: string;
  /** The error of a failed segment, as JSON. */
  error: string | null;
};

/** A segment that a process draws. The claim ends when it is not renewed. */
export type ClaimedSegment = {
  id: string;
  accountId: string;
  priority: SegmentPriority;
  pack: string;
  outputs: SegmentKinds;
  frames: number;
  claims: number;
  /** Processes that ended while they drew this segment. */
  kills: number;
  /** Drawings that failed. */
  failures: number;
};

/** The holder of a claim, and the number that only its own claim has. */
export type SegmentClaim = { id: string; holder: string; claims: number };
