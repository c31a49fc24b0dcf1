import { outputSettings, type WantedOutput } from './formats.ts';
import type { Quality } from './quality.ts';
import type { Size } from './size.ts';

/** The settings of a preview that differ from those of the final. */
export type PreviewSettings = { width?: number | undefined; quality?: Quality | undefined };

/**
 * Returns the output of a preview for the output of its final. The aspect ratio stays, and a file
 * that is not wider than the preview keeps its size.
 */
export function previewOutput(
  final: WantedOutput,
  { width, quality }: PreviewSettings,
  video: Size & { fps: number; frameCount: number },
): WantedOutput {
  const wanted = quality === undefined ? final : { ...final, quality };
  if (width === undefined) return wanted;
  if (outputSettings(final, video, 'standard', '/output').width <= width) return wanted;
  const { height: _, ...rest } = wanted;
  return { ...rest, width };
}
