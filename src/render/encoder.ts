/** How much encoder time a video gets. */
export type Quality = 'draft' | 'standard' | 'high';

const X264: Record<Quality, { preset: string; crf: number }> = {
  draft: { preset: 'veryfast', crf: 27 },
  standard: { preset: 'veryfast', crf: 20 },
  high: { preset: 'medium', crf: 17 },
};

/** ffmpeg's arguments from raw frames (4:2:0, BT.709 limited range) on its standard input to an MP4: H.264 High, 4:2:0, BT.709 limited range, index first. */
export function mp4Args(video: {
  width: number;
  height: number;
  fps: number;
  quality: Quality;
  path: string;
}): string[] {
  const { width, height, fps, quality, path } = video;
  const { preset, crf } = X264[quality];
  return [
    ...['-hide_banner', '-loglevel', 'error'],
    ...[
      '-f',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      '-s',
      `${width}x${height}`,
      '-r',
      rationalRate(fps),
      '-i',
      'pipe:0',
    ],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', preset, '-crf', String(crf)],
    ...[
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-colorspace',
      'bt709',
      '-color_range',
      'tv',
      '-chroma_sample_location',
      'center',
    ],
    // No encoder names and dates in the file: the same frames give the same bytes.
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'],
    ...['-movflags', '+faststart', '-an', '-f', 'mp4', '-y', path],
  ];
}

/** The broadcast rates are fractions of 1001; any other is told to a thousandth. */
function rationalRate(fps: number): string {
  for (const whole of [24, 30, 48, 60, 120]) {
    if (Math.abs(fps - (whole * 1000) / 1001) < 0.006) return `${whole * 1000}/1001`;
  }
  return Number.isInteger(fps) ? `${fps}/1` : `${Math.round(fps * 1000)}/1000`;
}
