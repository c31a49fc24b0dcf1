import { AppError, defined, type Fault, fault, quoted, say } from '../base/index.ts';
import { type Cue, parseCaptions, parseCueList } from '../captions/index.ts';
import type { Editables } from '../template/index.ts';
import { type ParsedCaptionStyle, type ParsedCaptionTrack, withCues } from './caption-tracks.ts';
import { captionsShape, type RawCaptionTrack } from './captions-shape.ts';
import { parseColor } from './color.ts';
import { parseFileSource } from './source.ts';
import { playingEditableFault } from './unknown-names.ts';

/**
 * Parses `captions` of a mapping; a value of another form counts as absent. Pointers of faults are relative to
 * the mapping.
 */
export function parseCaptionTracks(
  json: unknown,
  editables: Editables,
): { captions: ParsedCaptionTrack[]; faults: Fault[] } {
  const parsedShape = json === undefined ? undefined : captionsShape.safeParse(json);
  if (!parsedShape?.success) return { captions: [], faults: [] };
  const { data } = parsedShape;
  const tracks = Array.isArray(data) ? data : [data];
  const pointerOf = (index: number) => (Array.isArray(data) ? `/captions/${index}` : '/captions');
  const faults: Fault[] = burntTwice(tracks);
  const captions = tracks.flatMap((track, index) => {
    const outcome = parseTrack(track, {
      isFirst: index === 0,
      pointer: pointerOf(index),
      editables,
    });
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
  { isFirst, pointer, editables }: { isFirst: boolean; pointer: string; editables: Editables },
): { track?: ParsedCaptionTrack; faults: Fault[] } {
  const { language, style, of } = raw;
  const read = readSource(raw.source, pointer);
  const styled = parseCaptionStyle(style, `${pointer}/style`);
  const unknown =
    of === undefined ? undefined : playingEditableFault(of, editables, `${pointer}/of`);
  const faults = [...read.faults, ...styled.faults, ...(unknown ? [unknown] : [])];
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

type ReadSource = {
  source: ParsedCaptionTrack['source'];
  markupLines: readonly number[];
  faults: Fault[];
};

/** Reads the cues of a mapping, or the name of the file with them. */
function readSource(
  { cues, text, remote_url, upload_id }: RawCaptionTrack['source'],
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
