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

test.each<[string, string, unknown]>([
  ['number', '1,5', 1.5],
  ['number', '1,500', '1,500'],
  ['checkbox', 'FALSE', false],
  ['point', '1,5; 2', { x: 1.5, y: 2 }],
  ['point', '10,20', { x: 10, y: 20 }],
  ['menu', '2', 2],
  ['menu', 'Dark', 'Dark'],
  ['menu', '2024', '2024'],
])('a cell of a %s: %s', (type, cell, value) => {
  const options = ['Dark', '2024'];
  const editables = { one: { input_type: type, label: 'One', required: false, options } };
  const { resources } = rowMapping({ ...BASE, editables }, { one: cell });
  expect(resources['one']).toEqual({ source: { [type]: value } });
});

test('a row has the captions of the batch', () => {
  const captions = { source: { text: 'WEBVTT' } };
  const { mapping } = BASE;
  const row = rowMapping({ ...BASE, mapping: { ...mapping, captions } }, {});
  expect(row.captions).toEqual(captions);
});

test('a row has captions of its own, in the style of the batch', () => {
  const captionsOf = (cells: Record<string, unknown>, captions?: unknown) =>
    rowMapping({ ...BASE, mapping: { ...BASE.mapping, captions } }, cells).captions;
  const url = 'https://x.example/a.srt';
  expect(captionsOf({ captions_url: url })).toEqual({ source: { remote_url: url } });
  const box = { source: { text: 'WEBVTT' }, style: 'box' };
  expect(captionsOf({ captions_url: 'up_1' }, box)).toEqual({
    source: { upload_id: 'up_1' },
    style: 'box',
  });
  const list = [box, { source: { text: 'WEBVTT' }, burn: true }];
  expect(captionsOf({ captions: 'WEBVTT 2' }, list)).toEqual([
    box,
    { source: { text: 'WEBVTT 2' }, burn: true },
  ]);
});
