import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioClip } from '../compose/index.ts';
import { SAMPLE_RATE } from '../media/audio/index.ts';
import { openClips } from './decode-clips.ts';
import { mix } from './mix.ts';

/** A temporary folder for the audio files of a test. Also mixes these files. */
export class AudioBench implements AsyncDisposable {
  readonly folder: string;
  #count = 0;
  /** The paths of the files of all clips that were created so far, by digest. */
  readonly paths: Record<string, string> = {};

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<AudioBench> {
    return new AudioBench(await mkdtemp(join(tmpdir(), 'framepress-audio-')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Writes a stereo float WAV at 48 kHz from a function of the time. */
  async wav(name: string, seconds: number, wave: (t: number) => number): Promise<string> {
    const count = Math.round(seconds * SAMPLE_RATE);
    const bytes = Buffer.alloc(44 + count * 8);
    bytes.write('RIFF', 0, 'latin1');
    bytes.writeUInt32LE(bytes.length - 8, 4);
    bytes.write('WAVEfmt ', 8, 'latin1');
    bytes.writeUInt32LE(16, 16);
    bytes.writeUInt16LE(3, 20);
    bytes.writeUInt16LE(2, 22);
    bytes.writeUInt32LE(SAMPLE_RATE, 24);
    bytes.writeUInt32LE(SAMPLE_RATE * 8, 28);
    bytes.writeUInt16LE(8, 32);
    bytes.writeUInt16LE(32, 34);
    bytes.write('data', 36, 'latin1');
    bytes.writeUInt32LE(count * 8, 40);
    for (let i = 0; i < count; i++) {
      const value = wave(i / SAMPLE_RATE);
      bytes.writeFloatLE(value, 44 + i * 8);
      bytes.writeFloatLE(value, 48 + i * 8);
    }
    const path = join(this.folder, `${name}.wav`);
    await writeFile(path, bytes);
    return path;
  }

  /** Returns a clip of a file: by default its first second at an unchanged level. */
  clip(path: string, more: Partial<AudioClip>): AudioClip {
    const digest = `${path}${this.#count++}`;
    this.paths[digest] = path;
    return {
      digest,
      startSeconds: 0,
      endSeconds: 1,
      trimStartSeconds: 0,
      speed: 1,
      gain: [[0, 1, 1]],
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
      ...more,
    };
  }

  /** Returns the mix of clips before encoding: interleaved stereo. */
  async mixed(list: AudioClip[], seconds: number): Promise<Float32Array> {
    const range = { first: 0, sampleCount: Math.round(seconds * SAMPLE_RATE) };
    const allSamples = new Float32Array(range.sampleCount * 2);
    let at = 0;
    await using opened = await openClips(
      list,
      this.paths,
      join(this.folder, `raw${this.#count++}`),
    );
    const write = async (block: Float32Array) => {
      allSamples.set(block, at);
      at += block.length;
    };
    await mix({ clips: opened.readers, range, master: 1, write });
    return allSamples;
  }
}

export const sine =
  (hertz: number, level = 0.5) =>
  (t: number) =>
    level * Math.sin(2 * Math.PI * hertz * t);

export const left = (samples: Float32Array) => samples.filter((_, i) => i % 2 === 0);
