import type { VideoFacts } from './probe-streams.ts';
import type { VideoPlace } from './video-place.ts';

/** Diffuse white in HDR (ITU-R BT.2408) and the peak brightness of HDR content, in cd/m². */
const HDR_WHITE = 203;
const HDR_PEAK = 1000;

const SCALER = 'flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp';

/**
 * Returns the filters that convert a decoded upright image to sRGB at the size of its place:
 * deinterlaced, tone-mapped, scaled once and cropped, in JPEG's YUV or in RGBA.
 */
export function imageFilters(facts: VideoFacts, place: VideoPlace): string[] {
  return [
    // Deinterlace only marked images, because many files contain both types.
    ...(facts.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(facts.hasAlpha ? transparent(facts, place) : opaqueFilters(facts, place)),
    'setsar=1',
  ];
}

/** Matrix and range of JPEG. */
const OUT = 'matrix=170m:range=full';

/**
 * Returns the filters of ffmpeg for a video without alpha: they scale and crop its images to the place
 * and convert their colors to SDR in BT.709, with the matrix and range of JPEG. Other primaries are
 * converted too, and HDR is tone-mapped in linear light. zimg (`zscale`) needs a tenth of swscale's
 * time when the matrix changes; colors that it does not know go through swscale first.
 */
function opaqueFilters(facts: VideoFacts, place: VideoPlace): string[] {
  const { scale, crop, isEven } = resize(facts, place);
  const isSupported = isSupportedByZimg(facts);
  const converted = isSupported ? [] : [`scale=${inColors(facts)}:${SCALER}`, 'format=gbrp'];
  const first = `zscale=${scale}:filter=bicubic:${isSupported ? zimgColors(facts) : RGB}`;
  const format = `format=${isEven ? jpegFormat(facts, place) : 'yuvj444p'}`;
  const { primaries, transfer } = facts;
  if (transfer === 'sdr' && primaries === '709')
    return [...converted, `${first}:${OUT}`, format, crop];
  const wide = `${first}:primariesin=${primaries}:primaries=709`;
  if (transfer === 'sdr') {
    return [...converted, `${wide}:transferin=709:transfer=709:${OUT}`, format, crop];
  }
  const transferIn = { pq: 'smpte2084', hlg: 'arib-std-b67' }[transfer];
  return [
    ...converted,
    `${wide}:transferin=${transferIn}:transfer=linear:matrix=gbr:range=full:npl=${HDR_WHITE}`,
    'format=gbrpf32le',
    crop,
    `tonemap=mobius:param=0.3:desat=0:peak=${HDR_PEAK / HDR_WHITE}`,
    `zscale=${RGB}:primariesin=709:primaries=709:transferin=linear:transfer=iec61966-2-1:${OUT}`,
    format,
  ];
}

/** Returns whether zimg can read the format: it supports subsampled chroma only for even sizes. */
function isSupportedByZimg({ pixelFormat, isOdd, matrix }: VideoFacts): boolean {
  if (matrix === 'rgb' || /444/.test(pixelFormat)) return true;
  return (
    !isOdd && /^(?:yuvj?42[02]p|nv12|nv16|p010|p210|yuyv422|uyvy422|yvyu422)/.test(pixelFormat)
  );
}

const RGB = 'matrixin=gbr:rangein=full';

function zimgColors({ matrix, isFullRange }: VideoFacts): string {
  if (matrix === 'rgb') return RGB;
  const name = { bt601: '170m', bt709: '709', bt2020: '2020_ncl' }[matrix];
  return `matrixin=${name}:rangein=${isFullRange ? 'full' : 'limited'}`;
}

/** Returns 4:2:0 when the source has no more chroma resolution: this halves the bytes. */
function jpegFormat({ pixelFormat }: VideoFacts, { region, image }: VideoPlace): string {
  const isHalved = /^(?:yuvj?420p|nv12|p010)/.test(pixelFormat);
  const isShrunk = region.width > image.width * 1.25 || region.height > image.height * 1.25;
  return isHalved && !isShrunk ? 'yuvj420p' : 'yuvj444p';
}

/** Filters for transparent images. They scale premultiplied, so that hidden colors do not bleed. */
function transparent(facts: VideoFacts, place: VideoPlace): string[] {
  const { scale, crop } = resize(facts, place);
  return [
    `scale=${inColors(facts)}:${SCALER}`,
    'format=gbrap',
    'premultiply=inplace=1',
    `scale=${scale}:${SCALER}`,
    'format=gbrap',
    crop,
    'unpremultiply=inplace=1',
    'format=rgba',
  ];
}

type Resize = { scale: string; crop: string; isEven: boolean };

/**
 * Returns the scaled size of the whole source and the crop, so that the region has the image's
 * size.
 */
function resize(facts: VideoFacts, { region, image }: VideoPlace): Resize {
  const side = (source: number, part: number, length: number) =>
    Math.max(length, Math.round((source * length) / part));
  const width = side(facts.width, region.width, image.width);
  const height = side(facts.height, region.height, image.height);
  const x = Math.min(width - image.width, Math.round((region.x * image.width) / region.width));
  const y = Math.min(height - image.height, Math.round((region.y * image.height) / region.height));
  return {
    scale: `w=${width}:h=${height}`,
    crop: `crop=${image.width}:${image.height}:${x}:${y}:exact=1`,
    isEven: [width, height, x, y, image.width, image.height].every((n) => n % 2 === 0),
  };
}

function inColors(facts: VideoFacts): string {
  if (facts.matrix === 'rgb') return 'in_range=pc';
  const range = facts.isFullRange ? 'pc' : 'tv';
  return `in_color_matrix=${facts.matrix}:in_range=${range}`;
}
