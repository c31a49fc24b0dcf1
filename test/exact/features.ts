import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { importTemplate } from '../../src/import/index.ts';
import type { Template } from '../../src/template/index.ts';
import {
  FEATURE_EDITABLES,
  FEATURE_FRAMES,
  FEATURE_IMAGE,
  featureLottie,
} from '../support/feature-template.ts';
import { SCRIPTS } from './scripts.ts';

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);

/** Values of the controls, and the color that an expression takes over. */
const VALUES = {
  size: [100, 0, 37.5, 180].map((number) => ({ number })),
  badge: [true, false].map((checkbox) => ({ checkbox })),
  place: [
    { x: 400, y: 360 },
    { x: 520.25, y: 300.5 },
    { x: -10, y: 600 },
  ].map((point) => ({ point })),
  look: ['Light', 'Dark', 3].map((menu) => ({ menu })),
  swatch: ['336699', 'ff000080'].map((color) => ({ color })),
};

/** A mapping of the template with the features, and the frames to compare. */
export type FeatureCell = {
  what: string;
  json: { resources: Record<string, object>; missing: 'example' };
  frames: readonly number[];
};

export async function featureTemplate(): Promise<Template> {
  const create = { width: 160, height: 100, channels: 3 as const, background: '#ff8800' };
  const json = { version: 1, editables: FEATURE_EDITABLES };
  return importTemplate({
    label: 'features',
    base: '',
    animation: Buffer.from(JSON.stringify(featureLottie())),
    templateJson: Buffer.from(JSON.stringify(json)),
    files: new Map([
      ['fonts/Poppins-Bold.ttf', new Uint8Array(await readFile(FONT))],
      [FEATURE_IMAGE, new Uint8Array(await sharp({ create }).png().toBuffer())],
    ]),
  });
}

/**
 * Yields mappings in which each script fills the text that the expressions follow, and each value of each
 * control occurs.
 */
export function* featureCells(): Generator<FeatureCell> {
  for (const [index, { name, script }] of SCRIPTS.entries()) {
    const next = SCRIPTS[(index + 1) % SCRIPTS.length]?.name ?? name;
    const controls = Object.entries(VALUES).map(([control, values]) => [
      control,
      { source: values[index % values.length] },
    ]);
    const texts = { t_01: { source: { text: name } }, t_02: { source: { text: next } } };
    const photo = index % 2 === 0 ? {} : { photo: { source: { upload_id: 'image' } } };
    yield {
      what: `features, ${script}`,
      json: {
        resources: { ...texts, ...photo, ...Object.fromEntries(controls) },
        missing: 'example',
      },
      frames: [FEATURE_FRAMES / 2 + (index % 7), FEATURE_FRAMES - 1],
    };
  }
}
