import { quoted, say, type Worded, worded } from '../base/index.ts';
import { frameSeconds } from '../lottie/index.ts';
import { entryOf, type ParsedAudio, type ParsedMapping, VOICE_TRACK } from '../mapping/index.ts';
import type { Template } from '../template/index.ts';
import type { AudioFile, AudioSources } from './audio-clip.ts';

/** How audio fits its place: how much faster it plays, and how much of its end is not heard, in seconds. */
export type AudioFit = { speed: number; cut_seconds: number };

/** Faster speech is hurried. */
const MAX_TEMPO = 1.15;
/** A shorter rest is the padding of an encoder. */
const MIN_CUT_SECONDS = 0.05;

export type Fitted = { tempo: number; cutSeconds: number };

/** Whether a track is a text that is spoken. */
export function isSpeech({ source }: ParsedAudio): boolean {
  return source !== null && 'speech' in source;
}

/** Returns how a file fits the time that it has: as it is, or faster, or cut as well. */
export function fittedAudio(
  entry: ParsedAudio,
  file: Pick<AudioFile, 'durationSeconds'>,
  placeSeconds: number,
): Fitted {
  const seconds = file.durationSeconds - entry.trimStartSeconds;
  const isFaster = (entry.fit ?? (isSpeech(entry) ? 'speed' : 'cut')) === 'speed';
  const tempo = isFaster && !entry.isLooped ? clamp(seconds / placeSeconds, 1, MAX_TEMPO) : 1;
  // A thousandth more, so that nobody reads 1.15 as longer than its place.
  const rounded = Math.min(MAX_TEMPO, Math.ceil(tempo * 1000) / 1000);
  const cutSeconds = entry.isLooped ? 0 : Math.max(0, seconds / rounded - placeSeconds);
  return { tempo: rounded, cutSeconds: cutSeconds < MIN_CUT_SECONDS ? 0 : cutSeconds };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/**
 * Returns how the spoken texts of a mapping fit, by editable, and warnings about those that are played faster or
 * cut, and about drafts. Other audio is reported if its `fit` is `speed`.
 */
export function fitAudio(
  template: Template,
  mapping: ParsedMapping,
  { tracks }: Pick<AudioSources, 'tracks'>,
): { fit: Record<string, { audio: AudioFit }>; warnings: (Worded & { code: string })[] } {
  const fit: Record<string, { audio: AudioFit }> = {};
  const warnings: (Worded & { code: string })[] = [];
  let hasDrafts = false;
  for (const [name, file] of tracks) {
    const entry = entryOf(mapping, name, 'audio');
    if (!entry || entry.source === null) continue;
    hasDrafts ||= file.isDraft === true;
    if (isLate(template, name, entry)) {
      const message = say`The audio of ${quoted(name)} is not heard: it begins after the end of the video.`;
      warnings.push({ code: 'speech_shortened', ...worded(message) });
      if (isSpeech(entry)) fit[name] = { audio: { speed: 1, cut_seconds: file.durationSeconds } };
      continue;
    }
    if (!isSpeech(entry) && entry.fit !== 'speed') continue;
    const fits = placesOf(template, name, entry).map((place) => fittedAudio(entry, file, place));
    if (fits.length === 0) continue;
    const tempo = Math.max(...fits.map((fitted) => fitted.tempo));
    const cutSeconds = Math.max(...fits.map((fitted) => fitted.cutSeconds));
    fit[name] = { audio: { speed: tempo, cut_seconds: Math.round(cutSeconds * 1000) / 1000 } };
    const message = shortened(name, tempo, cutSeconds);
    if (message) warnings.push({ code: 'speech_shortened', ...worded(message) });
  }
  if (hasDrafts) warnings.push({ code: 'speech_draft', ...worded(DRAFT) });
  return { fit, warnings };
}

const DRAFT = 'The speech is a draft of espeak-ng, because the service has no speech server.';

function shortened(name: string, tempo: number, cutSeconds: number) {
  const percent = Math.round((tempo - 1) * 1000) / 10;
  const cut = Math.round(cutSeconds * 10) / 10;
  if (cutSeconds > 0) {
    return tempo > 1
      ? say`The audio of ${quoted(name)} is longer than its place: it plays ${percent} % faster, and its last ${cut} s are cut.`
      : say`The audio of ${quoted(name)} is longer than its place: its last ${cut} s are cut.`;
  }
  if (tempo <= 1) return undefined;
  return say`The audio of ${quoted(name)} is longer than its place: it plays ${percent} % faster.`;
}

/** Returns the length of each place where a track plays, in seconds. */
function placesOf(template: Template, name: string, { startSeconds }: ParsedAudio): number[] {
  const { frameCount, fps } = template.video;
  const end = frameSeconds(frameCount, fps);
  if (isVoice(template, name)) return [end - (startSeconds ?? 0)].filter((place) => place > 0);
  return template.audioSources
    .filter(({ editable, kind }) => editable === name && kind === 'audio')
    .map((place) => Math.min(end, place.endSeconds) - place.startSeconds)
    .filter((place) => place > 0);
}

/** Whether the track `voice` begins after the end of the video. */
function isLate(template: Template, name: string, { startSeconds = 0 }: ParsedAudio): boolean {
  const { frameCount, fps } = template.video;
  return isVoice(template, name) && startSeconds >= frameSeconds(frameCount, fps);
}

/** Whether a name is that of the track which templates have without an editable. */
export function isVoice({ editables }: Pick<Template, 'editables'>, name: string): boolean {
  return name === VOICE_TRACK && !Object.hasOwn(editables, name);
}
