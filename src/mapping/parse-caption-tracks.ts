import { AppError, defined, type Fault, fault, quoted, say } from '../base/index.ts';
import { type Cue, parseCaptions, parseCueList } from '../captions/index.ts';
import type { Editables } from '../template/index.ts';
import {
  type HeardSource,
  type ParsedCaptionStyle,
  type ParsedCaptionTrack,
  withCues,
} from './caption-tracks.ts';
import { captionsShape, MIX, type RawCaptionTrack } from './captions-shape.ts';
import { parseColor } from './color.ts';
import { VOICE_TRACK } from './parsed-mapping.ts';
import { parseFileSource } from './source.ts';
import { playingEditableFault } from './unknown-names.ts';

/**
 * Parses `captions` of a mapping; a value of another form counts as absent. Pointers of faults are relative to
 * the mapping. `places` has the editables whose audio captions may come from.
 */
export function parseCaptionTracks(
  json: unknown,
  places: HeardPlaces,
): { captions: ParsedCaptionTrack[]; faults: Fault[] } {
  const parsedShape = json === undefined ? undefined : captionsShape.safeParse(json);
  if (!parsedShape?.success) return { captions: [], faults: [] };
  const { data } = parsedShape;
  const tracks = Array.isArray(data) ? data : [data];
  const pointerOf = (index: number) => (Array.isArray(data) ? `/captions/${index}` : '/captions');
  const faults: Fault[] = burntTwice(tracks);
  const captions = tracks.flatMap((track, index) => {
    const outcome = parseTrack(track, { isFirst: index === 0, pointer: pointerOf(index), places });
    faults.push(...outcome.faults);
    return outcome.track ? [outcome.track] : [];
  });
  return { captions, faults };
}

/** Without `burn`, the first track is burnt in. */
function isBurnt({ burn }: RawCaptionTrack, isFirst: boolean): boolean {
  return burn ?? isFirst;
}

function burntTwice(tracks: readonly RawCaptionTrack[]): Fault[] {
  const burnt = tracks.flatMap((track, index) => (isBurnt(track, index === 0) ? [index] : []));
  const [, second] = burnt;
  if (second === undefined) return [];
  const message = say`Expected at most one list of captions that is drawn into the video but received ${burnt.length}.`;
  const hint = 'Set "burn": false for the others.';
  return [fault('captions_invalid', message, { pointer: `/captions/${second}/burn`, hint })];
}

function parseTrack(
  raw: RawCaptionTrack,
  { isFirst, pointer, places }: { isFirst: boolean; pointer: string; places: HeardPlaces },
): { track?: ParsedCaptionTrack; faults: Fault[] } {
  const { language, style, of } = raw;
  const read = raw.source
    ? readSource(raw.source, pointer)
    : { markupLines: [], ...parseHeardSource(raw, pointer, places) };
  const styled = parseCaptionStyle(style, `${pointer}/style`);
  const unknown =
    of === undefined ? undefined : playingEditableFault(of, places.editables, `${pointer}/of`);
  const faults = [
    ...misplacedFields(raw, pointer),
    ...read.faults,
    ...styled.faults,
    ...(unknown ? [unknown] : []),
  ];
  if (faults.length > 0) return { faults };
  const track: ParsedCaptionTrack = {
    pointer,
    source: read.source,
    isBurnt: isBurnt(raw, isFirst),
    ...defined({ of, language, style: styled.style }),
  };
  const { source, markupLines } = read;
  return { track: 'cues' in source ? withCues(track, { ...source, markupLines }) : track, faults };
}

/** Fields that belong to captions from audio, and to those of a file. */
const FIELDS_OF = { from: ['prompt', 'required'], source: ['of'] } as const;

/** Returns a fault for each field that has a meaning only with `from`, or only with `source`. */
function misplacedFields(raw: RawCaptionTrack, pointer: string): Fault[] {
  const other = raw.from === undefined ? 'from' : 'source';
  return FIELDS_OF[other].flatMap((field) => {
    if (raw[field] === undefined) return [];
    const message = say`Expected ${quoted(field)} only together with ${quoted(other)}.`;
    const hint =
      other === 'from'
        ? 'Leave it out. It belongs to captions whose words come from audio.'
        : 'Leave it out. The words of an editable have its times.';
    return [fault('captions_invalid', message, { pointer: `${pointer}/${field}`, hint })];
  });
}

/** The editables of a template, and the audio tracks that a mapping sends. */
type HeardPlaces = { editables: Editables; audioTracks: Readonly<Record<string, unknown>> };

/** Parses the fields of captions whose words come from audio. An editable named `mix` or `voice` counts first. */
function parseHeardSource(
  { from = '', prompt, required: isRequired = true }: RawCaptionTrack,
  pointer: string,
  { editables, audioTracks }: HeardPlaces,
): { source: HeardSource; faults: Fault[] } {
  const trimmedPrompt = prompt?.trim() ?? '';
  const source = { from, isRequired, ...(trimmedPrompt !== '' && { prompt: trimmedPrompt }) };
  const at = { pointer: `${pointer}/from` };
  const isEditable = Object.hasOwn(editables, from);
  if (from === MIX && !isEditable) return { source, faults: [] };
  if (from === VOICE_TRACK && !isEditable) {
    const hasVoice = (audioTracks[VOICE_TRACK] ?? null) !== null;
    if (hasVoice || !isRequired) return { source, faults: [] };
    const message = say`Expected an audio track ${quoted(VOICE_TRACK)} for the captions but received none.`;
    const hint = 'Add "voice" to "audio_tracks", or name another editable.';
    const details = { ...at, editable: VOICE_TRACK, hint };
    return { source, faults: [fault('editable_missing', message, details)] };
  }
  const unknown = playingEditableFault(from, editables, at.pointer);
  return { source, faults: unknown ? [unknown] : [] };
}

type ReadSource = {
  source: ParsedCaptionTrack['source'];
  markupLines: readonly number[];
  faults: Fault[];
};

/** Reads the cues of a mapping, or the name of the file with them. */
function readSource(
  { cues, text, remote_url, upload_id }: NonNullable<RawCaptionTrack['source']>,
  pointer: string,
): ReadSource {
  if (cues)
    return readCues(`${pointer}/source/cues`, () => ({
      cues: parseCueList(cues),
      markupLines: [],
    }));
  if (text !== undefined) {
    const read = readCues(`${pointer}/source/text`, () => parseCaptions(text));
    return {
      ...read,
      faults: read.faults.map((f) => ({ ...f, pointer: `${pointer}/source/text` })),
    };
  }
  const file = parseFileSource({ remote_url, upload_id }, { name: 'captions', pointer });
  return { ...file, markupLines: [] };
}

/** Runs `read` and returns its faults with pointers below `pointer`. */
function readCues(
  pointer: string,
  read: () => { cues: Cue[]; markupLines: readonly number[] },
): ReadSource {
  try {
    const { cues, markupLines } = read();
    return { source: { cues }, markupLines, faults: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'captions_invalid') throw error;
    const faults = error.faults.map((cueFault) => ({
      ...cueFault,
      pointer: pointer + (cueFault.pointer ?? ''),
    }));
    return { source: { cues: [] }, markupLines: [], faults };
  }
}

const COLORS = ['color', 'background', 'highlight'] as const;

/** Parses the style of captions; `pointer` is where it stands. */
export function parseCaptionStyle(
  style: RawCaptionTrack['style'],
  pointer: string,
): { style?: ParsedCaptionStyle; faults: Fault[] } {
  if (style === undefined) return { faults: [] };
  if (typeof style === 'string') return { style: { name: style }, faults: [] };
  const { name, font, size, position } = style;
  const parsedStyle: ParsedCaptionStyle = { name, ...defined({ font, size, position }) };
  const faults: Fault[] = [];
  for (const field of COLORS) {
    const text = style[field];
    if (text === undefined) continue;
    const parsedColor = parseColor(text);
    if (parsedColor) parsedStyle[field] = parsedColor;
    else faults.push(colorFault(field, text, `${pointer}/${field}`));
  }
  return { style: parsedStyle, faults };
}

function colorFault(field: string, text: string, pointer: string): Fault {
  const received = quoted(text.toWellFormed());
  const message = say`Expected a hex color for ${quoted(field)} but received ${received}.`;
  const hint = 'Use 3, 6 or 8 hex digits, with or without #, such as 0a7b83.';
  return fault('color_invalid', message, { pointer, hint });
}
