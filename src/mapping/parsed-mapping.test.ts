import { expect, test } from 'vitest';
import type { Editable } from '../template/index.ts';
import {
  entryOf,
  NO_ENTRIES,
  parseMapping,
  readParsedMapping,
  wantedFiles,
  withoutEntries,
} from './index.ts';

const editable = (type: Editable['input_type'], more: Partial<Editable> = {}): Editable => ({
  input_type: type,
  label: '',
  required: false,
  stillcut: '',
  start: 0,
  end: 1,
  ...more,
});

const SPEC = {
  editables: {
    name: editable('text'),
    back: editable('color'),
    photo: editable('image'),
    clip: editable('video'),
    music: editable('audio'),
    type: editable('font', { fonts: ['Poppins'] }),
    constructor: editable('text'),
  },
  fonts: ['Poppins', 'Anton'],
};
const URL = { remote_url: 'https://x.example/a?signature=1' };
const UPLOAD = { upload_id: 'up_1' };
const parse = (json: object) => {
  const { mapping, faults } = parseMapping(SPEC, { resources: {}, ...json });
  expect(faults).toEqual([]);
  return mapping;
};

const WHOLE = {
  resources: {
    name: { source: { text: 'Ana' }, transform: { color: '#f80', max_lines: 2 } },
    back: { source: { text: '0A7B8380' } },
    photo: { source: URL },
    clip: { source: UPLOAD, transform: { trim_start_time: 2, animate_speed: 'fast' } },
    type: { source: { font_name: 'Anton' } },
  },
  audio_tracks: { music: { source: URL, transform: { loop: true } } },
  font_changes: { Anton: { source: UPLOAD } },
};

test('every kind of entry is parsed, with its defaults', () => {
  expect(parse(WHOLE)).toEqual({
    format: 1,
    entries: {
      name: {
        kind: 'text',
        text: 'Ana',
        maxLines: 2,
        color: { red: 255, green: 136, blue: 0, alpha: 255 },
      },
      back: { kind: 'color', color: { red: 10, green: 123, blue: 131, alpha: 128 } },
      photo: { kind: 'image', source: URL, crop: { strategy: 'cover', focalX: 0.5, focalY: 0.5 } },
      clip: {
        kind: 'video',
        source: UPLOAD,
        trimStartSeconds: 2,
        volume: 0,
        crop: { strategy: 'cover', focalX: 0.5, focalY: 0.5 },
        motion: { strategy: 'none', speed: 'fast' },
        given: ['trim_start_time', 'animate_speed'],
      },
      music: {
        kind: 'audio',
        source: URL,
        trimStartSeconds: 0,
        isLooped: true,
        fadeInSeconds: 0,
        fadeOutSeconds: 0,
      },
      type: { kind: 'font', source: { font_name: 'Anton' }, fonts: ['Poppins'] },
    },
    fontChanges: { Anton: UPLOAD },
  });
});

test('a parsed mapping is the same after it was stored as JSON', () => {
  const mapping = parse(WHOLE);
  const storedMapping: unknown = JSON.parse(JSON.stringify(mapping));
  expect(readParsedMapping(storedMapping)).toEqual(mapping);
  expect(readParsedMapping({ ...mapping, format: 0 })).toBeUndefined();
  for (const damaged of [undefined, { format: 1 }, { ...mapping, entries: [] }])
    expect(readParsedMapping(damaged)).toBeUndefined();
});

test('null and a source of null mean silence', () => {
  for (const entry of [null, { source: null }]) {
    const mapping = parse({ audio_tracks: { music: entry } });
    expect(entryOf(mapping, 'music', 'audio')).toMatchObject({ source: null });
    expect(wantedFiles(mapping)).toEqual([]);
  }
});

test('an entry is found only by its own name and kind', () => {
  const mapping = parse(WHOLE);
  expect(entryOf(mapping, 'name', 'text')?.text).toBe('Ana');
  expect(entryOf(mapping, 'name', 'image')).toBeUndefined();
  expect(entryOf(mapping, 'constructor', 'text')).toBeUndefined();
  expect(entryOf(mapping, undefined, 'text')).toBeUndefined();
  expect(entryOf(NO_ENTRIES, 'name', 'text')).toBeUndefined();
});

test('only entries with a fault are left out', () => {
  const resources = { ...WHOLE.resources, photo: { source: { remote_url: 'ftp://x' } } };
  const { mapping, faults } = parseMapping(SPEC, { ...WHOLE, resources });
  expect(faults).toMatchObject([{ code: 'url_invalid', editable: 'photo' }]);
  expect(Object.keys(mapping.entries)).toEqual(['name', 'back', 'clip', 'type', 'music']);
});

test('an address with a port of another protocol is a fault of its entry', () => {
  const photo = (address: string) => {
    const resources = { ...WHOLE.resources, photo: { source: { remote_url: address } } };
    return parseMapping(SPEC, { ...WHOLE, resources }).faults;
  };
  for (const address of ['http://x.example:6379/a', 'https://x.example:25/a', 'http://[::1]:22/'])
    expect(photo(address)).toMatchObject([
      {
        code: 'url_invalid',
        editable: 'photo',
        pointer: '/resources/photo/source/remote_url',
        hint: expect.stringContaining('port 443 or 80'),
      },
    ]);
  for (const address of ['http://x.example:8080/a', 'https://x.example:443/a', 'http://x.example/'])
    expect(photo(address)).toEqual([]);
});

test('entries are removed by the pointers of their faults', () => {
  const remainingMapping = withoutEntries(parse(WHOLE), [
    '/resources/clip/source/upload_id',
    '/audio_tracks/music/transform/volume',
    '/font_changes/Anton',
    '/resources',
    undefined,
  ]);
  expect(Object.keys(remainingMapping.entries)).toEqual(['name', 'back', 'photo', 'type']);
  expect(remainingMapping.fontChanges).toEqual({});
});

test('the files of a mapping are ordered: media, audio tracks, fonts', () => {
  expect(wantedFiles(parse(WHOLE)).map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual([
    'image /resources/photo',
    'video /resources/clip',
    'audio /audio_tracks/music',
    'font /font_changes/Anton',
  ]);
});

test('a value that is not a mapping has no entries', () => {
  for (const json of [undefined, null, 5, 'words', [], { resources: [] }]) {
    expect(parseMapping(SPEC, json)).toEqual({ mapping: NO_ENTRIES, faults: [] });
  }
});
