import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { say } from '../base/index.ts';
import { rateOf } from '../lottie/index.ts';
import {
  type AudioCodec,
  FORMATS,
  type Size,
  type VideoCodec,
  type VideoFormat,
} from '../output/index.ts';
import { corrupt } from './corrupt.ts';
import { type ProbedStream, probeOutput } from './probe-output.ts';
import { sha256Of } from './segment-file.ts';
import { type TextTrack, textSamples } from './text-track.ts';
import { countImages } from './verify-zip.ts';

/** The properties of a finished file. */
export type OutputFacts = {
  width: number;
  height: number;
  fps: number;
  frameCount: number;
  durationSeconds: number;
  bytes: number;
  hasAlpha: boolean;
  /** SHA-256 of the file, in hexadecimal digits. */
  sha256: string;
};

export type ExpectedVideo = Size & {
  codec: VideoCodec;
  fps: number;
  hasAlpha: boolean;
  format: VideoFormat;
  frameCount: number;
  audio: AudioCodec | undefined;
  /** CRC-32 of each frame after encoding, in decoding order; none for GIFs and ZIPs. */
  checksums?: readonly number[] | undefined;
  /** The texts that viewers can choose. */
  texts?: readonly TextTrack[];
};

/**
 * Codecs and pixel formats in ffmpeg's notation. Its decoder reports ProRes 4444 with 12 bits;
 * VP9's alpha is a separate channel.
 */
const IMAGES: Partial<Record<ExpectedVideo['codec'], string>> = {
  h264: 'h264 avc1 yuv420p',
  hevc: 'hevc hvc1 yuv420p',
  av1: 'av1 av01 yuv420p',
  vp9: 'vp9 [0][0][0][0] yuv420p',
  gif: 'gif [0][0][0][0] bgra',
};
/**
 * The maximum delay that an encoder writes before the audio (AAC: 1024 samples); players skip it.
 */
const PRIMING_SECONDS = 1025 / 48_000;
const COLORS = 'tv bt709/bt709/bt709';
const AUDIO_FORMS = {
  aac: 'aac LC, 48000 Hz, 2 channels',
  opus: 'opus, 48000 Hz, 2 channels',
  pcm: 'pcm_s24le, 48000 Hz, 2 channels',
};

/** Reads a finished file and throws `render_corrupt` if it differs from the expected video. */
export async function verifyVideo(
  path: string,
  expected: ExpectedVideo,
  signal?: AbortSignal,
): Promise<OutputFacts> {
  const { width, height, fps, frameCount, hasAlpha, format } = expected;
  if (FORMATS[format].extension === 'zip') await verifyZip(path, expected, signal);
  else await verifyStreams(path, expected, signal);
  await using file = await open(path);
  const { size: bytes } = await file.stat();
  const sha256 = (await sha256Of(file, bytes, signal)).toString('hex');
  const { frames, seconds } = rateOf(fps);
  const durationSeconds = (frameCount * seconds) / frames;
  return { width, height, fps, frameCount, durationSeconds, bytes, hasAlpha, sha256 };
}

/** Throws if a ZIP has not the expected number, kind and size of images. */
async function verifyZip(
  path: string,
  expected: ExpectedVideo,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { width, height, frameCount, codec, hasAlpha } = expected;
  const kind = codec === 'png' ? `png ${hasAlpha ? 'rgba' : 'rgb'}` : codec;
  const imageCount = await countImages(path, signal).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw corrupt('Expected a ZIP of images but it cannot be read.', cause);
  });
  compare(`${frameCount} of ${kind}, ${width}x${height}`, imageCount);
}

/** Throws if a file has not the expected streams, colors, size, frames, times and checksums. */
async function verifyStreams(
  path: string,
  expected: ExpectedVideo,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { width, height, frameCount, fps, codec, audio, hasAlpha, texts = [] } = expected;
  const streams = await probeOutput(path, signal);
  const depth = hasAlpha ? 'yuva444p12le' : 'yuv444p12le';
  const image = IMAGES[codec] ?? `prores ap4h ${depth}`;
  const colors = codec === 'gif' ? '' : `, ${COLORS}`;
  const beside = hasAlpha && codec === 'vp9' ? ', alpha' : '';
  const expectedFacts = [
    `${image}${colors}${beside}, ${width}x${height}, ${frameCount} frames`,
    ...(audio ? [AUDIO_FORMS[audio]] : []),
    ...texts.map(({ code, title }) => `mov_text tx3g in ${code}, not enabled: ${title}`),
  ];
  compare(expectedFacts.join('; '), streams.map(describeStream).join('; '));
  if (codec === 'gif') compare(gifKind(hasAlpha), gifKind(await isTransparentGif(path)));
  const [video, ...others] = streams;
  const heard = others.find(({ type }) => type === 'audio');
  const textStreams = others.filter(({ type }) => type === 'subtitle');
  for (const [index, stream] of textStreams.entries())
    verifyTexts(stream, texts[index]?.texts ?? [], frameCount / fps);
  if (video) verifyTimes(video, fps, frameCount);
  const { checksums } = expected;
  const damaged = video?.packets.findIndex(({ checksum }, n) => checksum !== checksums?.[n]) ?? -1;
  if (checksums && damaged >= 0)
    compare('the encoded frames without changes', `a changed frame ${damaged}`);
  // Video and audio start and end at the same time, to within a frame.
  const frame = 1 / fps;
  const seconds = frameCount / fps;
  for (const { type, start, end } of heard ? [heard] : [])
    if (
      start > frame ||
      start < -Math.max(frame, PRIMING_SECONDS) ||
      Math.abs(end - seconds) > frame
    )
      compare(`${type} from 0 s to ${seconds} s`, `${type} from ${start} s to ${end} s`);
}

/**
 * Checks that every frame has its time, within the file's precision, and that decoding times
 * ascend.
 */
function verifyTimes({ packets, tick, end }: ProbedStream, fps: number, frameCount: number): void {
  const { frames, seconds } = rateOf(fps);
  const late = packets.findIndex(
    ({ dts }, index) => index > 0 && dts <= (packets[index - 1]?.dts ?? 0),
  );
  if (late >= 0)
    compare('ascending decoding times', `a time that does not ascend at frame ${late}`);
  const sortedTimes = packets.map(({ pts }) => pts).sort((a, b) => a - b);
  const wrong = sortedTimes.findIndex(
    (pts, frame) => Math.abs(pts * tick - (frame * seconds) / frames) > tick * 0.51 + 1e-6,
  );
  if (wrong >= 0)
    compare(
      `frame ${wrong} at ${(wrong * seconds) / frames} s`,
      `frame ${wrong} at ${(sortedTimes[wrong] ?? 0) * tick} s`,
    );
  const length = (frameCount * seconds) / frames;
  if (Math.abs(end - length) > Math.max(tick, 0.5 / fps)) compare(`${length} s`, `${end} s`);
}

/** Checks that a track has all texts at their times. */
function verifyTexts({ packets }: ProbedStream, texts: TextTrack['texts'], seconds: number): void {
  const samples = textSamples(texts, seconds);
  if (packets.length !== samples.length)
    compare(`${samples.length} texts`, `${packets.length} texts`);
  for (const [index, { startMs, bytes }] of samples.entries()) {
    const packet = packets[index];
    if (packet?.pts !== startMs || packet.checksum !== crc32(bytes))
      compare(`a text at ${startMs} ms`, 'another one');
  }
}

/** Describes a stream in one line, which is compared with the expected one. */
function describeStream(stream: ProbedStream): string {
  const { fields, type, packets, hasAlpha } = stream;
  const get = (name: string) => fields.get(name) ?? '';
  if (type === 'audio') {
    const profile = get('codec_name') === 'aac' ? ` ${get('profile')}` : '';
    return `${get('codec_name')}${profile}, ${get('sample_rate')} Hz, ${get('channels')} channels`;
  }
  if (type === 'subtitle') {
    const isEnabled = get('disposition:default') === '1';
    const title = `in ${get('tag:language')}, ${isEnabled ? 'enabled' : 'not enabled'}: ${get('tag:handler_name')}`;
    return `${get('codec_name')} ${get('codec_tag_string')} ${title}`;
  }
  const colors = `, ${get('color_range')} ${get('color_space')}/${get('color_transfer')}/${get('color_primaries')}`;
  return [
    `${get('codec_name')} ${get('codec_tag_string')} ${get('pix_fmt')}`,
    get('codec_name') === 'gif' ? '' : colors,
    hasAlpha ? ', alpha' : '',
    `, ${get('width')}x${get('height')}, ${packets.length} frames`,
  ].join('');
}

/** Whether the first image has a transparent color (GIF89a, 23). */
async function isTransparentGif(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2048), 0, 2048, 0);
  const at = buffer.indexOf(Buffer.from([0x21, 0xf9, 4]));
  return at >= 0 && ((buffer[at + 3] ?? 0) & 1) === 1;
}

function gifKind(isTransparent: boolean): string {
  return isTransparent ? 'a transparent GIF' : 'an opaque GIF';
}

/** Throws if the descriptions differ, with both in the message. */
function compare(expected: string, actual: string): void {
  if (actual !== expected)
    throw corrupt(say`Expected a video of ${expected} but the file has ${actual}.`);
}
