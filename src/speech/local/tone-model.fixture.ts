import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ENGINE_PACKAGE } from './model-problem.ts';

/**
 * A model of the form NeMo CTC with a vocabulary of tones: a tone is a word. It has 2 kB, and goes through the whole
 * engine: spectrum, network, search, times. Real weights have hundreds of megabytes.
 */
export const TONES = { one: 500, two: 1000, three: 2000, four: 4000 } as const;
export type Tone = keyof typeof TONES;

/** Bands of the spectrum, up to 8 kHz. */
const BANDS = 80;
const TOP_HZ = 8000;
/** What a band has without a tone is less, as a natural logarithm. */
const THRESHOLD = -2;
const [FLOAT, INT64] = [1, 7];
const ATTRIBUTE = { int: 2, ints: 7 };

/** Whether the package with the engine is installed, which is not needed for all else. */
export function hasEngine(): boolean {
  try {
    createRequire(import.meta.url).resolve(ENGINE_PACKAGE);
    return true;
  } catch {
    return false;
  }
}

/** Writes the model to a folder, with other metadata if it is given. */
export async function writeToneModel(
  folder: string,
  metadata: Readonly<Record<string, string>> = {},
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const words = Object.keys(TONES).map((word) => `▁${word}`);
  const tokens = [...words, '<blk>'].map((token, index) => `${token} ${index}\n`);
  await writeFile(join(folder, 'tokens.txt'), tokens.join(''));
  await writeFile(join(folder, 'model.onnx'), toneModel(metadata));
  return folder;
}

/** Samples in which tones are heard, as a file of a recogniser's rate: `[tone, start, end]`. */
export function toneSamples(
  seconds: number,
  tones: readonly (readonly [Tone, number, number])[],
  rate = 16_000,
): Int16Array {
  const samples = new Int16Array(Math.round(seconds * rate));
  for (const [tone, start, end] of tones)
    for (let at = Math.round(start * rate); at < end * rate; at += 1)
      samples[at] = 10_000 * Math.sin((2 * Math.PI * TONES[tone] * at) / rate);
  return samples;
}

/** The bytes of the network: each word is the level of one band, and silence a constant. */
function toneModel(metadata: Readonly<Record<string, string>>): Buffer {
  const frequencies = Object.values(TONES);
  const size = frequencies.length + 1;
  const weights = new Float32Array(BANDS * size);
  const bias = new Float32Array(size);
  for (const [index, hz] of frequencies.entries()) weights[bandOf(hz) * size + index] = 1;
  bias[size - 1] = THRESHOLD;
  const graph = message(
    bytes(1, node('Transpose', ['x'], 'frames', { perm: [0, 2, 1] })),
    bytes(1, node('MatMul', ['frames', 'weights'], 'bands')),
    bytes(1, node('Add', ['bands', 'bias'], 'levels')),
    bytes(1, node('LogSoftmax', ['levels'], 'y', { axis: 2 })),
    bytes(2, 'tones'),
    bytes(5, tensor('weights', [BANDS, size], weights)),
    bytes(5, tensor('bias', [size], bias)),
    bytes(11, value('x', FLOAT, ['N', BANDS, 'T'])),
    bytes(11, value('lengths', INT64, ['N'])),
    bytes(12, value('y', FLOAT, ['N', 'T', size])),
  );
  const facts = {
    model_type: 'EncDecCTCModelBPE',
    vocab_size: String(size),
    subsampling_factor: '1',
    normalize_type: '',
    ...metadata,
  };
  const operators = message(bytes(1, ''), number(2, 13));
  return message(number(1, 8), bytes(7, graph), bytes(8, operators), metadataFile(facts));
}

/** The end of an ONNX file: its metadata. Alone, it is a file without a network. */
export function metadataFile(facts: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries({ ...facts, author: 'test' });
  return message(
    ...entries.map(([key, text]) => bytes(14, message(bytes(1, key), bytes(2, text)))),
  );
}

/** The band of a frequency on Slaney's mel scale. */
function bandOf(hz: number): number {
  const mel = (f: number) =>
    f < 1000 ? (f * 3) / 200 : 15 + Math.log(f / 1000) * (27 / Math.log(6.4));
  return Math.round((mel(hz) / mel(TOP_HZ)) * (BANDS + 1) - 1);
}

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
): Buffer {
  return message(
    ...inputs.map((name) => bytes(1, name)),
    bytes(2, output),
    bytes(3, output),
    bytes(4, operator),
    ...Object.entries(attributes).map(([name, setting]) =>
      bytes(
        5,
        typeof setting === 'number'
          ? message(bytes(1, name), number(3, setting), number(20, ATTRIBUTE.int))
          : message(
              bytes(1, name),
              ...setting.map((part) => number(8, part)),
              number(20, ATTRIBUTE.ints),
            ),
      ),
    ),
  );
}

function tensor(name: string, sizes: readonly number[], data: Float32Array): Buffer {
  return message(
    ...sizes.map((size) => number(1, size)),
    number(2, FLOAT),
    bytes(8, name),
    bytes(9, Buffer.from(data.buffer)),
  );
}

function value(name: string, type: number, sizes: readonly (string | number)[]): Buffer {
  const shape = sizes.map((size) =>
    bytes(1, typeof size === 'number' ? number(1, size) : bytes(2, size)),
  );
  const form = message(number(1, type), bytes(2, message(...shape)));
  return message(bytes(1, name), bytes(2, bytes(1, form)));
}

/** The encoding of protocol buffers: fields one after another. */
function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

function number(field: number, content: number): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(content)]);
}

function bytes(field: number, content: Buffer | string): Buffer {
  const data = Buffer.from(content);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(data.length)]), data]);
}

function varint(count: number): number[] {
  const groups = Math.floor(count / 128);
  return groups === 0 ? [count] : [(count % 128) + 128, ...varint(groups)];
}
