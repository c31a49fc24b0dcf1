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
  ];
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
