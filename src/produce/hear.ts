import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Fault, type Worded, worded } from '../base/index.ts';
import {
  type Cue,
  type CueWord,
  cueListOf,
  cuesFromWords,
  parseCueList,
} from '../captions/index.ts';
import { fileWordsInVideo, type HeardAudio, wordsInVideo } from '../compose/index.ts';
import { type HeardTrack, heardTracks, type ParsedMapping } from '../mapping/index.ts';
import type { Transcript } from '../speech/index.ts';
import { sha256 } from '../system/index.ts';
import type { IngestedAssets, IngestedInputs } from './ingest-inputs.ts';

type HearRequest = {
  mapping: ParsedMapping;
  inputs: IngestedInputs;
  /** A folder of the caller's work, in which files are stored. */
  folder: string;
  /** The attempt of the session that wants the words. */
  attempt?: number;
};

/** A mapping with its inputs, and a folder for files that are made of them. */
export type Listening = IngestedInputs & { mapping: ParsedMapping; folder: string };

/** Finds audio whose words are wanted, and recognises them. */
export type Listener = {
  /** In seconds. */
  videoSeconds: number;
  /** Returns the audio for the captions of the mapping, by the name that they give. */
  find: (listening: Listening, signal: AbortSignal) => Promise<Record<string, HeardAudio>>;
  /** Returns the words of a track's audio, with their times in it. */
  recognise: (
    heard: { track: HeardTrack; audio: HeardAudio; listening: Listening },
    signal: AbortSignal,
  ) => Promise<Transcript>;
};

/** What is heard, or why nothing is. `hasFailed`: another attempt may hear more. */
type Heard = { cues: Cue[]; language?: string | undefined; missing?: Worded; hasFailed?: boolean };

/** Returns inputs without those of captions whose words could not be had in another attempt of the session. */
export function withoutFailedWords(
  { ingested, paths }: IngestedInputs,
  attempt?: number,
): IngestedInputs {
  const keptEntries = Object.entries(ingested).filter(
    ([, input]) =>
      input.kind !== 'captions' ||
      input.failedAttempt === undefined ||
      input.failedAttempt === attempt,
  );
  return { ingested: Object.fromEntries(keptEntries), paths };
}

/**
 * Adds the cues of captions whose words come from audio to the inputs of a mapping, unless they are there already.
 * Captions that can do without words get an input without cues, which says why. Others give faults, with pointers
 * as in a request with a `mapping`.
 */
export async function hearWords(
  { mapping, inputs, folder, attempt = 0 }: HearRequest,
  listener: Listener,
  signal: AbortSignal,
): Promise<IngestedInputs & { faults: Fault[] }> {
  const tracks = heardTracks(mapping).filter(({ pointer }) => !inputs.ingested[pointer]);
  if (tracks.length === 0) return { ...inputs, faults: [] };
  const listening = { mapping, ...inputs, folder };
  let audios: Record<string, HeardAudio>;
  try {
    audios = await listener.find(listening, signal);
  } catch (error) {
    // A mapping whose audio cannot be placed, such as a trim behind its end.
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    return { ...inputs, faults: [...error.faults] };
  }
  const ingested: IngestedAssets = { ...inputs.ingested };
  const paths: Record<string, string> = { ...inputs.paths };
  const faults: Fault[] = [];
  for (const track of tracks) {
    const { pointer, source } = track;
    const audio = audios[source.from] ?? { clips: [], seconds: 0 };
    try {
      const heard = await heardOrMissing({ track, audio, listening }, listener, signal);
      const { path, ...input } = await storeCues(heard, folder);
      const failure = heard.hasFailed ? { failedAttempt: attempt } : {};
      ingested[pointer] = { ...input, ...failure, source: { from: source.from } };
      paths[input.sha256] = path;
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'canceled') throw error;
      faults.push(...error.faults.map((f) => ({ ...f, pointer: `/mapping${pointer}/from` })));
    }
  }
  return { ingested, paths, faults };
}

/** Like `hearWords`, but throws one AppError with all faults. */
export async function hearAllWords(
  request: HearRequest,
  listener: Listener,
  signal: AbortSignal,
): Promise<IngestedInputs> {
  const { faults, ...inputs } = await hearWords(request, listener, signal);
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return inputs;
}

type TrackRequest = { track: HeardTrack; audio: HeardAudio; listening: Listening };

/** Returns the cues of a track. A failure of one that is not required is its result. */
async function heardOrMissing(
  request: TrackRequest,
  listener: Listener,
  signal: AbortSignal,
): Promise<Heard> {
  const { track, audio } = request;
  try {
    const { words, language: heardLanguage } = await wordsInTrack(request, listener, signal);
    const language = track.language ?? heardLanguage;
    const durationSeconds = listener.videoSeconds;
    const cues = cuesFromWords(words, { language, durationSeconds });
    // They are read again like those of a file, with the same limits.
    if (cues.length > 0) return { cues: parseCueList(cueListOf(cues)), language };
    const message = audio.clips.length === 0 ? NOT_PLAYED : NO_WORDS;
    return { cues, missing: worded(message) };
  } catch (error) {
    const isFailure = error instanceof AppError && error.code !== 'canceled' && !signal.aborted;
    if (!isFailure || track.source.isRequired) throw error;
    const [reason] = error.faults;
    return { cues: [], missing: reason ?? worded(error.message), hasFailed: true };
  }
}

const NOT_PLAYED = 'The captions are empty, because the video does not play their audio.';
const NO_WORDS = 'The captions are empty, because no words were recognised in the audio.';

/** Returns the words of a track at the times at which the video plays them. */
async function wordsInTrack(
  request: TrackRequest,
  listener: Listener,
  signal: AbortSignal,
): Promise<Transcript> {
  const { audio, listening } = request;
  const { clips, places } = audio;
  const [first] = clips;
  if (!first) return { words: [] };
  const spokenTexts = saidWords(listening);
  // The words of a spoken text are known.
  if (places && spokenTexts.has(first.digest))
    return { words: fileWordsInVideo(places, spokenTexts) };
  const transcript = await listener.recognise(request, signal);
  return { ...transcript, words: wordsInVideo(transcript.words, audio) };
}

/** The words of spoken texts by the digest of their file. */
function saidWords({ ingested }: IngestedInputs): Map<string, CueWord[]> {
  return new Map(
    Object.values(ingested).flatMap((input): [string, CueWord[]][] => {
      if (input.kind !== 'audio' || !input.said) return [];
      const words = input.said.map(({ start, end, text }) => ({
        startSeconds: start,
        endSeconds: end,
        text,
      }));
      return [[input.sha256, words]];
    }),
  );
}

/** Writes cues to a file that is named by its digest, as those of captions that are sent. */
async function storeCues({ cues, language, missing }: Heard, folder: string) {
  // A list without cues would be a mistake in JSON.
  const isEmpty = cues.length === 0;
  const text = isEmpty ? 'WEBVTT\n' : JSON.stringify(cueListOf(cues));
  const digest = sha256(text);
  const path = join(folder, digest);
  await mkdir(folder, { recursive: true });
  await writeFile(path, text);
  return {
    kind: 'captions' as const,
    contentType: isEmpty ? 'text/vtt' : 'application/json',
    fonts: [],
    sha256: digest,
    bytes: Buffer.byteLength(text),
    path,
    ...(language !== undefined && { language }),
    ...(missing && { missing }),
  };
}
