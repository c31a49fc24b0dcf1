import { describe, expect, test } from 'vitest';
import type { Editables } from '../../template/index.ts';
import { mappingSchema, parseMapping, readParsedMapping, wantedFiles } from '../index.ts';

const PLACE = { label: '', stillcut: '', start: 0, end: 1 };
const EDITABLES: Editables = {
  name: { input_type: 'text', required: true, example_text: 'Ana', ...PLACE },
  'last word': { input_type: 'text', required: false, example_text: 'Bye', ...PLACE },
  photo: { input_type: 'image', required: false, ...PLACE },
  music: { input_type: 'audio', required: false, ...PLACE },
};
const SPEC = { editables: EDITABLES, fonts: [] };

function parse(speech: object | string, { resources = {}, transform = {}, track = 'voice' } = {}) {
  const source = { speech: typeof speech === 'string' ? { text: speech } : speech };
  return parseMapping(SPEC, {
    missing: 'example',
    resources,
    audio_tracks: { [track]: { source, transform } },
  });
}

const spokenOf = (text: string, resources: object = {}) => {
  const { mapping, faults } = parse(text, { resources });
  expect(faults).toEqual([]);
  return mapping.entries['voice'];
};
const faultsOf = (...args: Parameters<typeof parse>) =>
  parse(...args).faults.map(({ code, pointer, message, hint }) => ({
    code,
    pointer,
    message,
    hint,
  }));

describe('a spoken text', () => {
  test('has its voice, language and speed, and is a file that the mapping wants', () => {
    const speech = { text: ' Hello! ', voice: 'amy', language: 'pt-BR', speed: 1.2 };
    const transform = { start: 2, fit: 'cut', duck: 12, volume: 0.5 };
    const { mapping, faults } = parse(speech, { transform });
    expect(faults).toEqual([]);
    expect(mapping.entries['voice']).toEqual({
      kind: 'audio',
      source: { speech: { ...speech, text: 'Hello!' } },
      trimStartSeconds: 0,
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
      isLooped: false,
      volume: 0.5,
      fit: 'cut',
      duckDb: 12,
      startSeconds: 2,
    });
    expect(wantedFiles(mapping)).toMatchObject([{ kind: 'audio', pointer: '/audio_tracks/voice' }]);
    expect(readParsedMapping(JSON.parse(JSON.stringify(mapping)))).toEqual(mapping);
  });

  test('has the texts of the mapping, or those of the template, for names in braces', () => {
    const entry = (text: string) => ({ source: { text } });
    const named = { name: entry('Zoë'), 'last word': entry('See you') };
    const text = 'Hi {name}, {{ {last word} }}!';
    expect(spokenOf(text, named)).toMatchObject({
      source: { speech: { text: 'Hi Zoë, { See you }!', speed: 1 } },
    });
    expect(spokenOf(text)).toMatchObject({ source: { speech: { text: 'Hi Ana, { Bye }!' } } });
  });

  test('is silence when the texts that it names are empty', () => {
    expect(spokenOf('{name}', { name: { source: { text: '' } } })).toMatchObject({ source: null });
  });

  test.each<[string, string, string, readonly [string, string]]>([
    ['no word', ' … ', 'text_invalid', ['no letter and no digit', 'null for silence']],
    ['an unknown name', 'Hi {nam}', 'editable_unknown', ['received "nam"', 'Did you mean "name"?']],
    ['an image', '{photo}', 'editable_unknown', ['"photo"', 'The template has name, last word.']],
    ['a lone brace', 'a } b', 'text_invalid', ['"}" alone', 'Write "}}" for a brace.']],
    ['a control', 'a\u0007', 'text_invalid', ['U+0007 at 1', 'line break']],
    ['half an emoji', 'a\ud83d', 'text_invalid', ['lone surrogate', 'emoji']],
    ['5,001 characters', 'a'.repeat(5001), 'text_invalid', ['received 5001', 'Shorten']],
  ])('with %s is refused', (_, text, code, [message, hint]) => {
    expect(faultsOf(text)).toEqual([
      {
        code,
        pointer: '/audio_tracks/voice/source/speech/text',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      },
    ]);
  });

  test('of a megabyte with as many braces is refused at once', () => {
    expect(faultsOf('{'.repeat(1e6))).toMatchObject([{ code: 'text_invalid' }]);
    expect(faultsOf('{a}'.repeat(1600))).toHaveLength(10);
  });

  test('that is too long with the texts in it is refused', () => {
    const resources = { name: { source: { text: 'a'.repeat(4000) } } };
    expect(faultsOf('{name} {name}', { resources })).toMatchObject([{ code: 'text_invalid' }]);
  });

  test.each([
    [{ text: 'a', speed: 3 }, '/audio_tracks/voice/source/speech/speed'],
    [{ text: 'a', language: 'no language' }, '/audio_tracks/voice/source/speech/language'],
    [{ text: 'a', voice: '' }, '/audio_tracks/voice/source/speech/voice'],
    [{ text: 'a', voic: 'a' }, '/audio_tracks/voice/source/speech/voic'],
    [{}, '/audio_tracks/voice/source/speech/text'],
  ])('with the fields %j has a fault at %s', (speech, pointer) => {
    expect(faultsOf(speech)).toMatchObject([{ code: 'invalid_request', pointer }]);
  });
});

describe('the track voice', () => {
  test('accepts files, and only it has a start', () => {
    const source = { remote_url: 'https://example.com/a.mp3' };
    const entry = { source, transform: { start: 1.5 } };
    const both = parseMapping(SPEC, {
      missing: 'example',
      resources: {},
      audio_tracks: { voice: entry, music: entry },
    });
    expect(both.mapping.entries).toMatchObject({ voice: { source, startSeconds: 1.5 } });
    expect(both.faults).toMatchObject([
      { code: 'invalid_request', pointer: '/audio_tracks/music/transform/start' },
    ]);
  });

  test('is in the schema of every template', () => {
    const { properties } = mappingSchema(SPEC, 'tsv_1') as {
      properties: { audio_tracks: { properties: object } };
    };
    expect(Object.keys(properties.audio_tracks.properties)).toEqual(['music', 'voice']);
  });
});
