import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, findMessage, say } from '../../base/index.ts';
import { inputArgs, runFfmpeg } from '../process/index.ts';
import { type HeicImage, readHeic } from './heic-file.ts';
import { withPngProfile } from './missing-profile.ts';

export const HEIC = 'image/heic';

const MAX_BYTES = 128 * 2 ** 20;
const MAX_PNG_BYTES = 512 * 2 ** 20;
const TIMEOUT_MS = 50_000;
/** The names of ffmpeg for matrices of ISO 23091-2. */
const MATRICES: Readonly<Record<number, string>> = {
  1: 'bt709',
  5: 'bt601',
  6: 'bt601',
  9: 'bt2020',
};
const FILTERS = { quarter: 'transpose=cclock', flip: 'vflip', mirror: 'hflip' } as const;

/** Returns the size of an upright HEIC photo. */
export async function probeHeic(path: string, what: string) {
  const { width, height, turns } = await readHeicFile(path, what);
  const isTurned = turns.filter((turn) => turn === 'quarter').length % 2 === 1;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Returns an upright HEIC photo as PNG with its color profile. Throws for a damaged file. */
export async function drawHeic(
  path: string,
  what: string,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const image = await readHeicFile(path, what);
  const folder = await mkdtemp(join(tmpdir(), 'framepress-heic-'));
  try {
    const [input, output] = [join(folder, 'tiles.hevc'), join(folder, 'image.png')];
    await writeFile(input, image.stream);
    const args = [
      ...inputArgs(input, 'hevc'),
      ...['-vf', filtersOf(image).join(','), '-frames:v', '1', '-update', '1'],
      ...['-c:v', 'png', '-compression_level', '1', '-pred', 'none', '-f', 'image2', output],
    ];
    await runFfmpeg(args, { timeoutMs: TIMEOUT_MS, failureCode: 'asset_corrupt' }, signal);
    if ((await stat(output)).size > MAX_PNG_BYTES) throw new Error('the image is too large');
    const png = await readFile(output);
    return image.profile ? withPngProfile(png, image.profile) : png;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reads the structure of an HEIC file. Throws `asset_too_large` before it reads a file above the
 * limit.
 */
async function readHeicFile(path: string, what: string): Promise<HeicImage> {
  const { size } = await stat(path);
  if (size <= MAX_BYTES) return readHeic(await readFile(path));
  throw new AppError(
    'asset_too_large',
    say`Expected at most ${MAX_BYTES} bytes for the photo ${findMessage(what)} but received ${size}.`,
    { hint: 'Save it as JPEG.' },
  );
}

/**
 * Returns ffmpeg's filters that join the tiles, convert to RGB, cut off the padding of the last
 * tiles and turn the image upright. Sizes are those before the image is turned.
 */
function filtersOf({ columns, rows, width, height, turns, colors }: HeicImage): string[] {
  const matrix = colors && MATRICES[colors.matrix];
  const range = colors?.isFullRange ? 'full' : 'limited';
  return [
    ...(columns * rows > 1 ? [`tile=${columns}x${rows}`] : []),
    colors
      ? `scale=in_range=${range}${matrix === undefined ? '' : `:in_color_matrix=${matrix}`}:out_range=full`
      : 'scale=out_range=full',
    'format=rgb24',
    `crop=${width}:${height}:0:0`,
    ...turns.map((turn) => FILTERS[turn]),
  ];
}
