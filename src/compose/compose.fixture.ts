import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importTemplate } from '../import/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import type { Template } from '../template/index.ts';

export type Json = Record<string, unknown>;

const still = (k: unknown) => ({ a: 0, k });

const ks = () => ({
  o: still(100),
  r: still(0),
  p: still([10, 10, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
});

export const FONT = await readFile(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf')),
);

function importIt(): Promise<Template> {
  const lottie: Json = {
    v: '5.5.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 400,
    h: 300,
    assets: [{ id: 'a', w: 40, h: 30, u: '/etc/', p: 'passwd', nm: 'USER/photo.png' }],
    fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }] },
    layers: [
      {
        ty: 5,
        nm: 't_01',
        ip: 0,
        op: 60,
        ks: ks(),
        t: {
          d: {
            k: [
              {
                t: 0,
                s: {
                  f: 'Poppins-Bold',
                  s: 40,
                  t: 'Hello',
                  lh: 48,
                  fc: [0, 0, 0],
                  sz: [200, 50],
                  ps: [0, 0],
                },
              },
            ],
          },
        },
      },
      {
        ty: 5,
        nm: 'fixed',
        ip: 0,
        op: 60,
        ks: ks(),
        t: {
          d: { k: [{ t: 0, s: { f: 'Poppins-Bold', s: 40, t: 'Hello', lh: 48, fc: [0, 0, 0] } }] },
        },
      },
      { ty: 2, nm: 'photo', refId: 'a', ip: 0, op: 60, ks: ks() },
      { ty: 1, nm: 'c_01', sc: '#000000', sw: 400, sh: 300, ip: 0, op: 60, ks: ks() },
    ],
  };
  return importTemplate({
    label: 'test',
    animation: new TextEncoder().encode(JSON.stringify(lottie)),
    base: '',
    templateJson: undefined,
    files: new Map([['fonts/Poppins-Bold.ttf', FONT]]),
  });
}

const imported = await importIt();
freeze(imported.lottie);

/** The same template for all tests of a worker. Its animation cannot be changed. */
export const template = () => imported;

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const child of Object.values(value)) freeze(child);
}

export const image = {
  sha256: 'ab'.repeat(32),
  contentType: 'image/jpeg' as const,
  width: 40,
  height: 30,
};

export const images = { editables: new Map([['USER/photo.png', image]]), assets: new Map() };

export const mapping = (resources: Json): ParsedMapping => parsed(template(), { resources });
