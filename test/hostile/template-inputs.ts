import { hostileArchives, zipOf } from './archives.ts';
import { HOSTILE_DOCUMENTS, type Json } from './documents.ts';
import { type HostileInput, importOf } from './world.ts';

const SIZE = 2000;
/** The large documents that are refused; all others are imported. */
const REFUSED: Readonly<Record<string, string>> = {
  'fonts, each of one text': 'failed lottie_too_large',
  // A megabyte of the letter A is not an image, however many layers show it.
  'editables of one image': 'failed asset_not_media',
  'a long name, in many paths': 'failed lottie_too_large',
  // Its file is missing, so a placeholder is drawn.
  'a long id, of many layers': 'edit_ready',
};

const layer = (more: Json = {}): Json => ({ ty: 4, ip: 0, op: 30, ks: {}, shapes: [], ...more });
const animation = (layers: unknown, more: Json = {}): string =>
  JSON.stringify({ v: '5.9.0', fr: 30, ip: 0, op: 30, w: 100, h: 100, layers, ...more });
const precomp = (refId: string) => layer({ ty: 0, refId, w: 10, h: 10 });
const TOO_LARGE = 'failed lottie_too_large';
const INVALID = 'failed lottie_invalid';

/** Animations that break a rule of the format, or a limit. */
const BROKEN: readonly [name: string, content: string | Buffer, becomes: string][] = [
  ['text that is no package', 'hello', 'failed package_unreadable'],
  ['nothing', '', 'failed package_unreadable'],
  ['half an animation', '{"layers": [', 'failed lottie_malformed'],
  ['a list', animation([]), INVALID],
  ['layers that are a number', animation(7), INVALID],
  ['a layer that is null', animation([null]), INVALID],
  ['a rate of zero', animation([layer()], { fr: 0 }), INVALID],
  ['a rate of a million', animation([layer()], { fr: 1e6 }), TOO_LARGE],
  ['a billion frames', animation([layer()], { op: 1e9 }), TOO_LARGE],
  ['a size of a million', animation([layer()], { w: 1e6 }), TOO_LARGE],
  ['a negative size', animation([layer()], { w: -5 }), INVALID],
  ['a number that is infinite', animation([layer()]).replace('"ip":0', '"ip":1e999'), INVALID],
  ['60,000 layers', animation(Array.from({ length: 60_000 }, () => layer())), TOO_LARGE],
  ['arrays in one another', animation([layer({ x: nested(2000) })]), TOO_LARGE],
  ['arrays in one another, very deep', `{"a":${'['.repeat(1e6)}`, 'failed lottie_malformed'],
  [
    'a precomp in itself',
    animation([precomp('a')], { assets: [{ id: 'a', layers: [precomp('a')] }] }),
    'failed lottie_precomp_cycle',
  ],
  ['a parent of itself', animation([layer({ ind: 1, parent: 1 })]), INVALID],
  [
    'a million layers in twenty precomps',
    animation([precomp('c0')], {
      assets: Array.from({ length: 20 }, (_, n) => ({
        id: `c${n}`,
        layers: n === 19 ? [layer()] : [precomp(`c${n + 1}`), precomp(`c${n + 1}`)],
      })),
    }),
    TOO_LARGE,
  ],
  ['a missing image', animation([layer({ ty: 2, refId: 'a' })]), 'failed lottie_asset_missing'],
  ['a megabyte of an id', animation([layer()], { assets: [{ id: 'x'.repeat(1e6) }] }), TOO_LARGE],
  ['two million letters', animation([words('x'.repeat(2e6))]), TOO_LARGE],
  [
    'names that poison objects',
    animation([layer({ nm: '__proto__', constructor: 1 })]),
    'edit_ready',
  ],
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function words(t: string): Json {
  return layer({ ty: 5, nm: 't_01', t: { d: { k: [{ t: 0, s: { t, f: 'A', s: 10 } }] }, a: [] } });
}

/** Faults of template.json. */
const DECLARED: readonly [name: string, json: unknown, becomes: string][] = [
  ['that is no object', [], 'failed template_json_invalid'],
  ['with a field that is not known', { version: 1, x: 1 }, 'failed template_json_invalid'],
  [
    'with 51 stills',
    {
      version: 1,
      stillcuts: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`s${n}`, 0])),
    },
    'failed template_json_invalid',
  ],
  [
    'with 2,001 editables',
    {
      version: 1,
      editables: Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`e${n}`, {}])),
    },
    'failed template_json_invalid',
  ],
  [
    'with an editable called constructor',
    { version: 1, editables: { constructor: { targets: ['nothing'] } } },
    'failed template_json_invalid',
  ],
];

export function templateInputs(): HostileInput[] {
  const plain = Object.entries(HOSTILE_DOCUMENTS).map(
    ([name, make]): HostileInput => ({
      name: `template: ${name}`,
      send: (world) => {
        const { animation: json, templateJson } = make(SIZE);
        return importOf(world, packed(JSON.stringify(json), templateJson, 'images/0.png'));
      },
      becomes: REFUSED[name] ?? 'edit_ready',
    }),
  );
  const broken = BROKEN.map(
    ([name, content, becomes]): HostileInput => ({
      name: `template: ${name}`,
      send: (world) => importOf(world, Buffer.from(content)),
      becomes,
    }),
  );
  const declared = DECLARED.map(
    ([name, json, becomes]): HostileInput => ({
      name: `template.json ${name}`,
      send: (world) => importOf(world, packed(animation([layer()]), json)),
      becomes,
    }),
  );
  const archives = hostileArchives().map(
    ({ name, entries, code }): HostileInput => ({
      name: `archive: ${name}`,
      send: (world) => importOf(world, zipOf(entries)),
      becomes: `failed ${code}`,
    }),
  );
  return [...broken, ...declared, ...archives, ...plain];
}

function packed(json: string, templateJson?: unknown, image?: string): Buffer {
  return zipOf([
    // Stored without compression: regular data would look like a ZIP bomb.
    { name: 'data.json', content: json, method: 0 },
    ...(templateJson === undefined
      ? []
      : [{ name: 'template.json', content: JSON.stringify(templateJson), method: 0 }]),
    ...(image === undefined ? [] : [{ name: image, content: PIXEL, method: 0 }]),
  ]);
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
