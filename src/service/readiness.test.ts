import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { CodecEncoders, Hardware } from '../raster/index.ts';
import type { DiskRoom } from '../storage/index.ts';
import { lackingEncoders, readiness } from './readiness.ts';

test('a database that does not answer is reported after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const parts = readiness({
    config: readConfig({ FRAMEPRESS_DATA_DIR: tmpdir() }),
    db: { ping: () => new Promise<void>(() => undefined) },
    store: { check: async () => undefined },
    hardware: Promise.resolve({}),
    state: { jobs: 'ok' },
    queue: {},
    disk: { check: async () => undefined } as DiskRoom,
    clockWatch: { state: 'ok' },
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await parts).toMatchObject({
    database: 'The database did not answer within 5 seconds.',
    jobs: 'ok',
  });
});

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
