import { peaksOf } from './peaks.ts';

/** Larger files are not decoded in the page. */
export const MAX_DECODED_BYTES = 50_000_000;
/** Decoded audio takes about 0.35 MB a second until it is resampled. */
export const MAX_DECODED_SECONDS = 20 * 60;
/** Enough for the loudness of a part of a second, and small in memory. */
const SAMPLE_RATE = 8000;

export type Peaks = { peaks: Float32Array; seconds: number };

/**
 * Returns the loudest sample of equal parts of an audio file. Throws if the browser cannot decode it.
 */
export async function readPeaks(file: Blob, count: number, signal: AbortSignal): Promise<Peaks> {
  const bytes = await file.arrayBuffer();
  signal.throwIfAborted();
  const context = new OfflineAudioContext({ length: 1, sampleRate: SAMPLE_RATE });
  const decoded = await context.decodeAudioData(bytes);
  signal.throwIfAborted();
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, at) =>
    decoded.getChannelData(at),
  );
  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  };
  return { peaks: await peaksOf(channels, count, pause), seconds: decoded.duration };
}
