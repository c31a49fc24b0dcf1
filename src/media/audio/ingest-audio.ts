import { writeFile } from 'node:fs/promises';
import { AppError, type ErrorDetails } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import { type FileOrigin, ingest, keepProbed } from '../file/index.ts';
import { countSamples, readAudioForm, SAMPLE_RATE } from './audio-decoder.ts';

/** An audio file that can be relied on. */
export type IngestedAudio = {
  sha256: string;
  path: string;
  contentType: string;
  bytes: number;
  /** As long as it can be decoded, whatever its header says. */
  durationSeconds: number;
  sampleRate: number;
  channels: number;
  /** Where it came from in the end, without query; absent when it did not come by URL. */
  url?: string;
};

/**
 * An encoder fills up its last frame, of 1024 samples or so, with silence. An MP4 tells where the audio
 * itself ends, and a loop is to begin again there.
 */
const MAX_PADDING_SECONDS = 0.2;

/**
 * Takes in an audio file: fetches or copies it, tells its type by its bytes, decodes all of it once, and
 * keeps it as `dir`/<sha256>. Nothing stays in `dir` on failure. Throws what `Fetcher.fetchToFile`
 * does, `asset_not_media` (saying what came instead), `asset_too_large`, `asset_timeout` and
 * `asset_corrupt`, all with `details.editable`.
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

/** `pinSound` for bytes in memory, as they are in a template's package; `what` names them in errors. */
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

/** An audio file's type and form, when it can be decoded. */
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
      `Expected an audio file for ${what} but received a video without one.`,
      { ...details, hint: 'Give a file that can be heard.' },
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
