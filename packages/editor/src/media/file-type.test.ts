import { expect, test } from 'vitest';
import { fileType, mayBe } from './file-type.ts';

const of = (text: string) => fileType(Uint8Array.from(text, (c) => c.charCodeAt(0)));

test('the type of a file is that of its first bytes', () => {
  expect(of('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')).toBe('heif');
  expect(of('\0\0\0\u0018ftypmif1\0\0\0\0mif1heic')).toBe('heif');
  expect(of('\0\0\0\u001cftypavif\0\0\0\0avifmif1miaf')).toBe('avif');
  expect(of('\0\0\0\u0018ftypisom\0\0\0\0isommp42')).toBe('mp4');
  expect(of('RIFF\0\0\0\0WEBPVP8 ')).toBe('webp');
  expect(of('RIFF\0\0\0\0WAVEfmt ')).toBe('wav');
  expect(of('\u00ff\u00fb\u0090')).toBe('mp3');
  expect(of('\u00ff\u00f1\u0050')).toBe('aac');
  expect(of('\u00ef\u00bb\u00bf<?xml version="1.0"?><svg xmlns="">')).toBe('svg');
  expect(of('<!-- made --> <svg viewBox="">')).toBe('svg');
  expect(of('<!DOCTYPE html><title>')).toBe('html');
  expect(of('wOF2')).toBe('woff2');
  expect(of('')).toBe('unknown');
  expect(of('hello')).toBe('unknown');
});

test('a file of another kind is noticed before it is sent', () => {
  expect(mayBe('image', 'heif')).toBe(true);
  expect(mayBe('image', 'jxl')).toBe(false);
  expect(mayBe('image', 'mp4')).toBe(false);
  expect(mayBe('image', 'unknown')).toBe(false);
  expect(mayBe('video', 'jpeg')).toBe(true);
  expect(mayBe('video', 'unknown')).toBe(true);
  expect(mayBe('audio', 'mp4')).toBe(true);
  expect(mayBe('audio', 'png')).toBe(false);
  expect(mayBe('font', 'woff2')).toBe(true);
  expect(mayBe('font', 'zip')).toBe(false);
});
