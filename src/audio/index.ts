/** Mixes audio clips to one audio track: decoding, mixing, loudness and encoding. */
export {
  type AudioOptions,
  type AudioTrack,
  audioRange,
  joinAudio,
  type Loudness,
  makeAudioTracks,
} from './audio-track.ts';
export { type SpeechPart, writeSpeechParts } from './speech-parts.ts';
