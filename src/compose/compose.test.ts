import { describe, expect, test } from 'vitest';
import { type MappingSpec, parseMapping } from '../mapping/index.ts';
import type { Editable } from '../template/index.ts';
import { openFont } from '../text/index.ts';
import { FONT, image, images, type Json, mapping, template } from './compose.fixture.ts';
import { compose } from './compose.ts';

const FALLBACKS = await openFont(FONT, 'font');

const checkMapping = (spec: MappingSpec, json: unknown) => parseMapping(spec, json).faults;

describe('composing', () => {
  test('gives a plain animation: outlines for text, digests for images, no names of editables', () => {
    const { composition, fit, fonts } = compose({
      template: template(),
      mapping: mapping({
        t_01: { source: { text: 'Hi Ana' } },
        c_01: { source: { color: '#f80' } },
      }),
      images,
      fallbacks: [],
    });
    const { lottie, files, video } = composition;
    expect(video).toEqual({ width: 400, height: 300, fps: 30, frameCount: 60 });
    expect(files).toEqual([{ digest: image.sha256, kind: 'image', name: `${image.sha256}.jpg` }]);
    expect(lottie.assets?.[0]).toMatchObject({ u: '', p: `${image.sha256}.jpg`, e: 0 });
    expect(JSON.stringify(lottie)).not.toMatch(/"(sid|fcSid|scSid)"|passwd/);
    expect(lottie.chars?.length).toBeGreaterThan(5);
    expect(lottie.layers[3]?.shapes?.[1]?.c?.k).toEqual([1, 136 / 255, 0, 1]);
    expect(fit['t_01']).toMatchObject({
      font_scale: 1,
      lines: 1,
      overflow: false,
      missing_glyphs: [],
    });
    expect(fonts).toMatchObject([{ name: 'Poppins-Bold', family: 'Poppins', from: 'template' }]);
  });

  test('gives the same bytes for the same inputs, and does not change the template', () => {
    const source = template();
    const jsonBefore = JSON.stringify(source.lottie);
    const make = () =>
      JSON.stringify(
        compose({
          template: source,
          mapping: mapping({ t_01: { source: { text: 'Zoë' } } }),
          images,
          fallbacks: [],
        }).composition,
      );
    expect(make()).toBe(make());
    expect(JSON.stringify(source.lottie)).toBe(jsonBefore);
  });

  test('fits, colors and aligns a text as its entry says, and warns about missing glyphs', () => {
    const { composition, fit, warnings } = compose({
      template: template(),
      mapping: mapping({
        t_01: {
          source: { text: 'A very much longer line of text 田' },
          transform: { max_lines: 1, color: '00ff00', align: 'right' },
        },
      }),
      images,
      fallbacks: FALLBACKS,
    });
    expect(fit['t_01']?.font_scale).toBeLessThan(0.5);
    expect(fit['t_01']?.missing_glyphs).toEqual(['U+7530']);
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'glyph_missing', editable: 't_01' }),
    );
    expect(composition.lottie.layers[0]?.t?.d.k[0]?.s).toMatchObject({ fc: [0, 1, 0], j: 1 });
  });
});

test('the alpha of a color changes the opacity of its fill', () => {
  const fill = (color: string) =>
    compose({
      template: template(),
      mapping: mapping({ c_01: { source: { color } } }),
      images,
      fallbacks: [],
    }).composition.lottie.layers[3]?.shapes?.[1];
  expect(fill('ff000080')?.c?.k).toEqual([1, 0, 0, 1]);
  expect(fill('ff000080')?.o?.k).toBeCloseTo(50.2, 1);
  expect(fill('ff0000')?.o?.k).toBe(100);
});

describe('checking a mapping', () => {
  const { has_example: _, ...photo } = template().editables['USER/photo.png'] as Editable;
  const editables = { ...template().editables, 'USER/photo.png': photo };
  const codes = (resources: Json, missing?: 'example') =>
    checkMapping({ editables, fonts: ['Poppins-Bold'] }, { resources, missing }).map(
      (f) => `${f.code} ${f.pointer}`,
    );
  const allEntries = {
    t_01: { source: { text: 'a' } },
    c_01: { source: { text: '0a7b83' } },
    'USER/photo.png': {
      source: { remote_url: 'https://x.example/a.png' },
      transform: { crop_strategy: 'cover' },
    },
  };

  test('finds no fault in a complete mapping, and every missing entry in an empty one', () => {
    expect(codes(allEntries)).toEqual([]);
    expect(codes({})).toEqual([
      'editable_missing /resources',
      'editable_missing /resources',
      'editable_missing /resources',
    ]);
    expect(codes({}, 'example')).toEqual([]);
  });

  test('a local file is rejected with a hint about uploads', () => {
    const givenEntries = { ...allEntries, 'USER/photo.png': { source: { file: 'photo.jpg' } } };
    const faults = checkMapping({ editables, fonts: [] }, { resources: givenEntries });
    expect(faults).toContainEqual(
      expect.objectContaining({
        pointer: '/resources/USER~1photo.png/source/file',
        hint: expect.stringContaining('POST /v2/uploads'),
      }),
    );
  });

  test('requires an entry without an example, even if examples are requested', () => {
    const ownTemplate = { editables: template().editables, fonts: [] };
    const check = (resources: Json) => checkMapping(ownTemplate, { resources, missing: 'example' });
    expect(ownTemplate.editables['USER/photo.png']).toMatchObject({ has_example: false });
    expect(check({})).toMatchObject([
      {
        code: 'editable_missing',
        editable: 'USER/photo.png',
        message: expect.stringContaining('the template brings no example of it'),
      },
    ]);
    expect(check({ 'USER/photo.png': { source: { upload_id: 'up_1' } } })).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ['an unknown name', { nope: { source: { text: 'a' } } }, 'editable_unknown /resources/nope'],
    ['a slash and a tilde in a name', { 'a/b~c': {} }, 'editable_unknown /resources/a~1b~0c'],
    ['no source', { t_01: {} }, 'invalid_request /resources/t_01'],
    ['no object', { t_01: 'Ana' }, 'invalid_request /resources/t_01'],
    [
      'a field of another name',
      { t_01: { source: { text: 'a' }, transfrom: {} } },
      'invalid_request /resources/t_01/transfrom',
    ],
    [
      'a text for an image',
      { 'USER/photo.png': { source: { text: 'a' } } },
      'editable_wrong_type /resources/USER~1photo.png/source',
    ],
    [
      'an invalid color',
      { c_01: { source: { color: '12345' } } },
      'color_invalid /resources/c_01/source',
    ],
    [
      'both an address and an upload',
      { 'USER/photo.png': { source: { upload_id: 'up_1', remote_url: 'https://x.example/a' } } },
      'invalid_request /resources/USER~1photo.png/source',
    ],
    [
      'a font for an image',
      { 'USER/photo.png': { source: { font_name: 'Poppins-Bold' } } },
      'editable_wrong_type /resources/USER~1photo.png/source',
    ],
    [
      'too long a text',
      { t_01: { source: { text: 'a'.repeat(10_001) } } },
      'text_invalid /resources/t_01/source/text',
    ],
  ])('%s', (_, resources, code) => {
    expect(codes(resources, 'example')).toContain(code);
  });

  test.each<[Json, string, string]>([
    [
      { fit: 'grow' },
      'Expected "shrink" or "none" for the fit of "t_01" but received "grow".',
      'Use "shrink" or "none".',
    ],
    [
      { align: 'middle' },
      'Expected "left" or "center" or "right" or "start" or "end" for the align of "t_01" but received "middle".',
      'Use "left", "center", "right", "start" or "end".',
    ],
    [
      { min_font_size: -2 },
      'Expected more than 0 for the min_font_size of "t_01" but received -2.',
      'Give pixels, such as 24.',
    ],
    [
      { max_lines: 1.5 },
      'Expected a whole number for the max_lines of "t_01" but received 1.5.',
      'Give a whole number, such as 2.',
    ],
    [
      { size: 3 },
      'Expected no other fields for the transform of "t_01" but received "size".',
      'Leave it out',
    ],
  ])('a transform %j has a fault in the usual form', (transform, message, hint) => {
    const resources = { t_01: { source: { text: 'a' }, transform } };
    const [fault] = checkMapping({ editables, fonts: [] }, { resources, missing: 'example' });
    expect(fault).toMatchObject({ message, hint: expect.stringContaining(hint) });
  });

  test.each<[string, Json, string | undefined]>([
    [
      'a file',
      { 'Poppins-Bold': { source: { remote_url: 'https://x.example/a.ttf' } } },
      undefined,
    ],
    ['an upload', { 'Poppins-Bold': { source: { upload_id: 'up_1' } } }, undefined],
    [
      'a font of the template',
      { 'Poppins-Bold': { source: { font_name: 'Poppins-Bold' } } },
      undefined,
    ],
    [
      'an unknown font',
      { 'Poppins-Bald': { source: { upload_id: 'up_1' } } },
      'font_unknown /font_changes/Poppins-Bald Did you mean "Poppins-Bold"?',
    ],
    [
      'an unknown font in its place',
      { 'Poppins-Bold': { source: { font_name: 'Arial' } } },
      'font_unknown /font_changes/Poppins-Bold/source/font_name The template has Poppins-Bold.',
    ],
    [
      'no entry',
      { 'Poppins-Bold': 'Arial' },
      'invalid_request /font_changes/Poppins-Bold Send "Poppins-Bold": {"source":{"font_name":"Arial"}}.',
    ],
    [
      'no source',
      { 'Poppins-Bold': { source: {} } },
      'invalid_request /font_changes/Poppins-Bold/source',
    ],
    [
      'a transform',
      { 'Poppins-Bold': { source: { upload_id: 'up_1' }, transform: {} } },
      'invalid_request /font_changes/Poppins-Bold/transform',
    ],
    [
      'a file of this machine',
      { 'Poppins-Bold': { source: { remote_url: 'file:///etc/passwd' } } },
      'url_invalid /font_changes/Poppins-Bold/source/remote_url',
    ],
  ])('a change of a font to %s', (_, fontChanges, reported) => {
    const faults = checkMapping(
      { editables, fonts: ['Poppins-Bold'] },
      { resources: {}, font_changes: fontChanges, missing: 'example' },
    );
    expect(faults.map((f) => `${f.code} ${f.pointer} ${f.hint ?? ''}`.trim())).toEqual(
      reported === undefined ? [] : [expect.stringContaining(reported)],
    );
  });

  test('accepts colors of 3, 6 and 8 digits, with and without #', () => {
    for (const color of ['abc', '#abc', 'a1b2c3', '#A1B2C3', 'a1b2c3d4'])
      expect(codes({ c_01: { source: { color } } }, 'example')).toEqual([]);
  });
});
