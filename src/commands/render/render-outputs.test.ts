import { expect, test } from 'vitest';
import type { VideoCodec, VideoFormat } from '../../output/index.ts';
import { wantedOutputs } from './render-outputs.ts';

const VIDEO = { width: 320, height: 180, fps: 30, frameCount: 30 };

const outputs = (out: string, format?: VideoFormat, codec?: VideoCodec) =>
  wantedOutputs(
    { out: out.split(' '), quality: 'draft', ...(format && { format }), ...(codec && { codec }) },
    VIDEO,
  ).map((output) => `${output.format} ${output.codec}`);

test.each<[string, VideoFormat | undefined, VideoCodec | undefined, string[]]>([
  ['a.MP4 b.webm c.zip', undefined, undefined, ['mp4 h264', 'webm vp9', 'png png']],
  ['a.gif b.zip', 'jpeg', undefined, ['gif gif', 'jpeg jpeg']],
  ['a.mp4 b.webm', undefined, 'hevc', ['mp4 hevc', 'webm vp9']],
  ['a.mp4 b.webm', 'mp4', undefined, ['mp4 h264', 'webm vp9']],
  ['a.bin', 'mov', undefined, ['mov prores']],
  ['a.bin b.mp4', 'mov', undefined, ['mov prores', 'mp4 h264']],
  ['a.mp4', 'gif', undefined, ['gif gif']],
])('--out %s with format %s and codec %s is accepted', (out, format, codec, expected) => {
  expect(outputs(out, format, codec)).toEqual(expected);
});

test.each<[string, VideoFormat | undefined, VideoCodec | undefined, RegExp]>([
  ['a.mkv', undefined, undefined, /name ending in \.mp4.* for --out but received "a\.mkv"/],
  ['a.mp4 b', undefined, undefined, /for --out but received "b"/],
  ['a.mp4 b.webm', 'gif', undefined, /for --format but received "gif"/],
  ['a.gif b.webm', undefined, 'hevc', /for --codec but received "hevc"/],
  ['a.gif', undefined, 'hevc', /codec/],
  ['a.mp4 ./a.mp4', undefined, undefined, /different file/],
])('--out %s with format %s and codec %s is rejected', (out, format, codec, message) => {
  expect(() => outputs(out, format, codec)).toThrow(message);
});
