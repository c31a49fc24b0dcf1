import { z } from 'zod';
import type { Editable } from '../template/index.ts';
import { describeEditable } from './describe-editable.ts';
import { audio, color, font, image, type MappingSpec, text, video } from './entries.ts';

/** The form of each kind of entry. A schema has it once, however many editables are of the kind. */
const FORMS = {
  text: jsonSchema(text),
  color: jsonSchema(color),
  image: jsonSchema(image),
  video: jsonSchema(video),
  audio: jsonSchema(audio),
  font: fontForm(),
};

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
      audio_tracks: object(tracks.map(([name, e]) => [name, entrySchema(e)])),
      font_changes: object(fonts.map((name) => [name, formOf('font')])),
      missing: { const: 'example' },
    },
    required: ['template_style_version_id', 'resources'],
    additionalProperties: false,
    // JSON Schema allows no empty `enum`; `false` matches nothing.
    $defs: { ...FORMS, font_name: fonts.length > 0 && { enum: fonts } },
    // With "missing": "example" an editable is only required when the template has no example for it.
    if: { required: ['missing'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: {
        resources: {
          required: entries
            .filter(([, e]) => e.required && e.has_example === false)
            .map(([name]) => name),
        },
      },
    },
    else: {
      properties: {
        resources: { required: entries.filter(([, e]) => e.required).map(([name]) => name) },
      },
    },
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
  const { input_type: type, label, max_length: maxLength } = editable;
  const isLimited = type === 'text' && maxLength !== undefined;
  const example = exampleSource(editable);
  return {
    title: label,
    description: describeEditable(editable),
    ...formOf(type),
    ...(isLimited && { properties: { source: { properties: { text: { maxLength } } } } }),
    ...(example && { examples: [{ source: example }] }),
  };
}

function exampleSource({ input_type: type, example_text: text, example_url: url }: DescribedEntry) {
  if (url !== undefined) return { remote_url: url };
  if (text === undefined) return undefined;
  return type === 'color' ? { color: text } : type === 'text' ? { text } : undefined;
}

function formOf(type: keyof typeof FORMS) {
  return { $ref: `#/$defs/${type}` };
}

function fontForm(): Record<string, unknown> {
  const schema = jsonSchema(font);
  const { source } = schema['properties'] as { source: { properties: Record<string, unknown> } };
  source.properties['font_name'] = { $ref: '#/$defs/font_name' };
  return schema;
}

function jsonSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io: 'input' });
  return rest;
}
