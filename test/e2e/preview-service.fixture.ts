/** Returns the expected parts of the JSON Schema of a template with a font editable. */
export function expectedSchema(
  versionId: string,
  { font, image }: { font: string; image: string },
): object {
  const source = {
    type: 'object',
    properties: {
      remote_url: { type: 'string' },
      upload_id: { type: 'string' },
      font_name: { $ref: '#/$defs/font_name' },
    },
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  };
  const entry = { type: 'object', properties: { source }, required: ['source'] };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    properties: {
      template_style_version_id: { const: versionId },
      resources: {
        properties: {
          lettering: { title: 'Lettering', $ref: '#/$defs/font' },
          t_01: { title: 't 01', $ref: '#/$defs/text' },
          [image]: { $ref: '#/$defs/image' },
        },
        additionalProperties: false,
      },
      font_changes: {
        properties: { [font]: { $ref: '#/$defs/font' } },
        additionalProperties: false,
      },
    },
    $defs: {
      font: entry,
      font_name: { enum: [font] },
      text: { required: ['source'] },
      image: { properties: { source: { maxProperties: 1 } } },
    },
    else: { properties: { resources: { required: [image, 'c_01', 't_01'] } } },
  };
}
