import type { VideoCodec } from '../output/index.ts';
import type { CodecEncoders, Hardware } from '../raster/index.ts';

/** The encoders that ffmpeg lacks, by codec. A hardware encoder replaces the software encoder. */
export function lackingEncoders(
  codecs: readonly CodecEncoders[],
  hardware: Hardware,
): Map<VideoCodec, string[]> {
  const lacking = new Map<VideoCodec, string[]>();
  for (const { codec, encoders, missing } of codecs) {
    const lackingNames = missing.filter((name) => !(codec in hardware) || name !== encoders[0]);
    if (lackingNames.length > 0) lacking.set(codec, lackingNames);
  }
  return lacking;
}
