import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ENGINE_PACKAGE } from './model-problem.ts';
import { node, onnxFile } from './onnx.fixture.ts';

/**
 * Models whose words are tones. They have a few kilobytes, and go through the whole engine: spectrum, network,
 * search, times. Real weights have hundreds of megabytes.
 */
export const TONES = { one: 500, two: 1000, three: 2000, four: 4000 } as const;
export type Tone = keyof typeof TONES;

const WORDS = Object.keys(TONES).map((word) => `▁${word}`);
/** Bands of the spectrum. */
const BANDS = 80;
/** What a band has without a tone is less, as a natural logarithm. */
const THRESHOLD = -2;
const SIZE = WORDS.length + 1;

/** Whether the package with the engine is installed, which is not needed for all else. */
export function hasEngine(): boolean {
  try {
    createRequire(import.meta.url).resolve(ENGINE_PACKAGE);
    return true;
  } catch {
    return false;
  }
}

/** Samples in which tones are heard, at a recogniser's rate: `[tone, start, end]`. */
export function toneSamples(
  seconds: number,
  tones: readonly (readonly [Tone, number, number])[],
  rate = 16_000,
): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(Math.round(seconds * rate));
  for (const [tone, start, end] of tones)
    for (let at = Math.round(start * rate); at < end * rate; at += 1)
      samples[at] = 10_000 * Math.sin((2 * Math.PI * TONES[tone] * at) / rate);
  return samples;
}

/** Writes a model of the form NeMo CTC to a folder, with other metadata if it is given. */
export async function writeToneModel(
  folder: string,
  metadata: Readonly<Record<string, string>> = {},
): Promise<string> {
  const model = onnxFile({
    inputs: {
      x: { type: 'float', sizes: ['N', BANDS, 'T'] },
      lengths: { type: 'int64', sizes: ['N'] },
    },
    outputs: { y: { type: 'float', sizes: ['N', 'T', SIZE] } },
    constants: bandWeights({ blank: SIZE - 1, scale: SLANEY }),
    nodes: [
      node('Transpose', ['x'], 'frames', { perm: [0, 2, 1] }),
      node('MatMul', ['frames', 'weights'], 'bands'),
      node('Add', ['bands', 'bias'], 'levels'),
      node('LogSoftmax', ['levels'], 'y', { axis: 2 }),
    ],
    metadata: {
      model_type: 'EncDecCTCModelBPE',
      vocab_size: String(SIZE),
      subsampling_factor: '1',
      normalize_type: '',
      ...metadata,
    },
  });
  return writeModel(folder, { 'model.onnx': model, 'tokens.txt': tokens([...WORDS, '<blk>']) });
}

/** Writes a transducer of the form Zipformer to a folder. It never hears a word twice in succession. */
export async function writeToneTransducer(folder: string): Promise<string> {
  const repeats = new Float32Array(SIZE * SIZE);
  // The blank is the first token here.
  for (let word = 1; word < SIZE; word += 1) repeats[word * SIZE + word] = -100;
  const { weights, bias } = bandWeights({ blank: 0, scale: KALDI });
  const encoder = onnxFile({
    inputs: {
      x: { type: 'float', sizes: ['N', 'T', BANDS] },
      x_lens: { type: 'int64', sizes: ['N'] },
    },
    outputs: {
      encoder_out: { type: 'float', sizes: ['N', 'S', SIZE] },
      encoder_out_lens: { type: 'int64', sizes: ['N'] },
    },
    constants: {
      weights,
      bias,
      ...wholeNumbers({
        starts: [0n],
        ends: [1n << 40n],
        axes: [1n],
        steps: [4n],
        three: [3n],
        four: [4n],
      }),
    },
    nodes: [
      node('Slice', ['x', 'starts', 'ends', 'axes', 'steps'], 'frames'),
      node('MatMul', ['frames', 'weights'], 'bands'),
      node('Add', ['bands', 'bias'], 'encoder_out'),
      node('Add', ['x_lens', 'three'], 'rounded'),
      node('Div', ['rounded', 'four'], 'encoder_out_lens'),
    ],
    metadata: { model_type: 'zipformer2' },
  });
  const decoder = onnxFile({
    inputs: { y: { type: 'int64', sizes: ['N', 1] } },
    outputs: { decoder_out: { type: 'float', sizes: ['N', SIZE] } },
    constants: { repeats: { sizes: [SIZE, SIZE], data: repeats }, ...wholeNumbers({ axes: [1n] }) },
    nodes: [
      node('Squeeze', ['y', 'axes'], 'last'),
      node('Gather', ['repeats', 'last'], 'decoder_out'),
    ],
    metadata: { vocab_size: String(SIZE), context_size: '1' },
  });
  const joiner = onnxFile({
    inputs: {
      encoder_out: { type: 'float', sizes: ['N', SIZE] },
      decoder_out: { type: 'float', sizes: ['N', SIZE] },
    },
    outputs: { logit: { type: 'float', sizes: ['N', SIZE] } },
    nodes: [node('Add', ['encoder_out', 'decoder_out'], 'logit')],
    metadata: { joiner_dim: String(SIZE) },
  });
  return writeModel(folder, {
    'encoder-epoch-1.onnx': encoder,
    'decoder-epoch-1.onnx': decoder,
    'joiner-epoch-1.onnx': joiner,
    'tokens.txt': tokens(['<blk>', ...WORDS]),
  });
}

/** Numbers of Whisper's vocabulary after the texts: `times` is the first of its times, in steps of 20 ms. */
const WHISPER = ['eot', 'sot', 'en', 'de', 'translate', 'transcribe', 'no_speech', 'no_timestamps'];
const TIMES = 1501;
/** The first answer follows after sot, the language and the task, and without times after no_timestamps. */
const FIRST = { withTimes: 2, withoutTimes: 3 };
/** The frames of the longest audio: 30 s. */
const AUDIO_FRAMES = 1500;

/**
 * Writes a model of the form Whisper that says a script to any audio: texts, and times in seconds. With
 * `attention`, it looks at these times in seconds while it says the texts, one for each.
 */
export async function writeScriptedWhisper(
  folder: string,
  script: readonly (string | number)[],
  attention?: readonly number[],
): Promise<string> {
  const texts = [...new Set(script.filter((part) => typeof part === 'string'))];
  const numbers = Object.fromEntries(WHISPER.map((name, index) => [name, texts.length + index]));
  const { eot = 0, sot = 0, en = 0, de = 0, transcribe = 0 } = numbers;
  const times = texts.length + WHISPER.length;
  const scriptTokens = script.map((part) =>
    typeof part === 'string' ? texts.indexOf(part) : times + Math.round(part * 50),
  );
  // At first the language is asked for.
  const first = attention ? FIRST.withoutTimes : FIRST.withTimes;
  const answers = [de, ...Array<number>(first - 1).fill(eot), ...scriptTokens];
  const context = answers.length + 8;
  const size = times + TIMES;
  const list = [...answers, ...Array<number>(context - answers.length).fill(eot)].map(BigInt);
  const cache = { type: 'float', sizes: [1, 1, context, 1] } as const;
  const cross = { type: 'float', sizes: [1, 1, 'T', 1] } as const;
  const encoder = onnxFile({
    inputs: { mel: { type: 'float', sizes: [1, BANDS, 'T'] } },
    outputs: { n_layer_cross_k: cross, n_layer_cross_v: cross },
    constants: wholeNumbers({ axes: [3n] }),
    nodes: [
      node('ReduceMean', ['mel'], 'mean', { axes: [1] }),
      node('Unsqueeze', ['mean', 'axes'], 'n_layer_cross_k'),
      node('Identity', ['n_layer_cross_k'], 'n_layer_cross_v'),
    ],
    metadata: {
      model_type: 'whisper-script',
      ...{ n_mels: String(BANDS), n_text_layer: '1', n_text_ctx: String(context) },
      ...{ n_text_state: '1', n_vocab: String(size), blank_id: String(eot), is_multilingual: '1' },
      ...Object.fromEntries(WHISPER.map((name) => [name, String(numbers[name])])),
      sot_sequence: [sot, en, transcribe].join(','),
      all_language_tokens: [en, de].join(','),
      all_language_codes: 'en,de',
      ...(attention && { n_alignment_heads: '1' }),
    },
  });
  const decoder = onnxFile({
    inputs: {
      tokens: { type: 'int64', sizes: [1, 'S'] },
      in_n_layer_self_k_cache: cache,
      in_n_layer_self_v_cache: cache,
      n_layer_cross_k: cross,
      n_layer_cross_v: cross,
      offset: { type: 'int64', sizes: [1] },
    },
    outputs: {
      logits: { type: 'float', sizes: [1, 1, size] },
      out_n_layer_self_k_cache: cache,
      out_n_layer_self_v_cache: cache,
      ...(attention && {
        cross_attention_weights: { type: 'float', sizes: [1, 1, 'S', AUDIO_FRAMES] },
      }),
    },
    constants: {
      ...(attention && attentionTable(attention, context, first)),
      ...wholeNumbers({ answers: list, one: [1n], depth: [BigInt(size)], axes: [0n] }),
      levels: { sizes: [2], data: new Float32Array([0, 20]) },
    },
    nodes: [
      node('Shape', ['tokens'], 'sizes'),
      node('Gather', ['sizes', 'one'], 'count'),
      node('Add', ['offset', 'count'], 'end'),
      node('Sub', ['end', 'one'], 'place'),
      node('Gather', ['answers', 'place'], 'answer'),
      node('OneHot', ['answer', 'depth', 'levels'], 'scores'),
      node('Unsqueeze', ['scores', 'axes'], 'logits'),
      node('Identity', ['in_n_layer_self_k_cache'], 'out_n_layer_self_k_cache'),
      node('Identity', ['in_n_layer_self_v_cache'], 'out_n_layer_self_v_cache'),
      ...(attention ? ATTENDING : []),
    ],
    metadata: {},
  });
  const base64 = texts.map((text) => Buffer.from(text).toString('base64'));
  return writeModel(folder, {
    'script-encoder.onnx': encoder,
    'script-decoder.onnx': decoder,
    'script-tokens.txt': tokens(base64),
  });
}

/** Returns the rows of the tokens that are given, from the table of all. */
const ATTENDING = [
  node('Squeeze', ['offset', 'axes'], 'from'),
  node('Squeeze', ['end', 'axes'], 'to'),
  node('Squeeze', ['one', 'axes'], 'step'),
  node('Range', ['from', 'to', 'step'], 'places'),
  node('Gather', ['table', 'places'], 'rows'),
  node('Unsqueeze', ['rows', 'both'], 'cross_attention_weights'),
];

/** Where the model looks for each token, in the row of the one before: rows with one summit. `first`: the first. */
function attentionTable(seconds: readonly number[], context: number, first: number) {
  const data = new Float32Array(context * AUDIO_FRAMES);
  for (let place = 0; place < context; place += 1) {
    const time = place < first ? 0 : (seconds[place - first] ?? seconds.at(-1) ?? 0);
    for (let frame = 0; frame < AUDIO_FRAMES; frame += 1)
      data[place * AUDIO_FRAMES + frame] = 1 / (1 + ((frame - time * 50) / 4) ** 2);
  }
  return { table: { sizes: [context, AUDIO_FRAMES], data }, ...wholeNumbers({ both: [0n, 1n] }) };
}

/** Constants that are lists of whole numbers. */
function wholeNumbers(lists: Readonly<Record<string, bigint[]>>) {
  return Object.fromEntries(
    Object.entries(lists).map(([name, data]) => [name, { sizes: [data.length], data }]),
  );
}

/** Each word is the level of one band, and silence is a constant. */
function bandWeights({ blank, scale }: { blank: number; scale: Scale }) {
  const weights = new Float32Array(BANDS * SIZE);
  const bias = new Float32Array(SIZE);
  const first = blank === 0 ? 1 : 0;
  for (const [index, hz] of Object.values(TONES).entries())
    weights[bandOf(hz, scale) * SIZE + first + index] = 1;
  bias[blank] = THRESHOLD;
  return { weights: { sizes: [BANDS, SIZE], data: weights }, bias: { sizes: [SIZE], data: bias } };
}

/** A mel scale, and the frequencies between which the bands lie. */
type Scale = { mel: (hz: number) => number; lowHz: number; highHz: number };

/** The scale of models of NeMo, after Slaney. */
const SLANEY: Scale = {
  mel: (hz) => (hz < 1000 ? (hz * 3) / 200 : 15 + Math.log(hz / 1000) * (27 / Math.log(6.4))),
  lowHz: 0,
  highHz: 8000,
};
/** The scale of models of Kaldi and icefall. */
const KALDI: Scale = { mel: (hz) => Math.log(1 + hz / 700), lowHz: 20, highHz: 7600 };

/** The band of a frequency. */
function bandOf(hz: number, { mel, lowHz, highHz }: Scale): number {
  const share = (mel(hz) - mel(lowHz)) / (mel(highHz) - mel(lowHz));
  return Math.round(share * (BANDS + 1) - 1);
}

/** Tokens with their numbers. */
function tokens(list: readonly string[]): string {
  return list.map((token, index) => `${token} ${index}\n`).join('');
}

async function writeModel(
  folder: string,
  files: Readonly<Record<string, Buffer | string>>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}
