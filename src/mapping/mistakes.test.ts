import { describe, expect, test } from 'vitest';
import { listNames, nearest } from '../base/index.ts';
import type { Editable, Editables } from '../template/index.ts';
import type { MappingSpec } from './entries.ts';
import { parseMapping } from './parse-mapping.ts';

const editable = (type: Editable['input_type'], more: Partial<Editable> = {}): Editable => ({
  input_type: type,
  label: '',
  required: false,
  stillcut: '',
  start: 0,
  end: 1,
  ...more,
});

const EDITABLES: Editables = {
  name: editable('text'),
  back: editable('color'),
  photo: editable('image'),
  clip: editable('video'),
  music: editable('audio'),
  type: editable('font', { fonts: ['Poppins'] }),
};

const checkMapping = (spec: MappingSpec, json: unknown) => parseMapping(spec, json).faults;

const check = (resources: object, more: object = {}) =>
  checkMapping(
    { editables: EDITABLES, fonts: ['Poppins', 'Anton'] },
    { resources: { ...resources }, ...more },
  );

const URL = 'https://x.example/a.png';

describe('an entry of the wrong form is one fault, with a correct entry in the hint', () => {
  test.each<[string, unknown, string]>([
    ['name', 'Ana', '{"source":{"text":"Ana"}}'],
    ['name', 7, '{"source":{"text":"7"}}'],
    ['name', { text: 'Ana' }, '{"source":{"text":"Ana"}}'],
    ['name', { source: 'Ana' }, '{"source":{"text":"Ana"}}'],
    ['name', { source: ['Ana'] }, '{"source":{"text":"…"}}'],
    ['name', {}, '{"source":{"text":"…"}}'],
    ['name', null, '{"source":{"text":"…"}}'],
    ['name', ['Ana'], '{"source":{"text":"…"}}'],
    ['name', 'x'.repeat(5000), `{"source":{"text":"${'x'.repeat(59)}…"}}`],
    ['back', '#ff0000', '{"source":{"color":"#ff0000"}}'],
    ['back', { color: 'ff0000' }, '{"source":{"color":"ff0000"}}'],
    ['back', 'red', '{"source":{"color":"#0a7b83"}}'],
    ['photo', URL, `{"source":{"remote_url":"${URL}"}}`],
    ['photo', { remote_url: URL }, `{"source":{"remote_url":"${URL}"}}`],
    ['photo', { upload_id: 'up_1' }, '{"source":{"upload_id":"up_1"}}'],
    ['photo', 'up_abc', '{"source":{"upload_id":"up_abc"}}'],
    ['photo', 'photo.jpg', '{"source":{"remote_url":"https://…"}}'],
    ['clip', { source: URL }, `{"source":{"remote_url":"${URL}"}}`],
    ['type', 'Anton', '{"source":{"font_name":"Anton"}}'],
  ])('%s: %j', (name, entry, meant) => {
    const faults = check({ [name]: entry });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      code: 'invalid_request',
      editable: name,
      message: expect.stringMatching(/^Expected an object (with "source" for|as the source of) "/),
      hint: `Send ${JSON.stringify(name)}: ${meant}.`,
    });
    const fixed = JSON.parse(meant) as object;
    if (!meant.includes('…')) expect(check({ [name]: fixed })).toEqual([]);
  });

  test('also for a track and a font', () => {
    expect(check({}, { audio_tracks: { music: URL } })).toMatchObject([
      { pointer: '/audio_tracks/music', hint: expect.stringContaining(`"remote_url":"${URL}"`) },
    ]);
    expect(check({}, { audio_tracks: { music: null } })).toEqual([]);
    expect(check({}, { audio_tracks: { music: { source: null } } })).toEqual([]);
    expect(check({}, { font_changes: { Poppins: 'Anton' } })).toMatchObject([
      { pointer: '/font_changes/Poppins', hint: expect.stringContaining('"font_name":"Anton"') },
    ]);
  });

  test('also if it is outside "resources"', () => {
    expect(check({}, { name: 'Ana', music: URL })).toMatchObject([
      {
        pointer: '/name',
        message: 'Expected the editable "name" in "resources" but received it outside.',
        hint: 'Send "resources": { "name": {"source":{"text":"Ana"}} }.',
      },
      {
        pointer: '/music',
        hint: `Send "audio_tracks": { "music": {"source":{"remote_url":"${URL}"}} }.`,
      },
    ]);
  });
});

test('texts that are too long together are rejected before they are laid out', () => {
  const texts = Object.fromEntries(
    Array.from({ length: 16 }, (_, i) => [`t${i}`, editable('text')]),
  );
  const checkTexts = (words: (i: number) => string) =>
    checkMapping(
      { editables: texts, fonts: [] },
      {
        resources: Object.fromEntries(
          Object.keys(texts).map((name, i) => [name, { source: { text: words(i) } }]),
        ),
      },
    );
  expect(checkTexts((i) => String(i).padEnd(10_000, 'x'))).toMatchObject([
    { code: 'text_invalid', pointer: '/resources', message: expect.stringContaining('150000') },
  ]);
  // Equal texts are laid out once.
  expect(checkTexts(() => 'x'.repeat(10_000))).toEqual([]);
});

describe('unknown names', () => {
  const KNOWN = Array.from({ length: 500 }, (_, i) => `layer_${String(i).padStart(3, '0')}`);
  const many = Object.fromEntries(KNOWN.map((name) => [name, editable('text')]));

  test('are reported up to fifty, with ten known names', () => {
    const resources = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`?${i}`, 'x']));
    for (const field of ['resources', 'audio_tracks', 'font_changes']) {
      const mapping = { resources: {}, [field]: resources };
      const faults = checkMapping({ editables: many, fonts: KNOWN }, mapping);
      expect(faults).toHaveLength(51);
      expect(faults.at(-1)?.message).toContain('4950 more');
      expect(JSON.stringify(faults).length).toBeLessThan(40_000);
      if (field !== 'audio_tracks') expect(faults[0]?.hint).toContain('and 490 more.');
    }
  });

  test('of fonts in sources get at most ten hints', () => {
    const sources = KNOWN.map((name) => [name, { source: { font_name: 'zzz' } }]);
    const faults = checkMapping(
      { editables: many, fonts: KNOWN },
      { resources: {}, font_changes: Object.fromEntries(sources), missing: 'example' },
    );
    expect(faults).toHaveLength(500);
    expect(faults.filter(({ hint }) => hint?.startsWith('The template has'))).toHaveLength(10);
    expect(faults[10]?.hint).toContain('/specs has all names');
  });

  test('are shortened in messages', () => {
    const [fault] = check({ ['x'.repeat(100_000)]: 'x' });
    expect(JSON.stringify(fault).length).toBeLessThan(1000);
    expect(fault?.hint).toContain('name, back');
  });

  test('are reported with the nearest first', () => {
    expect(nearest('layer_42', KNOWN)).toMatch(/^layer_/);
    expect(nearest('nmae', ['back', 'photo', 'name'])).toBe('name');
    expect(nearest('t_02', ['c_01', 't_01', 't_99'])).toBe('t_01');
    expect(nearest('something else', KNOWN)).toBeUndefined();
    expect(listNames('layer_499x', KNOWN)).toMatch(/^layer_499, .* and 490 more$/);
    expect(listNames('a', [])).toBe('');
    expect(listNames('c', ['a', 'b', 'c'])).toBe('a, b, c');
  });
});
