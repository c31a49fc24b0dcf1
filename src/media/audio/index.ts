/**
 * Detects the type of audio files, checks them and decodes them to samples.
 */
export {
  type AudioSource,
  type AudioSpan,
  decodeAudio,
  readLevels,
  SAMPLE_BYTES,
  SAMPLE_RATE,
} from './audio-decoder.ts';
export { type IngestedAudio, ingestAudio, ingestAudioBytes, probeAudio } from './ingest-audio.ts';
