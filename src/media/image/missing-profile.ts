import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { readHead } from '../file/index.ts';
import {
  ADOBE_GAMMA,
  ADOBE_PRIMARIES,
  displayProfile,
  type Primaries,
  SRGB_PRIMARIES,
} from './icc-profile.ts';

/** Size of the head that is read. The color chunks and segments are before the pixels. */
const HEAD_BYTES = 256 * 1024;
const PNG_SIGNATURE_BYTES = 8;
const SRGB_GAMMA = 1 / 2.2;

/**
 * Returns the bytes of a file with an added ICC profile, when the file describes its colors without
 * a profile; undefined for all other files. The decoder understands only profiles.
 */
export async function withMissingProfile(
  path: string,
  contentType: string,
): Promise<Buffer | undefined> {
  const find = { 'image/png': pngInsertion, 'image/jpeg': jpegInsertion }[contentType];
  const insertion = find?.(Buffer.from(await readHead(path, HEAD_BYTES)));
  if (!insertion) return undefined;
  const fileBytes = await readFile(path);
  const { at, bytes } = insertion;
  return Buffer.concat([fileBytes.subarray(0, at), bytes, fileBytes.subarray(at)]);
}

type Insertion = { at: number; bytes: Buffer };

/** gAMA and cHRM apply only without cICP, iCCP and sRGB (PNG, third edition, 11.3.2). */
function pngInsertion(head: Buffer): Insertion | undefined {
  const chunks = new Map<string, Buffer>();
  let at = PNG_SIGNATURE_BYTES;
  while (at + 12 <= head.length) {
    const end = at + 12 + head.readUInt32BE(at);
    const type = head.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') break;
    chunks.set(type, head.subarray(at + 8, end - 4));
    at = end;
  }
  const gama = chunks.get('gAMA');
  const header = chunks.get('IHDR');
  if (!gama || gama.length < 4 || !header || header.length < 13) return undefined;
  if (['cICP', 'iCCP', 'sRGB'].some((type) => chunks.has(type))) return undefined;
  const exponent = gama.readUInt32BE(0) / 100_000;
  const primaries = primariesOf(chunks.get('cHRM'));
  const isSrgb = Math.abs(exponent - SRGB_GAMMA) < 0.01 && primaries === undefined;
  if (isSrgb || exponent < 0.1 || exponent > 10) return undefined;
  const isGray = (header.readUInt8(9) & 2) === 0;
  const profile = displayProfile(1 / exponent, isGray ? 'gray' : (primaries ?? SRGB_PRIMARIES));
  return { at: PNG_SIGNATURE_BYTES + 12 + header.length, bytes: profileChunk(profile) };
}

/** The chunk iCCP belongs directly after IHDR, because it must be before the palette. */
function profileChunk(profile: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPa\0\0', 'latin1'), deflateSync(profile)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Size of IHDR with its length, type and checksum. */
const HEADER_BYTES = 25;

/** Returns a PNG with a color profile. */
export function withPngProfile(png: Buffer, profile: Uint8Array): Buffer {
  const at = PNG_SIGNATURE_BYTES + HEADER_BYTES;
  return Buffer.concat([png.subarray(0, at), profileChunk(profile), png.subarray(at)]);
}

/** Returns the primaries; undefined for sRGB primaries and impossible values. */
function primariesOf(chrm: Buffer | undefined): Primaries | undefined {
  if (!chrm || chrm.length < 32) return undefined;
  const point = (at: number) =>
    [chrm.readUInt32BE(at) / 100_000, chrm.readUInt32BE(at + 4) / 100_000] as const;
  const chromaticities = { white: point(0), red: point(8), green: point(16), blue: point(24) };
  const isFar = (Object.keys(chromaticities) as (keyof Primaries)[]).some((name) =>
    chromaticities[name].some(
      (value, i) => Math.abs(value - (SRGB_PRIMARIES[name][i] ?? 0)) > 0.005,
    ),
  );
  const isPossible = Object.values(chromaticities).every(([x, y]) => y > 0.01 && x + y <= 1);
  const [[rx, ry], [gx, gy], [bx, by]] = [
    chromaticities.red,
    chromaticities.green,
    chromaticities.blue,
  ];
  const area = Math.abs((gx - rx) * (by - ry) - (bx - rx) * (gy - ry));
  return isFar && isPossible && area > 0.01 ? chromaticities : undefined;
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** The interoperability index of camera files in Adobe RGB (DCF 2.0, 4.4). */
const ADOBE_BY_CAMERA = ['0001000200000004', '0100020004000000'].map((tag) =>
  Buffer.from(`${tag}52303300`, 'hex'),
);
const SEGMENT = { app1: 0xffe1, app2: 0xffe2 } as const;

/**
 * Returns the profile of Adobe RGB as a segment, and the offset at which to insert it into a JPEG.
 * Undefined if the file has a profile, or if its camera does not say that it used Adobe RGB. `head`
 * is the start of the file.
 */
function jpegInsertion(head: Buffer): Insertion | undefined {
  let at = 2;
  let isAdobe = false;
  while (at + 4 <= head.length) {
    const marker = head.readUInt16BE(at);
    const body = head.subarray(at + 4, at + 2 + head.readUInt16BE(at + 2));
    if (marker === SEGMENT.app2 && body.toString('latin1', 0, 11) === 'ICC_PROFILE')
      return undefined;
    if (marker === SEGMENT.app1 && body.subarray(0, EXIF.length).equals(EXIF)) {
      isAdobe ||= ADOBE_BY_CAMERA.some((tag) => body.includes(tag));
    }
    // Only application and comment segments come before the tables and the frame.
    if (marker < 0xffe0) break;
    at += 2 + head.readUInt16BE(at + 2);
  }
  if (!isAdobe) return undefined;
  const body = Buffer.concat([
    Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'),
    displayProfile(ADOBE_GAMMA, ADOBE_PRIMARIES),
  ]);
  const start = Buffer.alloc(4);
  start.writeUInt16BE(SEGMENT.app2);
  start.writeUInt16BE(body.length + 2, 2);
  return { at, bytes: Buffer.concat([start, body]) };
}
