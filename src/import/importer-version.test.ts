import { expect, test } from 'vitest';
import { sha256 } from '../system/index.ts';
import { importTemplate } from './import.ts';
import { IMPORTER_VERSION } from './importer-version.ts';

const still = (k: unknown) => ({ a: 0, k });
const movedProperty = {
  a: 1,
  k: [
    { t: 0, s: [0, 0, 0], i: { x: [0.6, 0.2], y: [1, 0.8] }, o: { x: [0.3, 0.1], y: [0, 0.4] } },
    { t: 20, s: [60, 30, 0], h: 1 },
    { t: 30, s: [10, 10, 0] },
  ],
};
const ks = {
  o: still(100),
  r: still(0),
  p: movedProperty,
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
};
const layer = { ip: 0, op: 60, st: 0, sr: 1, ks };
const document = { f: 'Poppins-Bold', s: 20, t: 'Hello\rworld', j: 2, lh: 24, fc: [1, 0.5, 0] };

/** A package with a layer of each kind that the importer rewrites. */
const SOURCE = {
  label: 'each.json',
  base: '',
  templateJson: Buffer.from(
    JSON.stringify({
      version: 1,
      editables: { music: { type: 'audio', label: 'Music' }, t_01: { max_lines: 2 } },
    }),
  ),
  animation: Buffer.from(
    JSON.stringify({
      v: '5.5.0',
      nm: 'each',
      fr: 29.97,
      ip: 0,
      op: 60,
      w: 320,
      h: 180,
      assets: [
        { id: 'inner', layers: [{ ...layer, ty: 1, nm: 'c_01', sw: 50, sh: 50, sc: '#204080' }] },
        { id: 'photo', w: 80, h: 40, u: 'images/', p: 'photo.png', e: 0 },
        { id: 'tune', u: 'audio/', p: 'tune.mp3', e: 0 },
      ],
      fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 75 }] },
      layers: [
        { ...layer, ind: 1, ty: 5, nm: 't_01', t: { d: { k: [{ t: 0, s: document }] }, a: [] } },
        { ...layer, ind: 2, ty: 2, nm: '(Footage)/USER/photo.png', refId: 'photo' },
        { ...layer, ind: 3, ty: 6, nm: 'tune', refId: 'tune' },
        { ...layer, ind: 4, ty: 0, nm: 'in', refId: 'inner', w: 320, h: 180, parent: 2, td: 1 },
        {
          ...layer,
          ind: 6,
          ty: 5,
          nm: 'Captions',
          t: { d: { k: [{ t: 0, s: { ...document, t: 'Words' } }] }, a: [] },
        },
        {
          ...layer,
          ind: 5,
          ty: 4,
          nm: 'star',
          tt: 1,
          shapes: [
            {
              ty: 'sr',
              sy: 1,
              p: still([0, 0]),
              r: still(0),
              pt: still(5),
              or: still(40),
              ir: still(20),
              os: still(30),
              is: still(0),
            },
            { ty: 'fl', nm: 'c_02', c: still([0.1, 0.2, 0.3, 1]), o: still(100) },
          ],
        },
      ],
    }),
  ),
  files: new Map([
    ['images/photo.png', Buffer.from('an image')],
    ['audio/tune.mp3', Buffer.from('audio')],
  ]),
};

/**
 * If this test fails, raise `IMPORTER_VERSION` and write the printed digest here. The wording of messages is
 * not in the digest.
 */
test('the result of an import does not change without a new importer version', async () => {
  const template = await importTemplate(SOURCE);
  const { lottie, editables, captions, stillcuts, audioSources, imageScales, fontNames } = template;
  const codes = template.warnings.map(({ code, layer_path }) => [code, layer_path]);
  const result = { lottie, editables, captions, stillcuts, audioSources, fontNames, codes };
  const digest = sha256(JSON.stringify([result, ...imageScales]));
  expect({ version: IMPORTER_VERSION, digest }).toEqual({
    version: 8,
    digest: 'd09c67495675e66f7a02f6714c1c639eedd1c9118ef4959e591adebb4dae6ba8',
  });
});
