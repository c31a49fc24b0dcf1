import { z } from 'zod';
import { defined } from '../base/index.ts';
import type { Editable } from '../template/index.ts';
import { captionsShape } from './captions-shape.ts';
import { describeEditable } from './describe-editable.ts';
import { entryShapes, font, type MappingSpec } from './entries.ts';
import { VOICE_TRACK } from './parsed-mapping.ts';

/** The form of each kind of entry. A schema has it once, however many editables are of the kind. */
const FORMS = {
  text: jsonSchema(entryShapes.text),
  color: jsonSchema(entryShapes.color),
  image: jsonSchema(entryShapes.image),
  video: jsonSchema(entryShapes.video),
  audio: jsonSchema(entryShapes.audio),
  font: fontForm(),
  number: jsonSchema(entryShapes.number),
  checkbox: jsonSchema(entryShapes.checkbox),
  point: jsonSchema(entryShapes.point),
  menu: jsonSchema(entryShapes.menu),
};

/** The form of captions, and of its parts by their names. */
const { $defs: CAPTION_PARTS, ...CAPTIONS } = jsonSchema(captionsShape);

/** The track that templates have without an editable. */
const VOICE: [string, unknown] = [
  VOICE_TRACK,
  {
    title: 'Voice',
    description: 'Plays from its start to the end of the video',
    ...formOf('audio'),
  },
];

/** An editable, with the address of its example file if the schema names it. */
type DescribedEntry = Editable & { example_url?: string };
type DescribedSpec = Pick<MappingSpec, 'fonts'> & {
  editables: Readonly<Record<string, DescribedEntry>>;
};

/** Returns the JSON Schema (2020-12) of one template version's mapping, for form builders and typed clients. */
export function mappingSchema(spec: DescribedSpec, versionId: string): Record<string, unknown> {
  const { editables, fonts } = spec;
  const entries = Object.entries(editables).filter(([, e]) => e.input_type !== 'audio');
  const tracks = Object.entries(editables).filter(([, e]) => e.input_type === 'audio');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      template_style_version_id: { const: versionId },
      resources: object(entries.map(([name, e]) => [name, entrySchema(e)])),
      audio_tracks: object([
        ...tracks.map(([name, e]): [string, unknown] => [name, entrySchema(e)]),
        // Every template has this track.
        ...(Object.hasOwn(editables, VOICE_TRACK) ? [] : [VOICE]),
      ]),
      font_changes: object(fonts.map((name) => [name, formOf('font')])),
      captions: CAPTIONS,
      missing: { const: 'example' },
    },
    required: ['template_style_version_id', 'resources'],
    additionalProperties: false,
    // JSON Schema allows no empty `enum`; `false` matches nothing.
    $defs: {
      ...FORMS,
      ...(CAPTION_PARTS as object),
      font_name: fonts.length > 0 && { enum: fonts },
    },
    // With "missing": "example" an editable is only required when the template has no example for it.
    if: { required: ['missing'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: requiredIn(entries, tracks, (e) => e.required && e.has_example === false),
    else: requiredIn(entries, tracks, (e) => e.required),
  };
}

type Entries = readonly [string, DescribedEntry][];

/**
 * The `required` lists of a mapping's JSON Schema. `audio_tracks` itself is required only if a track is.
 */
function requiredIn(entries: Entries, tracks: Entries, isRequired: (e: DescribedEntry) => boolean) {
  const namesOf = (list: Entries) => list.filter(([, e]) => isRequired(e)).map(([name]) => name);
  const audio = namesOf(tracks);
  return {
    properties: {
      resources: { required: namesOf(entries) },
      ...(audio.length > 0 && { audio_tracks: { required: audio } }),
    },
    ...(audio.length > 0 && { required: ['audio_tracks'] }),
  };
}

function object(properties: [string, unknown][]) {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

/** Returns the title, example and limits of an editable with a reference to the form of its kind. */
function entrySchema(editable: DescribedEntry) {
  const { input_type: type, label } = editable;
  const limits = limitsOf(editable);
  const example = exampleSource(editable);
  return {
    title: label,
    description: describeEditable(editable),
    ...formOf(type),
    ...(limits && { properties: { source: { properties: { [type]: limits } } } }),
    ...(example && { examples: [{ source: example }] }),
  };
}

/** Returns the limits of an editable's own field in the source. */
function limitsOf({ input_type: type, max_length: maxLength, min, max, options }: DescribedEntry) {
  if (type === 'text') return maxLength === undefined ? undefined : { maxLength };
  if (type === 'menu' && options)
    return { enum: [...options, ...options.map((_, index) => index + 1)] };
  if (type !== 'number' || (min ?? max) === undefined) return undefined;
  return { ...defined({ minimum: min, maximum: max }) };
}

/** The `source` of an example entry; undefined if there is no example. */
function exampleSource(editable: DescribedEntry) {
  const { input_type: type, example_text: text, example_url: url } = editable;
  if (editable.example_value !== undefined) return { [type]: editable.example_value };
  if (url !== undefined) return { remote_url: url };
  if (text === undefined) return undefined;
  return type === 'color' ? { color: text } : type === 'text' ? { text } : undefined;
}

function formOf(type: keyof typeof FORMS) {
  return { $ref: `#/$defs/${type}` };
}

/** The schema of an entry for a font, whose name must be one of the template's fonts. */
function fontForm(): Record<string, unknown> {
  const schema = jsonSchema(font);
  const { source } = schema['properties'] as { source: { properties: Record<string, unknown> } };
  source.properties['font_name'] = { $ref: '#/$defs/font_name' };
  return schema;
}

/** The JSON Schema of what a client sends, without `$schema`: it becomes a part of another schema. */
function jsonSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...schemaJson } = z.toJSONSchema(type, { io: 'input' });
  return schemaJson;
}
