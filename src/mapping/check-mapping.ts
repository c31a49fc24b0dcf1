import { type Fault, fault, jsonPointer } from '../base/index.ts';
import type { Editable, Editables } from '../template/index.ts';
import { checkAudioTracks } from './audio-tracks.ts';
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
import { checkColor, checkSource, issueFault } from './entry-faults.ts';
import { checkFontChanges } from './font-changes.ts';
import { EXAMPLES, formFault, meantEntry } from './meant-entry.ts';
import { type FontNames, fontNames, unknownNames } from './unknown-names.ts';

/** All texts of a video are laid out in about a second, whatever the script and the box. */
export const MAX_VIDEO_CHARACTERS = 150_000;

const MAX_TEXT_CHARACTERS = 10_000;

/**
 * Every fault of a mapping against a template, with pointers relative to the mapping. An empty
 * answer means that the mapping is a CheckedMapping.
 */
export function checkMapping(spec: MappingSpec, mapping: Mapping): Fault[] {
  return [...mappingFaults(spec, mapping)].flat();
}

/** The same part by part, so that whoever has other work can do it between the entries. */
export function* mappingFaults(spec: MappingSpec, mapping: Mapping): Generator<Fault[]> {
  const { editables } = spec;
  const fonts = fontNames(spec.fonts);
  yield checkFontChanges(spec, fonts, mapping);
  yield checkAudioTracks(editables, fonts, mapping);
  const unknown: string[] = [];
  for (const [name, entry] of Object.entries(mapping.resources)) {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    if (editable) yield checkEntry(name, editable, entry, fonts);
    else unknown.push(name);
  }
  const what = 'the name of an editable of this template';
  const kind = { code: 'editable_unknown', what, isEditable: true } as const;
  const known = unknown.length > 0 ? Object.keys(editables) : [];
  yield unknownNames(unknown, 'resources', { ...kind, known });
  yield checkLength(mapping);
  yield missingEntries(editables, mapping);
}

/** Every required editable that has no entry, and no example where examples are asked for. */
function missingEntries(editables: Editables, mapping: Mapping): Fault[] {
  const takesExamples = mapping.missing === 'example';
  return Object.entries(editables).flatMap(([name, editable]) => {
    const { input_type: type, required, has_example: hasExample } = editable;
    const given = type === 'audio' ? (mapping.audio_tracks ?? {}) : mapping.resources;
    if (!required || Object.hasOwn(given, name)) return [];
    if (takesExamples && hasExample !== false) return [];
    const why = takesExamples ? 'none, and the template brings no example of it' : 'none';
    const example = `Add ${JSON.stringify(EXAMPLES[type])}`;
    const message = `Expected an entry for the ${type} editable ${JSON.stringify(name)} but received ${why}.`;
    const hint = takesExamples
      ? `${example}.`
      : `${example}, or say "missing": "example" to keep the template's own content.`;
    const pointer = type === 'audio' ? '/audio_tracks' : '/resources';
    return [fault('editable_missing', message, { pointer, editable: name, hint })];
  });
}

/** What is too long for one video, whatever its fonts: texts that are equal are laid out once. */
function checkLength({ resources }: Mapping): Fault[] {
  const texts = new Set<string>();
  for (const entry of Object.values(resources)) {
    const words = (entry as Partial<TextEntry> | null)?.source?.text;
    if (typeof words === 'string' && words.length <= MAX_TEXT_CHARACTERS) texts.add(words);
  }
  let length = 0;
  for (const words of texts) length += words.length;
  if (length <= MAX_VIDEO_CHARACTERS) return [];
  return [
    fault(
      'text_invalid',
      `Expected at most ${MAX_VIDEO_CHARACTERS} characters for all texts of a video but received ${length}.`,
      { pointer: '/resources', hint: 'Shorten the texts.' },
    ),
  ];
}

/**
 * The fault of an editable's entry that stands beside `resources`, where it belongs; `entry` is what
 * stands there.
 */
export function misplacedEntry(name: string, editable: Editable, entry: unknown): Fault {
  const field = editable.input_type === 'audio' ? 'audio_tracks' : 'resources';
  const meant = formFault(editable.input_type, entry, { name, pointer: '' })
    ? meantEntry(editable.input_type, entry)
    : EXAMPLES[editable.input_type];
  return fault(
    'invalid_request',
    `Expected the editable ${JSON.stringify(name)} in "${field}" but received it beside.`,
    {
      pointer: jsonPointer(name),
      editable: name,
      hint: `Send "${field}": { ${JSON.stringify(name)}: ${JSON.stringify(meant)} }.`,
    },
  );
}

function checkEntry(name: string, editable: Editable, entry: unknown, fonts: FontNames): Fault[] {
  const pointer = jsonPointer('resources', name);
  if (editable.input_type === 'audio') return [misplacedTrack(name, pointer)];
  const schema = { text, color, image, video, font }[editable.input_type];
  const place = { name, pointer, editable: name };
  const malformed = formFault(editable.input_type, entry, place);
  if (malformed) return [malformed];
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
  const hint = `Send "audio_tracks": { ${JSON.stringify(name)}: ${JSON.stringify(EXAMPLES.audio)} }.`;
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
  const max = Math.min(editable.max_length ?? MAX_TEXT_CHARACTERS, MAX_TEXT_CHARACTERS);
  const faults: Fault[] = [];
  const invalid = (message: string, hint: string) =>
    faults.push(fault('text_invalid', message, { pointer: at, editable: name, hint }));
  // Counted in UTF-16 units first: a megabyte need not be walked to be refused.
  const length = value.length > max * 2 ? value.length : [...value].length;
  if (length > max) {
    invalid(
      `Expected at most ${max} characters for the text ${JSON.stringify(name)} but received ${length}.`,
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
