/** How much encoder time a video gets. */
export type Quality = 'draft' | 'standard' | 'high';

/** What a segment is encoded to; segments of one video have it in common. */
export type Encoding = { width: number; height: number; fps: number; quality: Quality };

/** To the fast presets x264's macroblock tree is given back, which makes files a third smaller at a tenth of the time. */
const TREE = 'rc-lookahead=10:mbtree=1';

/** Chosen by measuring: the table is in docs/performance.md. */
export const X264: Record<Quality, { preset: string; crf: number; params: string }> = {
  draft: {
    preset: 'ultrafast',
    crf: 25,
    params: `${TREE}:cabac=1:8x8dct=1:deblock=0,0:aq-mode=1:bframes=3:b-adapt=0`,
  },
  standard: { preset: 'superfast', crf: 20, params: TREE },
  high: { preset: 'medium', crf: 17, params: '' },
};

/**
 * ffmpeg's arguments from raw frames (4:2:0, BT.709 limited range) on its standard input to a segment on its
 * standard output: one closed group of H.264 High pictures as a fragmented MP4 of one fragment. One
 * thread: cores are filled with segments, and the same frames give the same bytes.
 */
export function segmentArgs({ width, height, fps, quality }: Encoding): string[] {
  const { preset, crf, params } = X264[quality];
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1', '-filter_threads', '1'],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`],
    ...['-r', rationalRate(fps), '-i', 'pipe:0'],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', preset, '-crf', String(crf)],
    ...(params === '' ? [] : ['-x264-params', params]),
    ...['-threads', '1', '-g', '9999'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
    ...['-color_range', 'tv', '-chroma_sample_location', 'center'],
    // No encoder names and dates in the file: the same frames give the same bytes.
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1', '-an'],
    ...['-movflags', '+empty_moov+default_base_moof+negative_cts_offsets+skip_trailer'],
    ...['-frag_duration', '2147483647', '-write_btrt', '0', '-f', 'mp4', 'pipe:1'],
  ];
}

/** The broadcast rates are fractions of 1001; any other is told to a thousandth. */
function rationalRate(fps: number): string {
  for (const whole of [24, 30, 48, 60, 120]) {
    if (Math.abs(fps - (whole * 1000) / 1001) < 0.006) return `${whole * 1000}/1001`;
  }
  return Number.isInteger(fps) ? `${fps}/1` : `${Math.round(fps * 1000)}/1000`;
}
