import type { SessionSegments } from '../segments/index.ts';
import type { Playlists, TaskEvent } from './protocol.ts';

/** Receives CPU time since the last report: of the process, its programs and rasterisers. */
export type ReportCpu = (seconds: number) => void;

/** Callbacks of a session's render. */
export type RenderPorts = {
  onReport: (phase: Extract<TaskEvent, { name: 'report' }>['phase'], percent: number) => void;
  playlists: Playlists;
  onCpu: ReportCpu;
  /** A batch session draws when no other session waits. */
  isBatch?: boolean;
  /** Draws the segments on all machines; without it, this machine draws them. */
  segments?: SessionSegments | undefined;
};
