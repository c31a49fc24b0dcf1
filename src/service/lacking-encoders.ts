import type { VideoCodec } from '../output/index.ts';
import type { CodecEncoders, Hardware } from '../raster/index.ts';

/** The encoders that ffmpeg lacks, by codec. A hardware encoder replaces the software encoder. */
export function lackingEncoders(
  all: readonly CodecEncoders[],
  hardware: Hardware,
): Map<VideoCodec, string[]> {
  const lacking = new Map<VideoCodec, string[]>();
  for (const { codec, encoders, missing } of all) {
    const needed = missing.filter((name) => !(codec in hardware) || name !== encoders[0]);
    if (needed.length > 0) lacking.set(codec, needed);
  }
  return lacking;
}
