import { type Fault, fault, jsonPointer } from '../base/index.ts';
import type { Editable } from '../template/index.ts';
import { AUDIO_EXAMPLE, checkAudioTracks } from './audio-tracks.ts';
import { checkVideo } from './check-video.ts';
import { checkCropOptions } from './crop-faults.ts';
import {
  type ColorEntry,
  color,
  colorOf,
  type FontEntry,
  font,
  type ImageEntry,
  image,
  type Mapping,
  type MappingSpec,
  type TextEntry,
  text,
  type VideoEntry,
  video,
} from './entries.ts';
import { checkColor, checkSource, issueFault, unknownName } from './entry-faults.ts';
import { checkFontChanges } from './font-changes.ts';

const MOST_CHARACTERS = 10_000;

/**
 * Every fault of a mapping against a template, with pointers relative to the mapping. An empty
 * answer means that the mapping is a CheckedMapping.
 */
export function checkMapping(spec: MappingSpec, mapping: Mapping): Fault[] {
  const { editables } = spec;
  const faults = [...checkFontChanges(spec, mapping), ...checkAudioTracks(spec, mapping)];
  const names = Object.keys(editables);
  for (const [name, entry] of Object.entries(mapping.resources)) {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    const pointer = jsonPointer('resources', name);
    if (editable) {
      faults.push(...checkEntry(name, editable, entry, pointer, spec));
      continue;
    }
    faults.push(unknownName(name, pointer, names, 'an editable'));
  }
  if (mapping.missing === 'example') return faults;
  for (const [name, editable] of Object.entries(editables)) {
    const given =
      editable.input_type === 'audio' ? (mapping.audio_tracks ?? {}) : mapping.resources;
    if (!editable.required || Object.hasOwn(given, name)) continue;
    faults.push(
      fault(
        'editable_missing',
        `Expected an entry for the ${editable.input_type} editable ${JSON.stringify(name)} but received none.`,
        {
          pointer: editable.input_type === 'audio' ? '/audio_tracks' : '/resources',
          editable: name,
          hint: `Add ${JSON.stringify(EXAMPLES[editable.input_type])}, or say "missing": "example" to keep the template's own content.`,
        },
      ),
    );
  }
  return faults;
}

const EXAMPLES = {
  text: { source: { text: '…' } },
  color: { source: { color: '0a7b83' } },
  image: { source: { remote_url: 'https://…' }, transform: { crop_strategy: 'cover' } },
  video: { source: { remote_url: 'https://…' }, transform: { end_behavior: 'loop' } },
  audio: AUDIO_EXAMPLE,
  font: { source: { remote_url: 'https://…' } },
} as const;

function checkEntry(
  name: string,
  editable: Editable,
  entry: unknown,
  pointer: string,
  { fonts }: MappingSpec,
): Fault[] {
  if (editable.input_type === 'audio') return [misplacedTrack(name, pointer)];
  const schema = { text, color, image, video, font }[editable.input_type];
  const wrong = wrongType(editable, entry);
  if (wrong !== undefined) {
    return [
      fault(
        'editable_wrong_type',
        `Expected ${article(editable.input_type)} ${editable.input_type} for the editable ${JSON.stringify(name)} but received ${wrong}.`,
        {
          pointer: `${pointer}/source`,
          editable: name,
          hint: `Send ${JSON.stringify(EXAMPLES[editable.input_type])}.`,
        },
      ),
    ];
  }
  const parsed = schema.safeParse(entry);
  const place = { name, pointer, editable: name };
  if (!parsed.success) return parsed.error.issues.map((issue) => issueFault(issue, entry, place));
  if (editable.input_type === 'text')
    return checkText(name, editable, parsed.data as TextEntry, pointer);
  if (editable.input_type === 'color')
    return checkColor(name, colorOf(parsed.data as ColorEntry), `${pointer}/source`);
  const faults = checkSource(parsed.data as ImageEntry | FontEntry, fonts, place);
  const transform = (parsed.data as ImageEntry | VideoEntry).transform ?? {};
  if (editable.input_type === 'image') faults.push(...checkCropOptions(transform, place));
  if (editable.input_type === 'video') faults.push(...checkVideo(transform, place));
  return faults;
}

function misplacedTrack(name: string, pointer: string): Fault {
  const message = `Expected the audio editable ${JSON.stringify(name)} in "audio_tracks" but received it in "resources".`;
  const hint = `Send "audio_tracks": { ${JSON.stringify(name)}: ${JSON.stringify(AUDIO_EXAMPLE)} }.`;
  return fault('editable_wrong_type', message, { pointer, editable: name, hint });
}

function article(type: string): string {
  return type === 'image' ? 'an' : 'a';
}

/** What kind of content an entry brings, when that is plainly another than the editable takes. */
function wrongType(editable: Editable, entry: unknown): string | undefined {
  const source = (entry as { source?: unknown } | null)?.source;
  if (typeof source !== 'object' || source === null) return undefined;
  const takes = {
    text: ['text'],
    color: ['color', 'text'],
    image: ['remote_url', 'upload_id'],
    video: ['remote_url', 'upload_id'],
    audio: [] as string[],
    font: ['remote_url', 'upload_id', 'font_name'],
  }[editable.input_type];
  const brings = ['text', 'color', 'remote_url', 'upload_id', 'font_name'].filter(
    (key) => key in source,
  );
  if (brings.length === 0 || brings.some((key) => takes.includes(key))) return undefined;
  return `a source with ${brings.map((key) => JSON.stringify(key)).join(' and ')}`;
}

function checkText(name: string, editable: Editable, entry: TextEntry, pointer: string): Fault[] {
  const value = entry.source.text;
  const at = `${pointer}/source/text`;
  const most = Math.min(editable.max_length ?? MOST_CHARACTERS, MOST_CHARACTERS);
  const faults: Fault[] = [];
  const invalid = (message: string, hint: string) =>
    faults.push(fault('text_invalid', message, { pointer: at, editable: name, hint }));
  // Counted in UTF-16 units first: a megabyte need not be walked to be refused.
  const length = value.length > most * 2 ? value.length : [...value].length;
  if (length > most) {
    invalid(
      `Expected at most ${most} characters for the text ${JSON.stringify(name)} but received ${length}.`,
      'Shorten the text.',
    );
  } else if (!value.isWellFormed()) {
    const index = [...value].findIndex((c) => !c.isWellFormed());
    invalid(
      `Expected well-formed Unicode for the text ${JSON.stringify(name)} but received a lone surrogate at character ${index}.`,
      'Do not cut a string inside of an emoji.',
    );
  } else {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    const control = /[\u0000-\u0008\u000e-\u001f\u007f]/.exec(value);
    if (control) {
      const code = control[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
      invalid(
        `Expected printable characters for the text ${JSON.stringify(name)} but received U+${code} at ${control.index}.`,
        'Use \\n for a line break and leave out other control characters.',
      );
    }
  }
  if (entry.transform?.color !== undefined) {
    faults.push(...checkColor(name, entry.transform.color, `${pointer}/transform/color`));
  }
  return faults;
}
