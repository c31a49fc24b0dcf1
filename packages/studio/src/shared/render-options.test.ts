import { expect, test } from 'vitest';
import { changeOf, emptyFields, type RenderOptions, sizeChoices } from './render-options.ts';

const OPTIONS: RenderOptions = {
  title: '',
  kind: 'preview',
  formats: ['mp4'],
  width: undefined,
  quality: 'auto',
  destinations: [],
  useExamples: false,
};

test('sizes keep the aspect ratio with even sides', () => {
  expect(sizeChoices(1080, 1920).map(({ width, height }) => `${width}x${height}`)).toEqual([
    ...['1080x1920', '720x1280', '540x960', '360x640'],
  ]);
  expect(sizeChoices(160, 90)).toEqual([{ width: 160, height: 90 }]);
});

test('options become a change of the draft', () => {
  expect(changeOf(OPTIONS, { resources: {} })).toEqual({
    mapping: { resources: {} },
    output: { format: 'mp4' },
    external_uploads: [],
  });
  const rich = { formats: ['mp4', 'gif'], width: 640, quality: 'high', useExamples: true } as const;
  expect(
    changeOf({ ...OPTIONS, ...rich, title: ' For Ana ', destinations: ['s3://videos/'] }, {}),
  ).toEqual({
    title: 'For Ana',
    mapping: { missing: 'example' },
    output: [
      { format: 'mp4', width: 640, quality: 'high' },
      { format: 'gif', width: 640, quality: 'high' },
    ],
    external_uploads: [{ to: 's3://videos/{title}-{id}.{ext}' }],
  });
  const captioned = changeOf({ ...OPTIONS, destinations: ['s3://videos/'] }, { captions: [] });
  expect(captioned.external_uploads).toMatchObject([{ captions: ['vtt', 'srt'] }]);
});

test('required texts and files without an entry are empty', () => {
  const editables = {
    name: { required: true },
    logo: { required: true, input_type: 'image' },
    back: { required: true, input_type: 'color' },
    photo: { required: true, input_type: 'image', has_example: false as const },
    hum: { required: false },
  };
  expect(emptyFields(editables, { resources: { name: {} } })).toEqual(['logo']);
  expect(emptyFields(editables, { missing: 'example' })).toEqual([]);
});
