import { expect, test } from 'vitest';
import { rowMapping } from './row-mapping.ts';

const EDITABLES = {
  name: { input_type: 'text', label: 'Name', required: true },
  accent: { input_type: 'color', label: 'Accent', required: false },
  photo: { input_type: 'image', label: 'Photo', required: true },
  music: { input_type: 'audio', label: 'Music', required: false },
};
const BASE = {
  versionId: 'tsv_1',
  editables: EDITABLES,
  columns: { 'First name': 'name', Notes: null },
  mapping: { resources: { accent: { source: { color: '#fff' } } } },
};

test('cells become entries of the kind of their editable', () => {
  expect(
    rowMapping(BASE, {
      'First name': ' Ana ',
      Notes: 'new',
      'photo.focal_x': ' 0.25',
      photo: ' https://a/x.jpg ',
      music: 'up_1',
      external_id: 'order-1',
    }),
  ).toEqual({
    template_style_version_id: 'tsv_1',
    resources: {
      name: { source: { text: ' Ana ' } },
      accent: { source: { color: '#fff' } },
      photo: { source: { remote_url: 'https://a/x.jpg' }, transform: { focal_x: 0.25 } },
    },
    audio_tracks: { music: { source: { upload_id: 'up_1' } } },
    missing: 'example',
  });
});

test('an empty cell keeps the entry for all rows', () => {
  expect(rowMapping(BASE, { accent: '', photo: null }).resources).toEqual({
    accent: { source: { color: '#fff' } },
  });
  expect(rowMapping(BASE, { accent: 'f00' }).resources).toEqual({
    accent: { source: { color: 'f00' } },
  });
});

test('a cell of JSON rows may be a whole entry', () => {
  const entry = { source: { text: 'Ana' }, transform: { fit: 'none' } };
  expect(rowMapping(BASE, { 'First name': entry }).resources['name']).toEqual(entry);
});
