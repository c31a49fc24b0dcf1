import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256 } from '../../system/index.ts';
import { ModelProblem } from './model-problem.ts';
import { onnxMetadata } from './onnx-metadata.ts';

/** The kinds of models that the engine opens. */
export type ModelKind =
  | 'whisper'
  | 'transducer'
  | 'nemo_transducer'
  | 'nemo_ctc'
  | 'zipformer_ctc'
  | 'wenet_ctc'
  | 'sense_voice'
  | 'paraformer'
  | 'moonshine';

type Role =
  | 'encoder'
  | 'decoder'
  | 'joiner'
  | 'model'
  | 'preprocess'
  | 'encode'
  | 'uncached_decode'
  | 'cached_decode';

/** A model of sherpa-onnx in a folder. */
export type LocalModel = {
  /** The name of the folder, which is shown. */
  name: string;
  folder: string;
  kind: ModelKind;
  /** Paths. */
  files: Partial<Record<Role, string>>;
  tokens: string;
  bytes: number;
  /** Changes when another model is put into the folder. */
  digest: string;
  /** The languages that can be chosen; undefined: the model has one, or finds them by itself. */
  languages?: readonly string[];
  /** A model for one language refuses others. */
  onlyLanguage?: string;
  /** Whether Whisper was exported with the weights from which times of words are found. */
  hasWordTimes?: boolean;
  /** The size of its spectrum, if the model names it. */
  featureDim?: number;
};

/** The kinds by `model_type` in the metadata of the encoder, or of the only file. */
const KINDS: Readonly<Record<'joined' | 'single', Readonly<Record<string, ModelKind>>>> = {
  joined: {
    zipformer: 'transducer',
    zipformer2: 'transducer',
    conformer: 'transducer',
    EncDecRNNTBPEModel: 'nemo_transducer',
    EncDecHybridRNNTCTCBPEModel: 'nemo_transducer',
  },
  single: {
    EncDecCTCModel: 'nemo_ctc',
    EncDecCTCModelBPE: 'nemo_ctc',
    EncDecHybridRNNTCTCBPEModel: 'nemo_ctc',
    zipformer2_ctc: 'zipformer_ctc',
    wenet_ctc: 'wenet_ctc',
    sense_voice_ctc: 'sense_voice',
    paraformer: 'paraformer',
  },
};
const MOONSHINE = ['preprocess', 'encode', 'uncached_decode', 'cached_decode'] as const;
const SENSE_VOICE_LANGUAGES = ['zh', 'en', 'ja', 'ko', 'yue'];
/** Entries that only models for streams have. */
const STREAMING = ['decode_chunk_len', 'chunk_shift', 'streaming_model_type'];
/** Files whose content decides what is recognised; weights may stand beside an .onnx file. */
const CONTENT = /\.(?:onnx|weights|data|txt)$/;

const OTHER_MODEL = 'use a folder with tokens.txt and the .onnx files of one model of sherpa-onnx';
const SUPPORTED =
  'use a model for whole files: Whisper, Zipformer, Parakeet, NeMo CTC, WeNet CTC, SenseVoice, Paraformer or Moonshine';

const CURE_UNREADABLE =
  'copy the files themselves, not links, and let the user of the service read them';

/** Reads what kind of model a folder has, from its files. Throws a ModelProblem. */
export async function readModelFolder(folder: string): Promise<LocalModel> {
  return readable(() => readFiles(folder));
}

async function readFiles(folder: string): Promise<LocalModel> {
  const names = await namesIn(folder);
  const layout = layoutOf(names);
  const tokens = only(names, 'tokens.txt', (name) => /(?:^|[-_.])tokens\.txt$/.test(name));
  if (tokens === undefined) throw lacks('tokens.txt');
  const { bytes, digest } = await contentOf(folder, names);
  const files = Object.fromEntries(
    Object.entries(layout.files).map(([role, name]) => [role, join(folder, name)]),
  );
  const model = { name: basename(folder), folder, files, tokens: join(folder, tokens), bytes };
  return { ...model, digest, ...(await kindOf(layout, folder)) };
}

/** Returns what changes when a file of a folder changes, without reading the files. */
export async function folderState(folder: string): Promise<string> {
  const names = (await namesIn(folder)).filter((name) => CONTENT.test(name)).toSorted();
  const facts = await readable(() => Promise.all(names.map((name) => stat(join(folder, name)))));
  return facts.map(({ size, mtimeMs }, index) => `${names[index]} ${size} ${mtimeMs}`).join('\n');
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'its folder does not exist' : `its folder: ${code}`;
    throw new ModelProblem(reason, 'correct FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER');
  }
}

/** Throws a ModelProblem for a file that the system does not give, such as a link to a file that is not there. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (error instanceof ModelProblem || code === undefined) throw error;
    const file = path === undefined ? 'a file of its folder' : basename(path);
    throw new ModelProblem(`${file} cannot be read (${code})`, CURE_UNREADABLE);
  }
}

type Layout = { form: 'pair' | 'joined' | 'single' | 'moonshine'; files: Record<string, string> };

/** Returns the form of a model, with the names of its files. */
function layoutOf(names: readonly string[]): Layout {
  const files: Record<string, string> = {};
  for (const role of ['encoder', 'decoder', 'joiner', ...MOONSHINE] as const) {
    const name = fileOf(names, role);
    if (name !== undefined) files[role] = name;
  }
  const { encoder, decoder, joiner, preprocess } = files;
  if (preprocess !== undefined) {
    requireAll(files, MOONSHINE);
    return { form: 'moonshine', files };
  }
  if (encoder !== undefined || decoder !== undefined || joiner !== undefined) {
    requireAll(files, ['encoder', 'decoder']);
    return { form: joiner === undefined ? 'pair' : 'joined', files };
  }
  const models = names.filter((name) => name.endsWith('.onnx'));
  // Others may lie beside it, such as one that finds pauses.
  const usual = models.filter((name) => /^model[-.]/.test(name));
  const model = bestOf(usual.length > 0 ? usual : models, 'model.onnx');
  if (model === undefined) throw new ModelProblem('its folder has no .onnx files', OTHER_MODEL);
  return { form: 'single', files: { model } };
}

function requireAll(files: Record<string, string>, roles: readonly string[]): void {
  const missing = roles.filter((role) => files[role] === undefined);
  if (missing.length > 0) throw lacks(missing.map((role) => `${role}.onnx`).join(' and '));
}

function lacks(files: string): ModelProblem {
  return new ModelProblem(`its folder has no ${files}`, 'download all files of the model');
}

/** Returns the file of a role: `encoder.onnx`, `encoder-epoch-99.int8.onnx` or `v3_encoder.onnx`. */
function fileOf(names: readonly string[], role: string): string | undefined {
  const pattern = new RegExp(`(?:^|[-._])${role}(?:[-.].*)?\\.onnx$`);
  return bestOf(
    names.filter((name) => pattern.test(name)),
    `${role}.onnx`,
  );
}

/** Returns the file with 8-bit weights, if a folder has both forms: it is faster, and needs less memory. */
function bestOf(names: readonly string[], what: string): string | undefined {
  const small = names.filter((name) => name.endsWith('.int8.onnx'));
  return only(small.length > 0 ? small : names, what, () => true);
}

function only(
  names: readonly string[],
  what: string,
  isMeant: (name: string) => boolean,
): string | undefined {
  const meantNames = names.filter(isMeant);
  if (meantNames.length <= 1) return meantNames[0];
  const reason = `its folder has several files ${what}: ${meantNames.toSorted().slice(0, 3).join(', ')}`;
  throw new ModelProblem(reason, 'leave the files of one model in the folder');
}

type KindFacts = Pick<
  LocalModel,
  'kind' | 'languages' | 'onlyLanguage' | 'hasWordTimes' | 'featureDim'
>;

/** Returns the kind of a model from the metadata of its first file. */
async function kindOf({ form, files }: Layout, folder: string): Promise<KindFacts> {
  if (form === 'moonshine') return { kind: 'moonshine' };
  const first = files['encoder'] ?? files['model'] ?? '';
  const metadata = await onnxMetadata(join(folder, first)).catch((error: Error) => {
    throw new ModelProblem(`${first} cannot be read (${error.message})`, 'download it again');
  });
  if (STREAMING.some((name) => metadata.has(name)))
    throw new ModelProblem('it is a model for streams', SUPPORTED);
  const type = metadata.get('model_type') ?? '';
  if (form === 'pair' && /^whisper/i.test(type)) return whisperFacts(metadata);
  const kind = form === 'pair' ? undefined : KINDS[form][type];
  if (kind === undefined) {
    const what = type === '' ? 'has no model_type' : `has the model_type ${type}`;
    throw new ModelProblem(`${first} ${what}`, SUPPORTED);
  }
  const featureDim = Number(metadata.get('feat_dim') ?? 0);
  return {
    kind,
    ...(kind === 'sense_voice' && { languages: SENSE_VOICE_LANGUAGES }),
    ...(featureDim > 0 && { featureDim }),
  };
}

function whisperFacts(metadata: ReadonlyMap<string, string>): KindFacts {
  const codes = (metadata.get('all_language_codes') ?? '').split(',').filter(Boolean);
  const isForAll = metadata.get('is_multilingual') === '1';
  return {
    kind: 'whisper',
    hasWordTimes: Number(metadata.get('n_alignment_heads') ?? 0) > 0,
    ...(isForAll ? { languages: codes } : { onlyLanguage: 'en' }),
  };
}

/** Parts of a large file that are read for its digest. */
const SAMPLES = 32;
const SAMPLE_BYTES = 64 * 1024;

/** Returns the size and a digest of a model. Of large files only parts are read: weights differ everywhere. */
async function contentOf(folder: string, names: readonly string[]) {
  const digests: string[] = [];
  let bytes = 0;
  for (const name of names.filter((file) => CONTENT.test(file)).toSorted()) {
    await using file = await open(join(folder, name));
    const { size } = await file.stat();
    bytes += size;
    const step = Math.max(SAMPLE_BYTES, Math.floor((size - SAMPLE_BYTES) / (SAMPLES - 1)));
    const parts: Buffer[] = [];
    for (let at = 0; at < size; at += step) {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(SAMPLE_BYTES),
        0,
        SAMPLE_BYTES,
        at,
      );
      parts.push(buffer.subarray(0, bytesRead));
    }
    digests.push(`${name} ${size} ${sha256(Buffer.concat(parts))}`);
  }
  return { bytes, digest: sha256(digests.join('\n')) };
}
