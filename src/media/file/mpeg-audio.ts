/**
 * Bitrates in kbit/s by header index (ISO 11172-3, 13818-3): layers I to III of MPEG 1, then MPEG
 * 2.
 */
const BITRATES = {
  mpeg1: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  mpeg2: [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000];
/** Number of consecutive headers that cannot be a coincidence. */
const ENOUGH = 3;

/**
 * Returns whether a text (one character per byte) contains consecutive frames of MPEG audio, of any
 * layer. A recorded stream can begin inside a frame.
 */
export function hasMpegFrames(text: string): boolean {
  for (let at = text.indexOf('\xff'); at !== -1; at = text.indexOf('\xff', at + 1)) {
    let count = 0;
    for (let next = at; count < ENOUGH; count += 1) {
      const length = frameBytes(text, next);
      if (length === undefined) break;
      next += length;
    }
    if (count === ENOUGH) return true;
  }
  return false;
}

/**
 * Returns the length in bytes of the MPEG audio frame that begins at `at`, or undefined if no valid
 * header is there. `text` is Latin-1: one character for each byte.
 */
function frameBytes(text: string, at: number): number | undefined {
  const [first, second, third] = [0, 1, 2].map((i) => text.charCodeAt(at + i));
  if (first !== 0xff || second === undefined || third === undefined) return undefined;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rate = SAMPLE_RATES[(third >> 2) & 3];
  const table = BITRATES[version === 3 ? 'mpeg1' : 'mpeg2'][layer - 1];
  const kilobits = table?.[(third >> 4) - 1];
  if ((second & 0xe0) !== 0xe0 || version === 1 || !rate || !kilobits) return undefined;
  // MPEG 2 has half of the sample rates of MPEG 1, and MPEG 2.5 a quarter.
  const hertz = rate / ({ 3: 1, 2: 2, 0: 4 }[version] ?? 1);
  const padding = (third >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * kilobits) / hertz) + padding) * 4;
  const samples = layer === 3 && version !== 3 ? 576 : 1152;
  return Math.floor((samples * 125 * kilobits) / hertz) + padding;
}
