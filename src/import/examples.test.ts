import { expect, test } from 'vitest';
import { importTemplate } from './import.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = { o: still(100), p: still([0, 0, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
const time = { ip: 0, op: 30, st: 0 };

/** Imports an animation with an image layer and an audio layer and only these files. */
async function examplesOf(editables: object, files: string[]) {
  const animation = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 100,
    h: 100,
    assets: [
      { id: 'photo', w: 50, h: 50, u: '', p: 'photo.png', e: 0 },
      { id: 'tune', u: '', p: 'tune.mp3', e: 0 },
    ],
    layers: [
      { ...time, ty: 2, nm: 'photo', refId: 'photo', ks },
      { ...time, ty: 6, nm: 'a_01', refId: 'tune' },
    ],
  };
  const template = await importTemplate({
    label: 'examples',
    base: '',
    files: new Map(files.map((name) => [name, Buffer.from('content')])),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson: Buffer.from(JSON.stringify({ version: 1, editables })),
  });
  return Object.entries(template.editables).flatMap(([name, { has_example: has }]) =>
    has === false ? [name] : [],
  );
}

const PHOTO = { photo: { targets: ['photo'] } };

test('an editable without a file has no example', async () => {
  expect(await examplesOf(PHOTO, ['photo.png', 'tune.mp3'])).toEqual([]);
  expect(await examplesOf(PHOTO, ['tune.mp3'])).toEqual(['photo']);
});

test('audio that may be silent needs no example, and required audio does', async () => {
  const required = { ...PHOTO, a_01: { required: true }, voice: { type: 'audio', required: true } };
  expect(await examplesOf(PHOTO, ['photo.png'])).toEqual([]);
  expect(await examplesOf(required, ['photo.png'])).toEqual(['a_01', 'voice']);
  expect(await examplesOf(required, ['photo.png', 'tune.mp3'])).toEqual(['voice']);
});
