import type { SessionPhase } from '../../database/index.ts';
import type { TaskPorts } from '../../isolated/index.ts';
import type { Hardware } from '../../raster/index.ts';
import { Renderer } from '../../render/index.ts';
import type { StoredAgain, TemplateCache } from './template-cache.ts';

/** The progress of a session, from 0 to 100, when the phase `rendering` ends. */
export const RENDERED_PERCENT = 97;
/** The progress of a session, from 0 to 100, at the end of each phase. */
export const SHARE = { fetching: 8, composing: 10, rendering: RENDERED_PERCENT } as const;

/** The reports of a task to the main process. */
export type TaskReport =
  | ({ name: 'imported again' } & StoredAgain)
  | { name: 'progress'; phase: SessionPhase; percent: number }
  | { name: 'hardware failed'; reason: string };

/** Settings, ports and signal of a task, in its isolated process. */
export type TaskContext = TaskPorts & {
  templates: TemplateCache;
  report: (report: TaskReport) => void;
};

/** Returns a renderer that uses the rasterisers of the main process, and its makers of segments. */
export function rendererOf(
  { settings, rasterisers, segments, report }: TaskContext,
  hardware: Hardware = {},
): Renderer {
  const { stallMs, rasteriserMemoryBytes: memoryBytes, loudnessTargetLufs } = settings;
  return new Renderer(
    {
      stallMs,
      memoryBytes,
      hardware,
      ...(loudnessTargetLufs !== null && { loudnessTargetLufs }),
      onHardwareFailure: (reason) => report({ name: 'hardware failed', reason }),
    },
    rasterisers,
    segments,
  );
}
