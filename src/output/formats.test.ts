import { expect, test } from 'vitest';
import { audioRange } from '../audio/audio-track.ts';
import type { AppError } from '../base/index.ts';
import { segmentStarts } from '../mux/hls.ts';
import {
  FORMATS,
  outputSettings,
  type VideoFormat,
  type WantedOutput,
  workFaults,
} from './formats.ts';
import { stillSize } from './size.ts';

const VIDEO = { width: 1921, height: 1081, fps: 30, frameCount: 300 };
const settings = (request: WantedOutput, video = VIDEO) =>
  outputSettings(request, video, 'standard', '/output');

function faultsOf(request: WantedOutput, video = VIDEO) {
  try {
    settings(request, video);
  } catch (error) {
    return (error as AppError).faults.map(({ pointer, hint }) => [pointer, hint !== undefined]);
  }
  return [];
}

test('settings that are left out follow the template', () => {
  expect(settings({ format: 'mp4' })).toEqual({
    format: 'mp4',
    codec: 'h264',
    width: 1922,
    height: 1082,
    fps: 30,
    quality: 'standard',
  });
  expect(settings({ format: 'mov', quality: 'draft' })).toEqual({
    format: 'mov',
    codec: 'prores',
    width: 1921,
    height: 1081,
    fps: 30,
    quality: 'draft',
  });
  for (const format of Object.keys(FORMATS) as VideoFormat[])
    expect(settings({ format }).codec).toBe(FORMATS[format].codecs[0]);
});

test('a width or a height alone keeps the aspect ratio', () => {
  const size = (request: Partial<WantedOutput>, format: VideoFormat = 'mp4') => {
    const { width, height } = settings(
      { format, ...request },
      { ...VIDEO, width: 320, height: 180 },
    );
    return `${width}x${height}`;
  };
  expect(size({ width: 640 })).toBe('640x360');
  expect(size({ height: 90 })).toBe('160x90');
  expect(size({ width: 101 })).toBe('102x58');
  expect(size({ width: 101 }, 'png')).toBe('101x57');
  expect(size({ height: 1 }, 'gif')).toBe('2x1');
  expect(stillSize({ width: 300, height: 100 }, 7)).toEqual({ width: 7, height: 2 });
  for (const width of [0, -4, 1.5, 9000])
    expect(() => stillSize({ width: 100, height: 100 }, width)).toThrow(/width/);
});

test('a GIF runs at the template’s rate divided by a whole number, or at the requested rate', () => {
  const fps = (templateFps: number, requestedFps?: number) =>
    settings({ format: 'gif', fps: requestedFps }, { ...VIDEO, fps: templateFps }).fps;
  expect([60, 50, 30, 25, 24, 12].map((templateFps) => fps(templateFps))).toEqual([
    15, 12.5, 15, 12.5, 12, 12,
  ]);
  expect(fps(30, 50)).toBe(50);
});

test('every wrong setting is reported at its pointer with a hint', () => {
  expect(faultsOf({ format: 'gif', codec: 'h264', fps: 60, width: 9000 })).toEqual([
    ['/output/codec', true],
    ['/output/fps', true],
    ['/output/width', true],
  ]);
  expect(faultsOf({ format: 'mp4', width: 100, height: 100 })).toEqual([['/output/height', true]]);
  expect(faultsOf({ format: 'mp4', codec: 'av1', height: 32 })).toEqual([['/output/height', true]]);
  expect(faultsOf({ format: 'mp4', width: 1 }, { ...VIDEO, width: 1, height: 9000 })).toEqual([
    ['/output/width', true],
  ]);
  for (const fps of [0, -1, Number.NaN, 241])
    expect(faultsOf({ format: 'png', fps })).toEqual([['/output/fps', true]]);
});

test('a rounded rate means the exact broadcast rate: video and audio of ten minutes end together', () => {
  const video = { ...VIDEO, fps: 23.98, frameCount: 14_400 };
  for (const fps of [undefined, 23.98, 23.976]) {
    const settled = settings({ format: 'mp4', fps }, video).fps;
    expect(settled).toBe(24_000 / 1001);
    expect(audioRange({ first: 0, count: 14_400 }, settled).sampleCount).toBe(600.6 * 48_000);
    const frameCounts = [12_000, 2400];
    expect(segmentStarts({ fps: settled, frameCounts, audioSamples: 0 })[1]).toBeCloseTo(500.5, 9);
  }
});

test('an output has at most as many frames as a template may have', () => {
  const slow = { ...VIDEO, fps: 0.1, frameCount: 8000 };
  expect(faultsOf({ format: 'mp4', fps: 240 }, slow)).toEqual([['/output/fps', true]]);
  expect(faultsOf({ format: 'mp4', fps: 2 }, slow)).toEqual([]);
  const long = { ...VIDEO, frameCount: 216_000 };
  expect(faultsOf({ format: 'mp4' }, long)).toEqual([]);
  expect(faultsOf({ format: 'mp4', fps: 60 }, long)).toEqual([['/output/fps', true]]);
});

test('the pixels of all outputs together are limited', () => {
  const faults = (count: number, request: Partial<WantedOutput>, video = VIDEO) => {
    const outputs = Array.from({ length: count }, () =>
      settings({ format: 'mp4', ...request }, video),
    );
    return workFaults(outputs, video, '/output').map(({ pointer }) => pointer);
  };
  const long = { width: 1920, height: 1080, fps: 30, frameCount: 216_000 };
  expect(faults(4, {}, long)).toEqual([]);
  expect(faults(1, { width: 3840 }, long)).toEqual([]);
  expect(faults(2, { width: 3840 }, long)).toEqual(['/output']);
  expect(faults(4, { width: 7680 }, { ...long, frameCount: 3000 })).toEqual([]);
});
