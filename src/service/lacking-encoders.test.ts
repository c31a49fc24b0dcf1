import { expect, test } from 'vitest';
import type { CodecEncoders, Hardware } from '../raster/index.ts';
import { lackingEncoders } from './lacking-encoders.ts';

test('a hardware encoder replaces the software encoder of the video, not of the audio', () => {
  const codecs: CodecEncoders[] = [
    { codec: 'h264', encoders: ['libx264', 'aac'], missing: ['libx264'] },
    { codec: 'hevc', encoders: ['libx265', 'aac'], missing: ['libx265', 'aac'] },
    { codec: 'av1', encoders: ['libsvtav1', 'aac'], missing: ['aac'] },
    { codec: 'png', encoders: ['png'], missing: [] },
  ];
  const reported = (hardware: Hardware) => Object.fromEntries(lackingEncoders(codecs, hardware));
  const audio = { hevc: ['aac'], av1: ['aac'] };
  expect(reported({ h264: 'nvenc', hevc: 'nvenc' })).toEqual(audio);
  expect(reported({})).toEqual({ h264: ['libx264'], hevc: ['libx265', 'aac'], av1: ['aac'] });
});
