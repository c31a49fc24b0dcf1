import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Editable } from '../template/index.ts';
import { mappingSchema } from './mapping-schema.ts';

const editable = (type: Editable['input_type'], more: Partial<Editable> = {}): Editable => ({
  input_type: type,
  label: `My ${type}`,
  required: false,
  stillcut: '',
  start: 0,
  end: 1,
  ...more,
});

const EDITABLES = {
  name: editable('text', { max_length: 5, required: true }),
  back: editable('color'),
  photo: editable('image'),
  clip: editable('video'),
  music: editable('audio'),
  type: editable('font', { fonts: ['Poppins'] }),
};

const FILE = { source: { remote_url: 'https://example.com/a' } };
const WHOLE = {
  resources: {
    name: { source: { text: 'Ana' }, transform: { fit: 'none' } },
    back: { source: { color: 'fff' } },
    photo: FILE,
    clip: FILE,
    type: { source: { font_name: 'Anton' } },
  },
  audio_tracks: { music: { source: null } },
  font_changes: { Anton: { source: { font_name: 'Poppins' } } },
};

test('a mapping is valid against the schema if its entries are', () => {
  const schema = mappingSchema({ editables: EDITABLES, fonts: ['Poppins', 'Anton'] }, 'tsv_1');
  const validate = new Ajv2020({ strictTypes: false }).compile(schema);
  const isValid = (resources: object, more: object = {}) =>
    validate({
      template_style_version_id: 'tsv_1',
      ...WHOLE,
      ...more,
      resources: { ...WHOLE.resources, ...resources },
    });
  expect(isValid({})).toBe(true);
  expect(validate.errors).toBe(null);
  expect(isValid({ name: { source: { text: 'longer' } } })).toBe(false);
  expect(isValid({ name: { source: { text: 'Ana', more: 1 } } })).toBe(false);
  expect(isValid({ back: FILE })).toBe(false);
  expect(isValid({ photo: { source: {} } })).toBe(false);
  expect(isValid({ type: { source: { font_name: 'Arial' } } })).toBe(false);
  expect(isValid({ other: FILE })).toBe(false);
  expect(isValid({}, { audio_tracks: { music: 'loud' } })).toBe(false);
  expect(isValid({}, { font_changes: { Arial: { source: { font_name: 'Anton' } } } })).toBe(false);
  expect(schema).toMatchObject({
    properties: { resources: { properties: { type: { title: 'My font' } } } },
  });
});

test('required audio and editables without an example are required', () => {
  const editables = {
    music: editable('audio', { required: true }),
    voice: editable('audio', { required: true, has_example: false }),
    photo: editable('image', { required: true, has_example: false }),
  };
  const schema = mappingSchema({ editables, fonts: [] }, 'tsv_1');
  const validate = new Ajv2020({ strictTypes: false }).compile(schema);
  const isValid = (mapping: object) =>
    validate({ template_style_version_id: 'tsv_1', resources: { photo: FILE }, ...mapping });
  const [voice, music] = [{ voice: FILE }, { music: FILE }];
  expect(isValid({})).toBe(false);
  expect(isValid({ audio_tracks: voice })).toBe(false);
  expect(isValid({ audio_tracks: { ...voice, ...music } })).toBe(true);
  expect(isValid({ missing: 'example' })).toBe(false);
  expect(isValid({ missing: 'example', audio_tracks: voice })).toBe(true);
  expect(isValid({ missing: 'example', audio_tracks: voice, resources: {} })).toBe(false);
});

test('an entry has a description and an example of its editable', () => {
  const editables = {
    name: editable('text', { example_text: 'Ana', max_length: 5, start: 0.5, help: 'Who' }),
    back: editable('color', { example_text: 'fff' }),
    photo: {
      ...editable('image', { width: 30, height: 40 }),
      example_url: 'https://example.com/a.png',
    },
    music: editable('audio', { duration: 12.345 }),
  };
  const { properties } = mappingSchema({ editables, fonts: [] }, 'tsv_1');
  expect(properties).toMatchObject({
    resources: {
      properties: {
        name: {
          description: 'Who; at most 5 characters; from 0.5 s to 1 s',
          examples: [{ source: { text: 'Ana' } }],
        },
        back: { examples: [{ source: { color: 'fff' } }] },
        photo: {
          description: '30 × 40 pixels; from 0 s to 1 s',
          examples: [{ source: { remote_url: 'https://example.com/a.png' } }],
        },
      },
    },
    audio_tracks: { properties: { music: { description: '12.35 s long; from 0 s to 1 s' } } },
  });
});

test('a template without fonts also has a schema', () => {
  const schema = mappingSchema({ editables: { back: EDITABLES.back }, fonts: [] }, 'tsv_1');
  const validate = new Ajv2020({ strictTypes: false }).compile(schema);
  expect(validate({ template_style_version_id: 'tsv_1', resources: {} })).toBe(true);
});

test('the size of a schema is linear in its names', () => {
  const fonts = Array.from({ length: 1000 }, (_, i) => String(i).padEnd(100, 'f'));
  const entries = fonts.map((name) => [`${name}.font`, editable('font', { fonts: [name] })]);
  const schema = mappingSchema({ editables: Object.fromEntries(entries), fonts }, 'tsv_1');
  expect(JSON.stringify(schema).length).toBeLessThan(1_000_000);
});
