import { describe, expect, test } from 'vitest';
import {
  heardTracks,
  type MappingSpec,
  mappingTypes,
  parseMapping,
  readParsedMapping,
  shapeFaults,
  wantedFiles,
  withEditedCues,
  withoutEntries,
} from './index.ts';
import { mappingSchema } from './mapping-schema.ts';

const SPEC = { editables: {}, fonts: [] };
const CUES = [{ start: 1, end: 2, text: 'Hello' }];
const CUE = { startSeconds: 1, endSeconds: 2, text: 'Hello' };

const parse = (captions: unknown) => parseMapping(SPEC, { resources: {}, captions });
const pointers = (captions: unknown) =>
  parse(captions).faults.map(({ code, pointer }) => `${code} ${pointer}`);

describe('captions of a mapping', () => {
  test('are parsed once, with their style', () => {
    const style = { name: 'box', color: '#fff', size: 6, position: 'top' };
    const { mapping, faults } = parse({ source: { cues: CUES }, language: 'de', style });
    expect(faults).toEqual([]);
    expect(mapping.captions).toEqual([
      {
        pointer: '/captions',
        source: { cues: [CUE] },
        language: 'de',
        isBurnt: true,
        style: {
          name: 'box',
          size: 6,
          position: 'top',
          color: { red: 255, green: 255, blue: 255, alpha: 255 },
        },
      },
    ]);
    expect(readParsedMapping(JSON.parse(JSON.stringify(mapping)))).toEqual(mapping);
    expect(readParsedMapping({ ...mapping, captions: {} })).toBeUndefined();
  });

  test('are absent from a mapping without them', () => {
    expect(Object.keys(parse(undefined).mapping)).toEqual(['format', 'entries', 'fontChanges']);
  });

  test('can be the content of a file, whose markup is noted', () => {
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Hello</i>\n';
    const { mapping } = parse({ source: { text }, burn: false });
    expect(mapping.captions).toEqual([
      { pointer: '/captions', source: { cues: [CUE] }, isBurnt: false, markupLines: [3] },
    ]);
  });

  test('in several languages are drawn once: by default the first', () => {
    const list = [{ source: { cues: CUES } }, { source: { cues: [] }, language: 'fr' }];
    expect(parse(list).mapping.captions?.map(({ isBurnt }) => isBurnt)).toEqual([true, false]);
    const other = [
      { ...list[0], burn: false },
      { ...list[1], burn: true },
    ];
    expect(parse(other).mapping.captions?.map(({ isBurnt }) => isBurnt)).toEqual([false, true]);
    expect(pointers([list[0], other[1]])).toEqual(['captions_invalid /captions/1/burn']);
  });

  test('with other cues have the times of the video, and the language of their audio', () => {
    const isBurnt = true;
    const tracks = [
      { pointer: '/captions/0', source: { upload_id: 'up_1' }, of: 'clip', isBurnt },
      { pointer: '/captions/1', source: { from: 'mix', isRequired: true }, isBurnt },
    ];
    const edit = { cues: [CUE], language: 'de' };
    const changes = { source: { cues: [CUE] }, isBurnt, isEdited: true };
    expect(withEditedCues(tracks, [{ cues: [CUE] }, edit])).toEqual([
      { pointer: '/captions/0', ...changes },
      { pointer: '/captions/1', ...changes, language: 'de', from: 'mix' },
    ]);
    expect(withEditedCues(tracks, [])).toEqual(tracks);
  });

  test('can be files, which are found by their place', () => {
    const { mapping } = parse([
      { source: { upload_id: 'up_1' } },
      { source: { remote_url: 'https://x.example/a.srt' }, language: 'fr' },
      { source: { cues: CUES } },
    ]);
    const files = (of: typeof mapping) =>
      wantedFiles(of).map(({ kind, pointer, source }) => [kind, pointer, source]);
    expect(files(mapping)).toEqual([
      ['captions', '/captions/0', { upload_id: 'up_1' }],
      ['captions', '/captions/1', { remote_url: 'https://x.example/a.srt' }],
    ]);
    const otherTracks = withoutEntries(mapping, ['/captions/1/source/remote_url']);
    expect(files(otherTracks)).toEqual([['captions', '/captions/0', { upload_id: 'up_1' }]]);
    expect(pointers({ source: { remote_url: 'ftp://x.example/a.srt' } })).toEqual([
      'url_invalid /captions/source/remote_url',
    ]);
  });

  test('have faults with the place of the value', () => {
    const reversed = [...CUES, { start: 3, end: 2, text: 'b' }];
    expect(pointers({ source: { cues: reversed } })).toEqual([
      'captions_invalid /captions/source/cues/1/end',
    ]);
    expect(pointers([{ source: { text: 'no captions' } }])).toEqual([
      'captions_invalid /captions/0/source/text',
    ]);
    expect(pointers({ source: { cues: CUES }, style: { name: 'box', color: 'red' } })).toEqual([
      'color_invalid /captions/style/color',
    ]);
  });

  test('can come from audio', () => {
    const spec = {
      editables: {
        talk: { input_type: 'video' },
        song: { input_type: 'audio' },
        title: { input_type: 'text' },
      } as unknown as MappingSpec['editables'],
      fonts: [],
    };
    const heard = (captions: unknown, more: object = {}) =>
      parseMapping(spec, { resources: {}, missing: 'example', captions, ...more });
    const { mapping } = heard([
      { from: 'talk', language: 'en', prompt: ' Framepress ', required: false },
      { from: 'mix' },
    ]);
    expect(mapping.captions?.map(({ source }) => source)).toEqual([
      { from: 'talk', prompt: 'Framepress', isRequired: false },
      { from: 'mix', isRequired: true },
    ]);
    expect(heardTracks(mapping).map(({ pointer }) => pointer)).toEqual([
      '/captions/0',
      '/captions/1',
    ]);
    expect(wantedFiles(mapping)).toEqual([]);
    const faultOf = (captions: unknown, more?: object) => {
      const { code, pointer, hint } =
        heard(captions, more).faults.find((f) => f.pointer?.startsWith('/captions')) ?? {};
      return [code, pointer, hint];
    };
    expect(faultOf({ from: 'tlak' })).toEqual([
      'editable_unknown',
      '/captions/from',
      'Did you mean "talk"?',
    ]);
    expect(faultOf({ from: 'title' })).toEqual([
      'editable_wrong_type',
      '/captions/from',
      'The template has talk, song.',
    ]);
    expect(faultOf({ from: 'voice' }).slice(0, 2)).toEqual(['editable_missing', '/captions/from']);
    const source = { speech: { text: 'Hi' } };
    expect(faultOf({ from: 'voice' }, { audio_tracks: { voice: { source } } })[0]).toBeUndefined();
    expect(faultOf({ source: { cues: CUES }, prompt: 'x' }).slice(0, 2)).toEqual([
      'captions_invalid',
      '/captions/prompt',
    ]);
  });

  test('of another form are faults of the form', () => {
    const ofForm = (captions: unknown) =>
      shapeFaults({ template_style_version_id: '', resources: {}, captions }).map(
        ({ pointer }) => pointer,
      );
    expect(ofForm({ source: { cues: CUES } })).toEqual([]);
    expect(ofForm({ source: {} })).toEqual(['/mapping/captions/source']);
    expect(ofForm({ source: { cues: [{ start: '1', end: 2, text: 'a' }] } })).toEqual([
      '/mapping/captions/source/cues/0/start',
    ]);
    expect(ofForm({ source: { cues: CUES }, style: 'comic' })).toEqual(['/mapping/captions/style']);
    expect(ofForm({ from: 'mix', source: { cues: CUES } })).toEqual(['/mapping/captions']);
    expect(ofForm({ language: 'de' })).toEqual(['/mapping/captions']);
    expect(ofForm({ from: 'mix', language: 'german!' })).toEqual(['/mapping/captions/language']);
    expect(ofForm([])).toEqual(['/mapping/captions']);
    expect(pointers({ source: {} })).toEqual([]);
  });

  test('can have the times of the file of a video or audio editable', () => {
    const editable = (input_type: 'video' | 'audio' | 'text') => {
      return { input_type, label: '', required: false, stillcut: '', start: 0, end: 1 };
    };
    const editables = { clip: editable('video'), a_01: editable('audio'), t_01: editable('text') };
    const parseOf = (of: string) =>
      parseMapping({ ...SPEC, editables }, { captions: { source: { cues: CUES }, of } });
    expect(['clip', 'a_01'].map((of) => parseOf(of).mapping.captions?.[0]?.of)).toEqual([
      'clip',
      'a_01',
    ]);
    const faultsOf = (of: string) =>
      parseOf(of)
        .faults.filter(({ pointer }) => pointer === '/captions/of')
        .map(({ code, message, hint }) => [code, message, hint]);
    expect(faultsOf('clp')).toEqual([
      [
        'editable_unknown',
        'Expected the name of a video or audio editable of this template but received "clp".',
        'Did you mean "clip"?',
      ],
    ]);
    expect(faultsOf('t_01')).toEqual([
      [
        'editable_wrong_type',
        'Expected the name of a video or audio editable but "t_01" takes text.',
        'Did you mean "a_01"?',
      ],
    ]);
  });

  test('have a form in the schema and a type', () => {
    const schema = mappingSchema(SPEC, 'tsv_1');
    expect(schema['$defs']).toHaveProperty('CaptionCue');
    const module = mappingTypes({ name: 'Ad', schema, describe: () => undefined, title: 'Ad' });
    expect(module).toContain(
      'type AdCaptionsEntry = AdCaptionTrackEntry | (AdCaptionTrackEntry)[];',
    );
    expect(module).toContain('type AdCaptionCueEntry = {');
  });
});
