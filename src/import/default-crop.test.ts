import { expect, test } from 'vitest';
import { importTemplate } from './import.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = { o: still(100), p: still([0, 0, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };

/** The head of a PNG with this color type. */
const png = (colorType: number, chunk = 'IDAT') =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, colorType, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(`....${chunk}....IDAT`, 'latin1'),
  ]);

/** The defaults of an image editable `area` whose layer has this name. */
async function defaultsOf(layerName: string, editable: object = {}, file: Uint8Array = png(6)) {
  const animation = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 100,
    h: 100,
    assets: [{ id: 'a', w: 50, h: 50, u: '', p: 'a.png', e: 0 }],
    layers: [{ ty: 2, nm: layerName, refId: 'a', ip: 0, op: 30, ks }],
  };
  const area = { targets: [layerName], ...editable };
  const { editables } = await importTemplate({
    label: 'crops',
    base: '',
    files: new Map([['a.png', file]]),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson: Buffer.from(JSON.stringify({ version: 1, editables: { area } })),
  });
  return editables['area']?.default_transform;
}

const COMPLETE = { crop_strategy: 'contain' };

test.each([
  'logo',
  'Logo',
  'LOGO',
  'logo_01',
  'companyLogo',
  'partner logos',
  '(Footage)/USER/logo.png',
])('an area with the name %j is for a logo', async (name) =>
  expect(await defaultsOf(name)).toEqual(COMPLETE),
);

test.each(['photo', 'prologo', 'Logotherapy', 'BLOGOS'])(
  'an area with the name %j is not for a logo',
  async (name) => expect(await defaultsOf(name)).toBeUndefined(),
);

test('a label makes an area one for a logo', async () => {
  expect(await defaultsOf('image 3', { label: 'Your logo' })).toEqual(COMPLETE);
});

test.each<[string, Uint8Array, object | undefined]>([
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff]), undefined],
  ['a PNG without alpha', png(2), undefined],
  ['a PNG with a transparent color', png(3, 'tRNS'), COMPLETE],
  ['a PNG with gray and alpha', png(4), COMPLETE],
  ['a PNG that ends early', png(6).subarray(0, 10), COMPLETE],
  ['another format', Buffer.from('<svg/>'), COMPLETE],
])('a logo area has this default if its sample is %s', async (_, file, expected) => {
  expect(await defaultsOf('logo', {}, file)).toEqual(expected);
});

test.each([
  [{ crop_strategy: 'cover' }, { crop_strategy: 'cover' }],
  [{ focal_y: 0.2 }, { crop_strategy: 'cover', focal_y: 0.2 }],
  [{ background: '#fff' }, { crop_strategy: 'contain', background: '#fff' }],
  [{ crop_strategy: 'smart' }, { crop_strategy: 'smart' }],
])('template.json decides: %j', async (editable, expected) => {
  expect(await defaultsOf('logo', editable)).toEqual(expected);
});

test.each([
  [{ crop_strategy: 'contain', focal_x: 0.2 }, 'focal_x and focal_y only with'],
  [{ crop_strategy: 'fill', background: '#fff' }, 'background only with'],
  [{ focal_x: 0.5, background: '#fff' }, 'background only with'],
  [{ crop_strategy: 'manual' }, 'crop_strategy'],
  [{ focal_x: 2 }, 'focal_x'],
  [{ background: 'mint' }, 'Expected a color of hex digits'],
])('a default without effect is an error: %j', async (editable, message) => {
  await expect(defaultsOf('photo', editable)).rejects.toMatchObject({
    code: 'template_json_invalid',
    message: expect.stringContaining(message),
  });
});
