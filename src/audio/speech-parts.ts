import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetPaths, AudioClip } from '../compose/index.ts';
import { SAMPLE_RATE } from '../media/audio/index.ts';
import { runProgram, startProgram } from '../media/process/index.ts';
import { sha256 } from '../system/index.ts';
import { writeBlock } from './audio-track.ts';
import { toSample } from './clip-audio.ts';
import { openClips } from './decode-clips.ts';
import { mix } from './mix.ts';

/** A part of heard audio as a FLAC file; times in seconds of the whole. */
export type SpeechPart = {
  path: string;
  /** SHA-256 of its samples. */
  digest: string;
  startSeconds: number;
  seconds: number;
};

/** The rate at which recognisers of speech work. */
const SPEECH_RATE = 16_000;
const BYTES = 2;
/**
 * Longest part. Samples of ten minutes have 19 MB, and FLAC has fewer; servers take files of 25 MB. Longer
 * audio is cut where it is most quiet in the last two minutes.
 */
const MAX_PART_SECONDS = 600;
const CUT_SECONDS = 120;
/** A window whose loudness decides where audio is cut. */
const WINDOW_SECONDS = 0.4;
/** About -66 dB: below it no word is heard. */
const QUIET = 16;
const TIMEOUT_MS = 30 * 60_000;

/**
 * Mixes clips to mono files for a recogniser of speech, in `folder`. Parts without any audible sample are left
 * out. Throws like `makeAudioTracks`.
 */
export async function writeSpeechParts(
  { clips, seconds, paths }: { clips: readonly AudioClip[]; seconds: number; paths: AssetPaths },
  folder: string,
  signal?: AbortSignal,
): Promise<SpeechPart[]> {
  await mkdir(folder, { recursive: true });
  const raw = join(folder, 'speech.raw');
  await writeRaw({ clips, seconds, paths, raw, folder }, signal);
  const parts: SpeechPart[] = [];
  for (const { from, to, digest, isQuiet } of await cutParts(raw)) {
    signal?.throwIfAborted();
    if (isQuiet) continue;
    const path = join(folder, `speech-${parts.length + 1}.flac`);
    const span = { startSeconds: from / SPEECH_RATE, seconds: (to - from) / SPEECH_RATE };
    await encode({ raw, path, ...span }, signal);
    parts.push({ path, digest, ...span });
  }
  await rm(raw);
  return parts;
}

async function writeRaw(
  request: {
    clips: readonly AudioClip[];
    seconds: number;
    paths: AssetPaths;
    raw: string;
    folder: string;
  },
  signal: AbortSignal | undefined,
): Promise<void> {
  const { clips, seconds, paths, raw, folder } = request;
  await using opened = await openClips(clips, paths, join(folder, 'clips'), signal);
  const args = [
    ...['-hide_banner', '-loglevel', 'error', '-nostats'],
    ...['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', 'pipe:0'],
    ...['-ac', '1', '-ar', String(SPEECH_RATE), '-fflags', '+bitexact', '-f', 's16le', '-y', raw],
  ];
  const ffmpeg = startProgram('ffmpeg', args, { timeoutMs: TIMEOUT_MS }, signal);
  try {
    await mix({
      clips: opened.readers,
      range: { first: 0, sampleCount: toSample(seconds) },
      master: 1,
      write: (block) => writeBlock(ffmpeg, block),
      signal,
    });
  } catch (error) {
    ffmpeg.kill();
    await ffmpeg.completion.catch(() => undefined);
    throw error;
  }
  ffmpeg.stdin.end();
  await ffmpeg.completion;
}

type Cut = { from: number; to: number; digest: string; isQuiet: boolean };

/** Returns the parts of raw audio, in samples. One part is in memory at a time. */
async function cutParts(raw: string): Promise<Cut[]> {
  await using file = await open(raw);
  const total = Math.floor((await file.stat()).size / BYTES);
  const cuts: Cut[] = [];
  const buffer = Buffer.alloc(Math.min(total, MAX_PART_SECONDS * SPEECH_RATE) * BYTES);
  for (let from = 0; from < total; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from * BYTES);
    const count = Math.floor(bytesRead / BYTES);
    if (count === 0) break;
    const samples = new Int16Array(buffer.buffer, buffer.byteOffset, count);
    const isLast = from + count >= total;
    const length = isLast ? count : quietestCut(samples);
    const digest = sha256(buffer.subarray(0, length * BYTES));
    const isQuiet = samples.subarray(0, length).every((sample) => Math.abs(sample) < QUIET);
    cuts.push({ from, to: from + length, digest, isQuiet });
    from += length;
  }
  return cuts;
}

/** Returns the sample in the middle of the most quiet window of the end. */
function quietestCut(samples: Int16Array): number {
  const window = Math.round(WINDOW_SECONDS * SPEECH_RATE);
  const step = window / 4;
  let best = { energy: Number.POSITIVE_INFINITY, at: samples.length };
  for (
    let at = samples.length - CUT_SECONDS * SPEECH_RATE;
    at + window <= samples.length;
    at += step
  ) {
    let energy = 0;
    for (const sample of samples.subarray(at, at + window)) energy += sample * sample;
    // Of equal windows, the last one gives the longest part.
    if (energy <= best.energy) best = { energy, at: at + window / 2 };
  }
  return best.at;
}

async function encode(
  { raw, path, startSeconds, seconds }: { raw: string; path: string } & Omit<SpeechPart, 'digest'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const args = [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'file'],
    ...['-f', 's16le', '-ar', String(SPEECH_RATE), '-ac', '1', '-ss', String(startSeconds)],
    ...['-t', String(seconds), '-i', `file:${raw}`, '-map_metadata', '-1', '-c:a', 'flac'],
    ...['-fflags', '+bitexact', '-flags:a', '+bitexact', '-f', 'flac', '-y', path],
  ];
  await runProgram('ffmpeg', args, { timeoutMs: TIMEOUT_MS }, signal);
}
