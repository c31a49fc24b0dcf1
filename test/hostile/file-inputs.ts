import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hostileImages } from '../media/hostile-images.ts';
import { type HostileInput, stillOf, type World } from './world.ts';

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);
/** Slow because of their size, not because of a fault; test/media tests them. */
const SLOW = /99 megapixels|65,535 frames|300 megabytes|3,000 scans/;

/** A linear congruential generator: the same damage in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

/** `spy` is a URL that must not be requested. */
export async function fileInputs(spy: string): Promise<HostileInput[]> {
  const images = (await hostileImages(spy)).filter(
    ({ name, becomes }) => !SLOW.test(name) && becomes !== 'asset_timeout',
  );
  return [
    ...images.map(({ name, file, becomes }) => ({
      name: `image: ${name}`,
      becomes: becomes === 'an image' ? '200' : `422 ${becomes}`,
      send: (world: World) =>
        stillOf(world, {
          template_style_version_id: world.photoVersionId,
          resources: { photo: { source: { remote_url: world.serve(file) } } },
        }),
    })),
    ...fontInputs(await readFile(FONT)),
    ...captionInputs(),
  ];
}

const CUE = '00:00:00,000 --> 00:00:01,000\n';

const JSON_WORDS = JSON.stringify([
  { start: 0, end: 1, text: 'a b', words: [{ start: 0, end: 1, text: 'c' }] },
]);

/** Files that are named as captions. */
const CAPTIONS: readonly [name: string, text: string | Buffer | (() => string), becomes: string][] =
  [
    ['a ZIP', Buffer.from('PK\u0003\u0004\u0014\u0000'), '422 captions_invalid'],
    ['nothing', '', '422 captions_invalid'],
    ['blanks', ' '.repeat(8e6), '422 captions_invalid'],
    ['more than a file may have', ' '.repeat(9e6), '422 asset_too_large'],
    ['a hundred million blanks', () => ' '.repeat(1e8), '422 asset_too_large'],
    ['a million cues', () => `${CUE}a\n\n`.repeat(1e6), '422 asset_too_large'],
    [
      'half of a UTF-16',
      Buffer.from(`\ufeff${CUE}a\n`, 'utf16le').subarray(0, -1),
      '422 captions_invalid',
    ],
    [
      'objects in one another',
      `${'{"cues":'.repeat(5e5)}1${'}'.repeat(5e5)}`,
      '422 captions_invalid',
    ],
    ['a word that is never spoken', JSON_WORDS, '422 captions_invalid'],
    [
      'a drawing of ASS',
      `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,{\\p1}m 0 0\n`,
      '422 captions_invalid',
    ],
    [
      'styles, regions and notes',
      `WEBVTT\n\n${'STYLE\na\n\nREGION\nb\n\nNOTE\n\n'.repeat(2e5)}${CUE.replaceAll(',', '.')}a\n`,
      '200',
    ],
    ['UTF-16 without a mark', Buffer.from(`${CUE}a\n`, 'utf16le'), '422 captions_invalid'],
    ['brackets', `${'['.repeat(1e6)}${']'.repeat(1e6)}`, '422 captions_invalid'],
    ['a hundred thousand cues', `${CUE}a\n\n`.repeat(1e5), '422 captions_invalid'],
    ['a million tags', `${CUE}${'<b>'.repeat(1e6)}a\n`, '200'],
    ['a million ends of tags', `${CUE}${'>'.repeat(1e6)}`, '422 captions_invalid'],
    [
      'a million line breaks in a cue',
      `WEBVTT\n\n${CUE}${'a\n'.repeat(1e6)}`,
      '422 captions_invalid',
    ],
    [
      'a million times of words',
      `WEBVTT\n\n${CUE.replaceAll(',', '.')}${'<00:00.500>'.repeat(5e5)}a`,
      '200',
    ],
    [
      'times that end before they begin',
      '00:00:02,000 --> 00:00:01,000\na\n',
      '422 captions_invalid',
    ],
    ['5,000 cues at the same time', `${CUE}${'a'.repeat(55)}\n\n`.repeat(5000), '200'],
    ['a word of 1,000 letters', `${CUE}${'a'.repeat(1000)}\n`, '200'],
    ['changes of direction', `${CUE}${'\u202ea\u2067b'.repeat(240)}\n`, '200'],
    ['zeros', `${CUE}a\0b\n`, '422 captions_invalid'],
  ];

function captionInputs(): HostileInput[] {
  return CAPTIONS.map(([name, text, becomes]) => ({
    name: `captions: ${name}`,
    becomes,
    send: (world: World) =>
      stillOf(world, {
        template_style_version_id: world.versionId,
        missing: 'example',
        resources: {},
        captions: { source: { remote_url: world.serve(bytesOf(text)) }, style: 'word-pop' },
      }),
  }));
}

/** The large ones are made when they are sent. */
function bytesOf(text: string | Buffer | (() => string)): Buffer {
  return Buffer.from(typeof text === 'function' ? text() : text);
}

function fontInputs(font: Buffer): HostileInput[] {
  const random = dice(20_261);
  const damaged = Array.from({ length: 12 }, (_, round) => {
    const bytes = Buffer.from(font);
    for (let n = 0; n < 40; n++) bytes[random(bytes.length)] = random(256);
    return [`font: damaged, ${round}`, bytes, ['200', '422 font_invalid']] as const;
  });
  const woff = Buffer.alloc(1000);
  woff.write('wOFF\x00\x01\x00\x00', 'latin1');
  woff.fill(0xff, 8);
  return (
    [
      ...damaged,
      ['font: a text', Buffer.from('hello'), '422 font_invalid'],
      ['font: half of one', font.subarray(0, font.length / 2), ['200', '422 font_invalid']],
      ['font: a head alone', font.subarray(0, 12), '422 font_invalid'],
      ['font: a WOFF of four gigabytes', woff, '422 font_invalid'],
      [
        'font: a WOFF2 of nothing',
        Buffer.from('wOF2\x00\x01\x00\x00', 'latin1'),
        '422 font_invalid',
      ],
      [
        'font: a collection of two billion',
        Buffer.from('ttcf\x00\x01\x00\x00\x7f\xff\xff\xff', 'latin1'),
        '422 font_invalid',
      ],
    ] as const
  ).map(([name, file, becomes]) => ({
    name,
    becomes,
    send: (world: World) =>
      stillOf(world, {
        template_style_version_id: world.versionId,
        missing: 'example',
        resources: {},
        font_changes: { 'Poppins-Bold': { source: { remote_url: world.serve(file) } } },
      }),
  }));
}
