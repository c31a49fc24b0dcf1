import { z } from 'zod';
import type { Editable } from '../template/index.ts';
import { audio, color, font, image, type MappingSpec, text, video } from './entries.ts';

const ENTRIES = { text, color, image, video, font };

/** The mapping of one template version as JSON Schema (2020-12), for form builders and typed clients. */
export function mappingSchema(spec: MappingSpec, versionId: string): Record<string, unknown> {
  const { editables, fonts } = spec;
  const entries = Object.entries(editables).filter(([, e]) => e.input_type !== 'audio');
  const tracks = Object.entries(editables).filter(([, e]) => e.input_type === 'audio');
  const fontEntry = fontSchema(fonts);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      template_style_version_id: { const: versionId },
      resources: object(entries.map(([name, e]) => [name, entrySchema(e, fonts)])),
      audio_tracks: object(
        tracks.map(([name, e]) => [name, { title: e.label, ...jsonSchema(audio) }]),
      ),
      font_changes: object(fonts.map((name) => [name, fontEntry])),
      missing: { const: 'example' },
    },
    required: ['template_style_version_id', 'resources'],
    additionalProperties: false,
    // What is missing is filled with the template's own content, where that is asked for.
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

function entrySchema(editable: Editable, fonts: readonly string[]) {
  const { input_type, label, max_length } = editable;
  if (input_type === 'audio') return jsonSchema(audio);
  const schema = input_type === 'font' ? fontSchema(fonts) : jsonSchema(ENTRIES[input_type]);
  const { source } = schema['properties'] as { source: Record<string, unknown> };
  if (input_type === 'text' && max_length !== undefined) {
    source['properties'] = { text: { type: 'string', maxLength: max_length } };
  }
  return { title: label, ...schema };
}

function fontSchema(fonts: readonly string[]): Record<string, unknown> {
  const schema = jsonSchema(font);
  const { source } = schema['properties'] as { source: { properties: Record<string, unknown> } };
  source.properties['font_name'] = { enum: fonts };
  return schema;
}

function jsonSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io: 'input' });
  return rest;
}
