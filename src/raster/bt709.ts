/** ffmpeg's arguments for the colors of every video: those of HDTV, of limited range. */
export const BT709 = [
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
  ...['-color_range', 'tv'],
];
