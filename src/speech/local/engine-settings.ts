import type { LocalModel } from './model-folder.ts';

/** The settings of a recogniser of sherpa-onnx. It reads numbers where one expects booleans. */
export type EngineSettings = {
  featConfig: { sampleRate: number; featureDim: number };
  modelConfig: Record<string, unknown>;
  decodingMethod: 'greedy_search';
};

/** The rate of the audio that is recognised. */
export const SPEECH_RATE = 16_000;
const FEATURE_DIM = 80;

/** Returns the settings with which a model is opened. `language`: for models whose language can be chosen. */
export function engineSettings(
  model: LocalModel,
  { threads, language = '' }: { threads: number; language?: string | undefined },
): EngineSettings {
  return {
    featConfig: { sampleRate: SPEECH_RATE, featureDim: model.featureDim ?? FEATURE_DIM },
    modelConfig: {
      ...ofKind(model, language),
      tokens: model.tokens,
      numThreads: threads,
      provider: 'cpu',
      debug: 0,
    },
    decodingMethod: 'greedy_search',
  };
}

function ofKind(model: LocalModel, language: string): Record<string, unknown> {
  const { kind, files, hasWordTimes = false } = model;
  switch (kind) {
    case 'whisper':
      return {
        whisper: {
          encoder: files.encoder,
          decoder: files.decoder,
          language,
          task: 'transcribe',
          tailPaddings: -1,
          // The times of segments are found together with the text, and may change it.
          enableTokenTimestamps: hasWordTimes ? 1 : 0,
          enableSegmentTimestamps: hasWordTimes ? 0 : 1,
        },
      };
    case 'transducer':
    case 'nemo_transducer': {
      const { encoder, decoder, joiner } = files;
      // Without the type, the engine opens the encoder twice.
      return { transducer: { encoder, decoder, joiner }, modelType: kind };
    }
    case 'nemo_ctc':
      return { nemoCtc: { model: files.model } };
    case 'zipformer_ctc':
      return { zipformerCtc: { model: files.model } };
    case 'wenet_ctc':
      return { wenetCtc: { model: files.model } };
    case 'sense_voice':
      return {
        senseVoice: {
          model: files.model,
          language: language || 'auto',
          useInverseTextNormalization: 1,
        },
      };
    case 'paraformer':
      return { paraformer: { model: files.model } };
    case 'moonshine':
      return {
        moonshine: {
          preprocessor: files.preprocess,
          encoder: files.encode,
          uncachedDecoder: files.uncached_decode,
          cachedDecoder: files.cached_decode,
        },
      };
  }
}
