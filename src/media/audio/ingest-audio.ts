import { writeFile } from 'node:fs/promises';
import { AppError, type ErrorDetails, findMessage, say } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import { type FileOrigin, ingest, keepProbed } from '../file/index.ts';
import { countSamples, readAudioForm, SAMPLE_RATE } from './audio-decoder.ts';

/** An ingested audio file, which was decoded once to its end. */
export type IngestedAudio = {
  sha256: string;
  path: string;
  contentType: string;
  bytes: number;
  /** Decoded duration. The header may claim a different duration. */
  durationSeconds: number;
  sampleRate: number;
  channels: number;
  /** The final URL without query; undefined when the file was not fetched from a URL. */
  url?: string;
};

/**
 * Maximum padding at the end. An encoder fills its last frame (about 1024 samples) with silence. The
 * duration in an MP4 excludes this padding, and a loop must restart there.
 */
const MAX_PADDING_SECONDS = 0.2;

/**
 * Ingests an audio file: fetches or copies it, detects its type by its bytes, decodes it completely,
 * and stores it as `dir`/<sha256>. A failure leaves no file in `dir`. Throws the errors of
 * `Fetcher.fetchToFile`, `asset_not_media` with a description of the received file,
 * `asset_too_large`, `asset_timeout` and `asset_corrupt`, all with `details.editable`.
 */
export async function ingestAudio(
  origin: FileOrigin,
  signal?: AbortSignal,
): Promise<IngestedAudio> {
  return ingest(
    origin,
    {},
    ({ path, what, details }) => probeAudio(path, what, details, signal),
    signal,
  );
}

/**
 * Like `ingestAudio` for bytes in memory, from a template's package. `what` names them in errors.
 */
export async function ingestAudioBytes(
  bytes: Uint8Array,
  dir: string,
  what: string,
  signal?: AbortSignal,
): Promise<IngestedAudio> {
  return keepProbed(
    dir,
    {},
    async (arrival) => {
      await writeFile(arrival, bytes);
      return { sha256: sha256(bytes), bytes: bytes.byteLength };
    },
    (path) => probeAudio(path, what, {}, signal),
  );
}

/**
 * Returns type, duration and sample rate of an audio file that can be decoded. Its duration is what
 * the file states if the rest is only the padding of an encoder. Throws `asset_not_media` for a
 * video without audio.
 */
export async function probeAudio(
  path: string,
  what: string,
  details: ErrorDetails,
  signal?: AbortSignal,
): Promise<Omit<IngestedAudio, 'sha256' | 'path' | 'bytes' | 'url'>> {
  const form = await readAudioForm(path, what, details, signal);
  if (!form) {
    throw new AppError(
      'asset_not_media',
      say`Expected an audio file for ${findMessage(what)} but received a video without audio.`,
      { ...details, hint: 'Use a file with an audio stream.' },
    );
  }
  const { contentType, sampleRate, channels, claimedSeconds } = form;
  const seconds = (await countSamples(form, { path, what, details }, signal)) / SAMPLE_RATE;
  const padding = seconds - claimedSeconds;
  const isPadded = claimedSeconds > 0 && padding > 0 && padding < MAX_PADDING_SECONDS;
  return {
    contentType,
    sampleRate,
    channels,
    durationSeconds: isPadded ? claimedSeconds : seconds,
  };
}
