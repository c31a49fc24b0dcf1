import { jsonPointer } from '../base/index.ts';
import type { ParsedCaptionTrack } from './caption-tracks.ts';
import type { Color } from './color.ts';
import type { FileSource } from './entries.ts';

/** The format of `ParsedMapping`. Raise it when the type changes: stored mappings are parsed again. */
const FORMAT = 1;

/** How an image or video fills its place. Positions are pixels of the upright image or 0–1. */
export type ParsedCrop =
  | { strategy: 'cover'; focalX: number; focalY: number }
  | { strategy: 'contain'; background?: Color }
  | { strategy: 'fill' }
  | { strategy: 'smart' }
  | { strategy: 'manual'; x: number; y: number; width: number; height: number };

/** A text keeps the template's own setting for each field that is absent. */
export type ParsedText = {
  kind: 'text';
  text: string;
  fit?: 'shrink' | 'none';
  /** In pixels. */
  minFontSize?: number;
  maxLines?: number;
  align?: 'left' | 'center' | 'right' | 'start' | 'end';
  color?: Color;
};

/** The movement of an image in a video editable. */
export type Motion = {
  strategy:
    | 'none'
    | 'slide-to-left'
    | 'slide-to-right'
    | 'slide-to-top'
    | 'slide-to-bottom'
    | 'zoom-in'
    | 'zoom-out';
  speed: 'slow' | 'moderate' | 'fast';
};

/** How a video, or an image in its place, fills a video editable. */
export type VideoOptions = {
  trimStartSeconds: number;
  /** Absent: a GIF or WebP repeats as its file says, any other video freezes. */
  endBehavior?: 'freeze' | 'loop' | 'hide';
  /** 0–1. */
  volume: number;
  crop: ParsedCrop;
  motion: Motion;
  /** Fields of `transform` that the client sent: an unused one is a warning, a default is not. */
  given: string[];
};

/** A text that is spoken, with the texts of other editables in it. */
export type ParsedSpeech = {
  text: string;
  voice?: string;
  /** A language tag; absent: that of the template. */
  language?: string;
  speed: number;
};

/** A file, or a text that is spoken. */
export type AudioSource = FileSource | { speech: ParsedSpeech };

export type ParsedAudio = {
  kind: 'audio';
  /** `null` is silence. */
  source: AudioSource | null;
  trimStartSeconds: number;
  /** 0–1; absent: as loud as the template plays it. */
  volume?: number;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  isLooped: boolean;
  /** Audio that is longer than its place: played faster, or cut. Absent: a speech is played faster. */
  fit?: 'speed' | 'cut';
  /** How far other audio goes down while this one is heard. Absent: as the template says. */
  duckDb?: number;
  /** When the track `voice` begins, in seconds of the video. */
  startSeconds?: number;
};

/** The audio track that every template has, unless it has an editable of this name. */
export const VOICE_TRACK = 'voice';

/** A file, or another font of the same template. */
export type FontSource = FileSource | { font_name: string };

/** An entry of a mapping without faults. Sources keep the names of the API's fields. */
export type ParsedEntry =
  | ParsedText
  | { kind: 'color'; color: Color }
  | { kind: 'number'; value: number }
  | { kind: 'checkbox'; isChecked: boolean }
  | { kind: 'point'; x: number; y: number }
  /** The position of the option, from 1. */
  | { kind: 'menu'; position: number }
  | { kind: 'image'; source: FileSource; crop: ParsedCrop }
  | ({ kind: 'video'; source: FileSource } & VideoOptions)
  | ParsedAudio
  /** `fonts` are the fonts of the animation that it replaces. */
  | { kind: 'font'; source: FontSource; fonts: string[] };

/**
 * A mapping with its defaults applied and its values parsed. Plain JSON: the session stores it, and
 * every later stage reads it. An editable without an entry keeps the template's own content.
 */
export type ParsedMapping = {
  format: typeof FORMAT;
  /** By editable name: the entries of `resources` and `audio_tracks`. */
  entries: Record<string, ParsedEntry>;
  /** The entries of `font_changes`, by the name of a font of the animation. */
  fontChanges: Record<string, FontSource>;
  /** In the order of the mapping; absent without captions. */
  captions?: ParsedCaptionTrack[];
};

/** The options of a video that no mapping fills. */
export const DEFAULT_VIDEO_OPTIONS: VideoOptions = {
  trimStartSeconds: 0,
  volume: 0,
  crop: { strategy: 'cover', focalX: 0.5, focalY: 0.5 },
  motion: { strategy: 'none', speed: 'moderate' },
  given: [],
};

/** A mapping without entries shows the template as it was designed. */
export const NO_ENTRIES: ParsedMapping = parsedMapping({}, {});

export function parsedMapping(
  entries: ParsedMapping['entries'],
  fontChanges: ParsedMapping['fontChanges'],
  captions: ParsedMapping['captions'] = [],
): ParsedMapping {
  return { format: FORMAT, entries, fontChanges, ...(captions.length > 0 && { captions }) };
}

/**
 * Returns a stored mapping; `undefined` for a damaged one or one of another format, which must be
 * parsed again.
 */
export function readParsedMapping(storedValue: unknown): ParsedMapping | undefined {
  const {
    format,
    entries,
    fontChanges,
    captions = [],
  } = (storedValue ?? {}) as Record<string, unknown>;
  const isWhole =
    format === FORMAT && isRecord(entries) && isRecord(fontChanges) && Array.isArray(captions);
  return isWhole ? (storedValue as ParsedMapping) : undefined;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the entry of an editable when it is of this kind. */
export function entryOf<K extends ParsedEntry['kind']>(
  { entries }: ParsedMapping,
  editable: string | undefined,
  kind: K,
): Extract<ParsedEntry, { kind: K }> | undefined {
  const entry =
    editable !== undefined && Object.hasOwn(entries, editable) ? entries[editable] : undefined;
  return entry && isOfKind(entry, kind) ? entry : undefined;
}

function isOfKind<K extends ParsedEntry['kind']>(
  entry: ParsedEntry,
  kind: K,
): entry is Extract<ParsedEntry, { kind: K }> {
  return entry.kind === kind;
}

/** Returns the JSON Pointer of an entry in the mapping that the client sent. */
export function entryPointer(editable: string, kind: ParsedEntry['kind']): string {
  return jsonPointer(kind === 'audio' ? 'audio_tracks' : 'resources', editable);
}

/** Returns the mapping without the entries and font changes at or above these JSON Pointers. */
export function withoutEntries(
  { entries, fontChanges, captions = [] }: ParsedMapping,
  pointers: readonly (string | undefined)[],
): ParsedMapping {
  const wrong = new Set(pointers.map((pointer = '') => pointer.split('/').slice(0, 3).join('/')));
  return parsedMapping(
    filterRecord(entries, (name, { kind }) => !wrong.has(entryPointer(name, kind))),
    filterRecord(fontChanges, (name) => !wrong.has(jsonPointer('font_changes', name))),
    captions.filter(({ pointer }) => !pointers.some((at) => isAtOrIn(at, pointer))),
  );
}

function isAtOrIn(pointer = '', outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function filterRecord<T>(
  record: Record<string, T>,
  isKept: (name: string, value: T) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => isKept(name, value)));
}
