import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../media/testing/temporary-folder.ts';
import { engineSettings } from './engine-settings.ts';
import { folderState, readModelFolder } from './model-folder.ts';
import type { ModelProblem } from './model-problem.ts';
import { metadataFile } from './onnx.fixture.ts';
import { writeToneModel } from './tone-model.fixture.ts';

const WHISPER = { model_type: 'whisper-small', is_multilingual: '1', all_language_codes: 'en,de' };

/** Writes a folder with files: their metadata, or their text. Returns what is found in it. */
async function read(files: Record<string, Record<string, string> | string>) {
  await using temporary = await temporaryFolder();
  const folder = join(temporary.path, 'model');
  await mkdir(folder);
  for (const [name, content] of Object.entries(files))
    await writeFile(
      join(folder, name),
      typeof content === 'string' ? content : metadataFile(content),
    );
  try {
    const model = await readModelFolder(folder);
    const { modelConfig } = engineSettings(model, { threads: 2 });
    const settings = JSON.parse(JSON.stringify(modelConfig).replaceAll(`${folder}/`, ''));
    return { ...model, settings: settings as Record<string, unknown> };
  } catch (error) {
    const { message: problem, cure } = error as ModelProblem;
    return { problem, cure };
  }
}

test('a file that cannot be read is named, such as a link to nothing', async () => {
  await using temporary = await temporaryFolder();
  await writeFile(join(temporary.path, 'tokens.txt'), '');
  await symlink('/nothing/model.onnx', join(temporary.path, 'model.onnx'));
  const problem = {
    message: 'model.onnx cannot be read (ENOENT)',
    cure: 'copy the files themselves, not links, and let the user of the service read them',
  };
  await expect(readModelFolder(temporary.path)).rejects.toMatchObject(problem);
  await expect(folderState(temporary.path)).rejects.toMatchObject(problem);
});

test('Whisper: two files with its name, of which the small form is used', async () => {
  const files = { 'small-encoder.onnx': WHISPER, 'small-decoder.onnx': {}, 'small-tokens.txt': '' };
  expect(await read(files)).toMatchObject({ kind: 'whisper', languages: ['en', 'de'] });
  const smaller = await read({ ...files, 'small-encoder.int8.onnx': WHISPER });
  expect(smaller).toMatchObject({
    settings: {
      whisper: {
        encoder: 'small-encoder.int8.onnx',
        decoder: 'small-decoder.onnx',
        enableTokenTimestamps: 0,
        enableSegmentTimestamps: 1,
      },
      tokens: 'small-tokens.txt',
      numThreads: 2,
    },
  });
});

test('Whisper with attention gives times of words; one for English knows nothing else', async () => {
  const english = { model_type: 'whisper-base.en', is_multilingual: '0', n_alignment_heads: '6' };
  const files = { 'base.en-encoder.onnx': english, 'base.en-decoder.onnx': {}, 'tokens.txt': '' };
  expect(await read(files)).toMatchObject({
    onlyLanguage: 'en',
    settings: { whisper: { enableTokenTimestamps: 1, enableSegmentTimestamps: 0 } },
  });
});

test('transducers: Zipformer and Parakeet', async () => {
  const zipformer = {
    'encoder-epoch-99-avg-1.onnx': { model_type: 'zipformer2' },
    'decoder-epoch-99-avg-1.onnx': {},
    'joiner-epoch-99-avg-1.onnx': {},
    'tokens.txt': '',
  };
  expect(await read(zipformer)).toMatchObject({
    kind: 'transducer',
    settings: { modelType: 'transducer', transducer: { joiner: 'joiner-epoch-99-avg-1.onnx' } },
  });
  const gigaam = {
    'v3_rnnt_encoder.int8.onnx': { model_type: 'EncDecRNNTBPEModel' },
    'v3_rnnt_decoder.onnx': {},
    'v3_rnnt_joiner.onnx': {},
    'v3_rnnt_tokens.txt': '',
  };
  expect(await read(gigaam)).toMatchObject({ kind: 'nemo_transducer' });
  const parakeet = {
    'encoder.int8.onnx': { model_type: 'EncDecRNNTBPEModel', feat_dim: '128' },
    'decoder.int8.onnx': {},
    'joiner.int8.onnx': {},
    'tokens.txt': '',
  };
  expect(await read(parakeet)).toMatchObject({ kind: 'nemo_transducer', featureDim: 128 });
});

test.each([
  ['sense_voice_ctc', 'sense_voice', 'senseVoice'],
  ['paraformer', 'paraformer', 'paraformer'],
  ['EncDecCTCModelBPE', 'nemo_ctc', 'nemoCtc'],
  ['zipformer2_ctc', 'zipformer_ctc', 'zipformerCtc'],
  ['wenet_ctc', 'wenet_ctc', 'wenetCtc'],
])('one file of the type %s', async (type, kind, key) => {
  const model = await read({ 'model.int8.onnx': { model_type: type }, 'tokens.txt': '' });
  expect(model).toMatchObject({ kind, settings: { [key]: { model: 'model.int8.onnx' } } });
});

test('models for other tasks may lie beside one file', async () => {
  const files = {
    'model.onnx': { model_type: 'paraformer' },
    'silero_vad.onnx': {},
    'tokens.txt': '',
  };
  expect(await read(files)).toMatchObject({ kind: 'paraformer' });
});

test('Moonshine: four files', async () => {
  const files = {
    'preprocess.onnx': {},
    'encode.int8.onnx': {},
    'uncached_decode.int8.onnx': {},
    'cached_decode.int8.onnx': {},
    'tokens.txt': '',
  };
  expect(await read(files)).toMatchObject({
    kind: 'moonshine',
    settings: {
      moonshine: {
        preprocessor: 'preprocess.onnx',
        encoder: 'encode.int8.onnx',
        uncachedDecoder: 'uncached_decode.int8.onnx',
        cachedDecoder: 'cached_decode.int8.onnx',
      },
    },
  });
});

test.each([
  [{}, 'its folder has no .onnx files'],
  [{ 'encoder.onnx': WHISPER, 'tokens.txt': '' }, 'its folder has no decoder.onnx'],
  [{ 'encoder.onnx': WHISPER, 'decoder.onnx': {} }, 'its folder has no tokens.txt'],
  [
    { 'preprocess.onnx': {}, 'encode.onnx': {}, 'tokens.txt': '' },
    'its folder has no uncached_decode.onnx and cached_decode.onnx',
  ],
  [
    { 'tiny-encoder.onnx': WHISPER, 'base-encoder.onnx': WHISPER, 'tokens.txt': '' },
    'its folder has several files encoder.onnx: base-encoder.onnx, tiny-encoder.onnx',
  ],
  [{ 'model.onnx': {}, 'tokens.txt': '' }, 'model.onnx has no model_type'],
  [
    { 'model.onnx': { model_type: 'vits' }, 'tokens.txt': '' },
    'model.onnx has the model_type vits',
  ],
  [
    {
      'encoder.onnx': { model_type: 'EncDecMultiTaskModel' },
      'decoder.onnx': {},
      'tokens.txt': '',
    },
    'encoder.onnx has the model_type EncDecMultiTaskModel',
  ],
  [
    { 'model.onnx': { model_type: 'zipformer2_ctc', decode_chunk_len: '32' }, 'tokens.txt': '' },
    'it is a model for streams',
  ],
  [{ 'model.onnx': '<html>', 'tokens.txt': '' }, 'model.onnx cannot be read (not an ONNX file)'],
  [{ 'model.onnx': '', 'tokens.txt': '' }, 'model.onnx cannot be read (the file is empty)'],
])('%j is no model', async (files, problem) => {
  const model = await read(files);
  expect(model).toMatchObject({ problem });
  expect(model.cure).toBeTruthy();
});

test('the digest of a model changes with its files, and with nothing else', async () => {
  await using temporary = await temporaryFolder();
  const folder = await writeToneModel(join(temporary.path, 'tones'));
  const [{ digest }, state] = [await readModelFolder(folder), await folderState(folder)];
  await writeFile(join(folder, 'README.md'), 'A model of tones');
  expect((await readModelFolder(folder)).digest).toBe(digest);
  expect(await folderState(folder)).toBe(state);
  await writeToneModel(folder, { version: '2' });
  expect((await readModelFolder(folder)).digest).not.toBe(digest);
  expect(await folderState(folder)).not.toBe(state);
});
