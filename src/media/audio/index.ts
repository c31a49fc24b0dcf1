/**
 * Audio files: detection of the type, checks, and decoding to samples.
 */
export {
  decodeSound,
  SAMPLE_BYTES,
  SAMPLE_RATE,
  type SoundSource,
  type SoundSpan,
} from './audio-decoder.ts';
export { type PinnedSound, pinSound, pinSoundBytes, probeSound } from './ingest-audio.ts';
