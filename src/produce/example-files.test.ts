import { expect, test } from 'vitest';
import type { Template } from '../template/index.ts';
import { exampleFiles } from './example-files.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1');
const MP3 = Buffer.from('ID3 rest');

const editable = (input_type: string) => ({ input_type });
const image = (name: string | undefined, bytes: Uint8Array) => ({
  bytes,
  label: '',
  editable: name,
});
const audio = (name: string | undefined, assetId: string) => ({ editable: name, assetId });

test('each image, video and audio editable has the file that it shows or plays first', () => {
  const template = {
    editables: {
      logo: editable('image'),
      video_1: editable('video'),
      music: editable('audio'),
      broken: editable('image'),
      text: editable('text'),
    },
    images: new Map([
      ['a', image('logo', PNG)],
      ['b', image('logo', MP3)],
      ['c', image(undefined, PNG)],
      ['d', image('broken', Buffer.from('<html>'))],
      ['e', image('text', PNG)],
      ['f', image('toString', PNG)],
    ]),
    videoFiles: new Map([['g', image('video_1', PNG)]]),
    audioSources: [audio('music', 'missing'), audio('music', 'h'), audio(undefined, 'h')],
    audioFiles: new Map([['h', { bytes: MP3, label: '' }]]),
  } as unknown as Template;
  expect(exampleFiles(template)).toEqual([
    { editable: 'logo', bytes: PNG, extension: 'png' },
    { editable: 'video_1', bytes: PNG, extension: 'png' },
    { editable: 'music', bytes: MP3, extension: 'mp3' },
  ]);
});
