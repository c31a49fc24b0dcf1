import { expect, test } from 'vitest';
import type { CodecEncoders, Hardware } from '../raster/index.ts';
import { lackingEncoders } from './lacking-encoders.ts';

test('what hardware encodes needs no encoder of the processor, but one for its sound', () => {
  const all: CodecEncoders[] = [
    { codec: 'h264', encoders: ['libx264', 'aac'], missing: ['libx264'] },
    { codec: 'hevc', encoders: ['libx265', 'aac'], missing: ['libx265', 'aac'] },
    { codec: 'av1', encoders: ['libsvtav1', 'aac'], missing: ['aac'] },
    { codec: 'png', encoders: ['png'], missing: [] },
  ];
  const reported = (hardware: Hardware) => Object.fromEntries(lackingEncoders(all, hardware));
  const audio = { hevc: ['aac'], av1: ['aac'] };
  expect(reported({ h264: 'nvenc', hevc: 'nvenc' })).toEqual(audio);
  expect(reported({})).toEqual({ h264: ['libx264'], hevc: ['libx265', 'aac'], av1: ['aac'] });
});
