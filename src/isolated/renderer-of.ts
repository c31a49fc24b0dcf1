import type { Hardware } from '../raster/index.ts';
import { Renderer } from '../render/index.ts';
import type { TaskContext } from './task-context.ts';

/** Returns a renderer that uses the rasterisers of the main process, and its makers of segments. */
export function rendererOf(
  {
    settings,
    rasterisers,
    segments,
    emit,
  }: Pick<TaskContext, 'settings' | 'rasterisers' | 'segments' | 'emit'>,
  hardware: Hardware = {},
): Renderer {
  const { stallMs, rasteriserMemoryBytes: memoryBytes, loudnessTargetLufs } = settings;
  return new Renderer(
    {
      stallMs,
      memoryBytes,
      hardware,
      ...(loudnessTargetLufs !== null && { loudnessTargetLufs }),
      onHardwareFailure: (reason) => emit({ name: 'hardware failed', reason }),
    },
    rasterisers,
    segments,
  );
}
