import { SAMPLE_RATE } from '../media/audio/index.ts';
import { box, dataHeader, fullBox, uint32, uint64 } from './boxes.ts';

/**
 * Samples in an AAC frame, and samples of silence that ffmpeg's encoder writes before the audio.
 */
const [FRAME, PRIMING] = [1024, 1024];
/** AAC LC at 48 kHz in stereo (ISO/IEC 14496-3, 1.6). */
const AUDIO_CONFIG = [0x11, 0x90];
const CHANNELS = 2;
/** The flags of a sample that does not depend on others (ISO/IEC 14496-12, 8.8.3.1). */
const INDEPENDENT = 0x0200_0000;
const BRANDS = Buffer.from('iso6\0\0\x02\0iso6mp41', 'latin1');
/** Language `und`, followed by two zero bytes. */
const UNDETERMINED = uint32([0x55c4_0000]);
const IDENTITY = uint32([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);

export type AudioFragment = { bytes: Buffer; seconds: number };

/**
 * Writes encoded audio frames to MP4 fragments as they arrive: one fragment for each start time of
 * a video segment (in seconds, the first 0). Frames are not changed. The edit list skips the
 * encoder's priming, and the duration of the last frame covers only its audible samples.
 */
export class AudioFragments {
  /**
   * The first frame of each fragment except the first: the frame that lies mostly after the
   * segment's start.
   */
  readonly #cuts: number[];
  readonly #sampleCount: number;
  #waiting: Buffer[] = [];
  #finishedFrames = 0;
  #index = 0;

  constructor(starts: readonly number[], sampleCount: number) {
    this.#cuts = starts
      .slice(1)
      .map((start) => Math.round((start * SAMPLE_RATE + PRIMING) / FRAME));
    this.#sampleCount = sampleCount;
  }

  /** Returns the fragments that are complete; with `isLast`, also the rest. */
  push(frames: readonly Buffer[], isLast: boolean): AudioFragment[] {
    this.#waiting.push(...frames);
    const wholeFragments: AudioFragment[] = [];
    for (; this.#index < this.#cuts.length; this.#index++) {
      const count = (this.#cuts[this.#index] ?? 0) - this.#finishedFrames;
      if (this.#waiting.length < count) break;
      wholeFragments.push(this.#takeFragment(count, count * FRAME));
    }
    if (isLast) {
      const remainingSamples = this.#sampleCount + PRIMING - this.#finishedFrames * FRAME;
      wholeFragments.push(this.#takeFragment(this.#waiting.length, remainingSamples));
    }
    return wholeFragments;
  }

  /**
   * Takes `count` frames from the waiting ones, and returns them as a fragment. `samples`: how many
   * of their samples are played. The first fragment's `seconds` exclude the encoder's priming.
   */
  #takeFragment(count: number, samples: number): AudioFragment {
    const time = this.#finishedFrames * FRAME;
    const frames = this.#waiting.splice(0, count);
    this.#finishedFrames += count;
    const bytes = fragmentOf(this.#index + 1, time, frames, samples);
    return { bytes, seconds: (samples - Math.max(0, PRIMING - time)) / SAMPLE_RATE };
  }
}

/** A `moof` box and its `mdat` box. The last frame has the rest of `samples` as its duration. */
function fragmentOf(sequence: number, time: number, frames: Buffer[], samples: number): Buffer {
  const table = frames.flatMap((frame, index) => [
    index === frames.length - 1 ? samples - index * FRAME : FRAME,
    frame.length,
  ]);
  const data = Buffer.concat(frames);
  const header = dataHeader(data.length);
  const head = (dataOffset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, uint32([sequence])),
      box(
        'traf',
        // Offsets count from the start of the fragment.
        fullBox('tfhd', 0, 0x02_0000, uint32([1])),
        fullBox('tfdt', 1, 0, uint64([time])),
        fullBox('trun', 0, 0x301, uint32([frames.length, dataOffset, ...table])),
      ),
    );
  return Buffer.concat([head(head(0).length + header.length), header, data]);
}

/** The initialization segment. It states no duration; the fragments do. */
export function audioInit(): Buffer {
  const movieHeader = fullBox(
    'mvhd',
    0,
    0,
    uint32([0, 0, SAMPLE_RATE, 0, 0x1_0000, 0x0100_0000, 0, 0]),
    IDENTITY,
    uint32([0, 0, 0, 0, 0, 0, 2]),
  );
  const trackHeader = fullBox(
    'tkhd',
    0,
    3,
    uint32([0, 0, 1, 0, 0, 0, 0, 0, 0x0100_0000]),
    IDENTITY,
    uint32([0, 0]),
  );
  const edit = box('edts', fullBox('elst', 0, 0, uint32([1, 0, PRIMING, 0x1_0000])));
  const mediaHeader = fullBox('mdhd', 0, 0, uint32([0, 0, SAMPLE_RATE, 0]), UNDETERMINED);
  const name = Buffer.from('sound\0', 'latin1');
  const handler = fullBox('hdlr', 0, 0, uint32([0]), Buffer.from('soun'), uint32([0, 0, 0]), name);
  const place = box('dinf', fullBox('dref', 0, 0, uint32([1]), fullBox('url ', 0, 1)));
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, uint32([1]), sampleEntry()),
    fullBox('stts', 0, 0, uint32([0])),
    fullBox('stsc', 0, 0, uint32([0])),
    fullBox('stsz', 0, 0, uint32([0, 0])),
    fullBox('stco', 0, 0, uint32([0])),
  );
  const minf = box('minf', fullBox('smhd', 0, 0, uint32([0])), place, table);
  const track = box('trak', trackHeader, edit, box('mdia', mediaHeader, handler, minf));
  const usual = box('mvex', fullBox('trex', 0, 0, uint32([1, 1, FRAME, 0, INDEPENDENT])));
  return Buffer.concat([box('ftyp', BRANDS), box('moov', movieHeader, track, usual)]);
}

/** ISO/IEC 14496-14, 5.6; the descriptors are those of ISO/IEC 14496-1, 7.2.6. */
function sampleEntry(): Buffer {
  const descriptor = (tag: number, ...content: number[]) => [tag, content.length, ...content];
  const decoder = descriptor(
    4,
    // AAC, audio; buffer size and bitrates are not stated.
    ...[0x40, 0x15, ...Array<number>(11).fill(0)],
    ...descriptor(5, ...AUDIO_CONFIG),
  );
  const stream = descriptor(3, 0, 1, 0, ...decoder, ...descriptor(6, 2));
  const esds = fullBox('esds', 0, 0, Buffer.from(stream));
  const entryFields = uint32([0, 1, 0, 0, CHANNELS * 2 ** 16 + 16, 0, SAMPLE_RATE * 2 ** 16]);
  return box('mp4a', entryFields, esds);
}
