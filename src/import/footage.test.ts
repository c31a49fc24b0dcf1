import { expect, test } from 'vitest';
import type { Template } from '../template/index.ts';
import { importTemplate } from './import.ts';

type Json = Record<string, unknown>;

const BYTES = Buffer.from('no video, but an import does not look');

const layer = (more: Json) => ({ ip: 0, op: 60, st: 0, ks: {}, refId: 'a', ...more });
const asset = (more: Json = {}) => ({ id: 'a', w: 64, h: 36, u: '', p: 'a.mp4', e: 0, ...more });

function imported(
  layers: Json[],
  {
    assets = [asset()],
    files = ['a.mp4'],
    json,
  }: { assets?: Json[]; files?: string[]; json?: Json } = {},
): Promise<Template> {
  const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 320, h: 180, assets, layers };
  return importTemplate({
    animation: Buffer.from(JSON.stringify(lottie)),
    templateJson: json && Buffer.from(JSON.stringify({ version: 1, ...json })),
    files: new Map(files.map((name) => [name, BYTES])),
    base: '',
    label: 'test',
  });
}

const USER = '(Footage)/USER/clip.mov';

test.each<[string, Json[], Parameters<typeof imported>[1], string[]]>([
  ['a layer of a name with a number', [layer({ ty: 2, nm: 'video_1' })], {}, ['video_1']],
  ['a file name with the ending of a video', [layer({ ty: 2, nm: USER })], { files: [] }, [USER]],
  [
    'an asset of such a name',
    [layer({ ty: 2, nm: 'x' })],
    { assets: [asset({ nm: USER })] },
    [USER],
  ],
  [
    'a file of such a name',
    [layer({ ty: 2, nm: 'x' })],
    { assets: [asset({ u: 'USER/', p: 'c.MP4' })], files: ['USER/c.MP4'] },
    ['USER/c.MP4'],
  ],
  ['a video layer under USER', [layer({ ty: 9, nm: 'USER/a' })], {}, ['USER/a']],
  ['a video layer without its file', [layer({ ty: 9, nm: 'clip' })], { files: [] }, ['clip']],
  ['a slot', [layer({ ty: 9 })], { assets: [asset({ sid: 'Intro' })] }, ['Intro']],
  [
    'a video in the animation',
    [layer({ ty: 2, nm: 'video_2' })],
    { assets: [asset({ p: 'data:video/mp4;base64,AAAA', e: 1 })] },
    ['video_2'],
  ],
  [
    'template.json, by a layer',
    [layer({ ty: 2, nm: 'still' })],
    {
      assets: [asset({ p: 'a.png' })],
      files: ['a.png'],
      json: { editables: { intro: { type: 'video', targets: ['still'] } } },
    },
    ['intro'],
  ],
  [
    'template.json, by an asset',
    [layer({ ty: 2, nm: 'still' })],
    {
      assets: [asset({ p: 'a.png' })],
      files: ['a.png'],
      json: { editables: { intro: { type: 'video', targets: [{ asset: 'a' }] } } },
    },
    ['intro'],
  ],
  [
    'template.json, by the name',
    [layer({ ty: 2, nm: 'USER/a.png' })],
    {
      assets: [asset({ p: 'a.png' })],
      files: ['a.png'],
      json: { editables: { 'USER/a.png': { type: 'video' } } },
    },
    ['USER/a.png'],
  ],
])('%s makes a video editable', async (_, layers, more, names) => {
  const { editables } = await imported(layers, more);
  expect(Object.keys(editables)).toEqual(names);
  expect(editables[names[0] ?? '']).toMatchObject({
    input_type: 'video',
    required: true,
    width: 64,
    height: 36,
    duration: 2,
    start: 0,
    end: 2,
  });
});

test.each<[string, Json]>([
  ['a video layer', { ty: 9, nm: 'Back' }],
  ['an image layer with a video file', { ty: 2, nm: 'Back' }],
])('%s that the package fills is footage of the template', async (_, more) => {
  const { editables, videoFiles, images } = await imported([layer(more)]);
  expect([editables, [...videoFiles.keys()], [...images.keys()]]).toEqual([{}, ['a'], []]);
});

test('an image under USER stays an image, and missing footage stops the import', async () => {
  const image = { assets: [asset({ p: 'a.png' })], files: ['a.png'] };
  const { editables } = await imported([layer({ ty: 2, nm: 'USER/a.png' })], image);
  expect(editables['USER/a.png']).toMatchObject({ input_type: 'image' });
  const { warnings } = await imported([layer({ ty: 2, nm: 'Back' })], { ...image, files: [] });
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'lottie_asset_missing' }));
});

test('the length of a video editable accounts for its stretch and start', async () => {
  const shownLayer = { ty: 9, nm: 'video_1', ip: 15, op: 45, st: 5, sr: 2 };
  const { editables } = await imported([layer(shownLayer)]);
  // It shows from frame 5 to frame 45 at half the speed: 19.5 own frames, and the last shown frame.
  expect(editables['video_1']).toMatchObject({ start: 0.5, end: 1.5, duration: 0.683 });
});
