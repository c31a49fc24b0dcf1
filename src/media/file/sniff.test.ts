import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../process/program.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { describe as report, sniff } from './sniff.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'made'));
});
afterAll(() => folder[Symbol.asyncDispose]());

const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'detects a %s that sharp wrote',
  async (format) => {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
    expect(sniff(await image.toFormat(format).toBuffer())).toEqual({
      contentType: `image/${format}`,
      kind: 'image',
    });
  },
);

test.each([
  ['a.mp4', 'video/mp4', []],
  ['a.mov', 'video/quicktime', []],
  ['a.webm', 'video/webm', ['-c:v', 'libvpx']],
  ['a.mkv', 'video/x-matroska', []],
  ['a.avi', 'video/x-msvideo', []],
  ['a.bmp', 'image/bmp', ['-frames:v', '1']],
])('%s by ffmpeg is %s', async (name, contentType, args) => {
  const path = join(folder.path, 'made', name);
  await runProgram(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=16x16:duration=0.2', ...args, '-y', path],
    { timeoutMs: 200_000 },
  );
  expect(sniff(await headOf(path))).toMatchObject({ contentType });
});

test.each([
  ['a.mp3', 'audio/mpeg', []],
  ['bare.mp3', 'audio/mpeg', ['-id3v2_version', '0', '-write_xing', '0']],
  ['a.wav', 'audio/wav', []],
  ['a.ogg', 'audio/ogg', []],
  ['a.flac', 'audio/flac', []],
  ['a.m4a', 'audio/mp4', []],
])('%s by ffmpeg is %s', async (name, contentType, args) => {
  const path = join(folder.path, 'made', name);
  await runProgram(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=0.2', ...args, '-y', path],
    { timeoutMs: 200_000 },
  );
  expect(sniff(await headOf(path))).toEqual({ contentType, kind: 'audio' });
});

async function headOf(path: string): Promise<Uint8Array> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  return buffer.subarray(0, bytesRead);
}

test.each([
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic', 'image'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif', 'image'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'image/heic', 'image'],
  ['\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime', 'video'],
  ['\0\x01\0\0\0\x0f\0\x80', 'font/ttf', 'font'],
  ['OTTO\0\x0b', 'font/otf', 'font'],
  ['ttcf\0\x01\0\0', 'font/collection', 'font'],
  ['wOFF\0\x01\0\0', 'font/woff', 'font'],
  ['wOF2\0\x01\0\0', 'font/woff2', 'font'],
  ['<svg xmlns="…">', 'image/svg+xml', 'image'],
  [
    '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- by hand --><!DOCTYPE svg PUBLIC "x">\n<svg>',
    'image/svg+xml',
    'image',
  ],
])('%j is %s', (head, contentType, kind) => {
  expect(sniff(bytes(head))).toEqual({ contentType, kind });
});

test.each([
  ['', 'an empty file'],
  ['<!DOCTYPE html><title>Sign in</title>', 'an HTML page'],
  ['\n <html><body><svg></svg></body>', 'an HTML page'],
  ['{"error": "no"}', 'JSON'],
  ['[1, 2]', 'JSON'],
  ['<?xml version="1.0"?><Error>AccessDenied</Error>', 'an XML document'],
  ['%PDF-1.7', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['Not found', 'text'],
  ['\xff\xfeh\0e\0l\0l\0o\0', 'a file of unknown type'],
  ['\0\0\0\0', 'a file of unknown type'],
])('%j is not media and is described as %s', (head, what) => {
  expect(sniff(bytes(head))).toBeUndefined();
  expect(report(bytes(head)).text).toBe(what);
});

test('media of the wrong kind are described by their type', () => {
  expect(report(bytes('OTTO\0')).text).toBe('a font of type otf');
  expect(report(bytes('fLaC')).text).toBe('an audio file of type flac');
});
