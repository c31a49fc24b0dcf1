import type { VideoFacts } from './probe-streams.ts';
import type { VideoPlace } from './video-place.ts';

/** Diffuse white in HDR (ITU-R BT.2408) and the brightest that is graded for, in cd/m². */
const HDR_WHITE = 203;
const HDR_PEAK = 1000;

const SCALER = 'flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp';

/**
 * The filters from a decoded picture, which ffmpeg has turned upright, to one in sRGB at the size
 * of its place: deinterlaced, tone-mapped, scaled once and cropped, as JPEG's 4:4:4 or as RGBA.
 */
export function pictureFilters(facts: VideoFacts, place: VideoPlace): string[] {
  return [
    // Only what is marked as interlaced: files that mix both are common.
    ...(facts.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(facts.hasAlpha ? transparent(facts, place) : opaque(facts, place)),
    'setsar=1',
  ];
}

function opaque(facts: VideoFacts, place: VideoPlace): string[] {
  const [scale, crop] = resize(facts, place);
  const out = 'out_color_matrix=bt601:out_range=pc';
  if (facts.transfer === 'sdr' && !facts.hasWidePrimaries) {
    return [`scale=${scale}:${inColors(facts)}:${out}:${SCALER}`, 'format=yuvj444p', crop];
  }
  return [...toBt709(facts, scale), `scale=${out}:${SCALER}`, 'format=yuvj444p', crop];
}

/** Scaled, then through linear light where brightness changes; zimg takes 4:4:4 of any size. */
function toBt709(facts: VideoFacts, scale: string): string[] {
  const inside = facts.matrix === 'rgb' ? 'gbrp12le' : 'yuv444p12le';
  const matrix = { rgb: 'gbr', bt601: '170m', bt709: '709', bt2020: '2020_ncl' }[facts.matrix];
  const range = facts.isFullRange || facts.matrix === 'rgb' ? 'full' : 'limited';
  const primaries = facts.hasWidePrimaries || facts.transfer !== 'sdr' ? '2020' : '709';
  const transfer = { sdr: '709', pq: 'smpte2084', hlg: 'arib-std-b67' }[facts.transfer];
  const source = `matrixin=${matrix}:rangein=${range}:primariesin=${primaries}:transferin=${transfer}`;
  const swscale = facts.isFullRange ? 'in_range=pc:out_range=pc' : 'in_range=tv:out_range=tv';
  const scaled = [`scale=${scale}:${swscale}:${SCALER}`, `format=${inside}`];
  if (facts.transfer === 'sdr') {
    return [
      ...scaled,
      `zscale=${source}:matrix=gbr:range=full:primaries=709:transfer=709`,
      'format=gbrp',
    ];
  }
  return [
    ...scaled,
    `zscale=${source}:matrix=gbr:range=full:primaries=709:transfer=linear:npl=${HDR_WHITE}`,
    'format=gbrpf32le',
    `tonemap=mobius:param=0.3:desat=0:peak=${HDR_PEAK / HDR_WHITE}`,
    'zscale=matrixin=gbr:rangein=full:primariesin=709:transferin=linear:matrix=gbr:range=full:primaries=709:transfer=iec61966-2-1',
    'format=gbrp',
  ];
}

/** Scaled premultiplied, so that the color of what is transparent does not bleed into the rest. */
function transparent(facts: VideoFacts, place: VideoPlace): string[] {
  const [scale, crop] = resize(facts, place);
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

/** The size of the whole source when its region has the picture's size, and the cut out of it. */
function resize(facts: VideoFacts, { region, picture }: VideoPlace): [string, string] {
  const side = (source: number, part: number, length: number) =>
    Math.max(length, Math.round((source * length) / part));
  const width = side(facts.width, region.width, picture.width);
  const height = side(facts.height, region.height, picture.height);
  const x = Math.min(width - picture.width, Math.round((region.x * picture.width) / region.width));
  const y = Math.min(
    height - picture.height,
    Math.round((region.y * picture.height) / region.height),
  );
  return [`w=${width}:h=${height}`, `crop=${picture.width}:${picture.height}:${x}:${y}:exact=1`];
}

function inColors(facts: VideoFacts): string {
  if (facts.matrix === 'rgb') return 'in_range=pc';
  const range = facts.isFullRange ? 'pc' : 'tv';
  return `in_color_matrix=${facts.matrix}:in_range=${range}`;
}
