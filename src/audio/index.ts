/**
 * Audio clips → one audio track: decoding, mixing, loudness and encoding.
 */
export {
  joinSound,
  type Loudness,
  makeSound,
  presentLoudness,
  type SoundOptions,
  type SoundTrack,
  soundRange,
} from './audio-track.ts';
