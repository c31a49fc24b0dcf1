/** ffmpeg's arguments for the colors of every video: BT.709 (HDTV) with limited range. */
export const BT709 = [
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
  ...['-color_range', 'tv'],
];
