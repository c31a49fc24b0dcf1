import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPackage } from '../../src/commands/check.ts';
import { readMappingFile } from '../../src/commands/mapping-file.ts';
import { readConfig } from '../../src/config.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { SCRIPT_FONT } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { framepress } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { tone, wavOf } from '../support/tones.ts';

/* The command line and the API get the same mappings and must report the same faults. */

const LOGO = '(Footage)/USER/logo_01.png';
const FONT = 'Poppins-Bold';

let folder: string;
let file: string;
let service: SharedService;
let client: Client;
let versionId: string;
const server = createServer((request, response) => {
  const name = (request.url ?? '').split('/').at(-1) ?? '';
  readFile(join(folder, 'media', name)).then(
    (bytes) => response.writeHead(200).end(bytes),
    () => response.writeHead(404).end(),
  );
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-parity-'));
  await mkdir(join(folder, 'media'));
  const red = { create: { width: 60, height: 30, channels: 3 as const, background: '#ff0000' } };
  const photo = await sharp(red).png().toBuffer();
  const files = {
    'photo.png': photo,
    'cut.png': photo.subarray(0, photo.length / 2),
    'tone.wav': wavOf(1, tone(440)),
    'font.ttf': await readFile(SCRIPT_FONT),
    'notes.txt': Buffer.from('no media'),
  };
  for (const [name, bytes] of Object.entries(files))
    await writeFile(join(folder, 'media', name), bytes);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const lottie = smallLottie();
  const times = { ip: 0, op: 30, st: 0, sr: 1, ks: {} };
  file = await writePackage(
    join(folder, 'all.zip'),
    {
      ...lottie,
      assets: [
        ...(lottie['assets'] as Json[]),
        { id: 'clip', w: 160, h: 90, u: '', p: '', e: 0 },
        { id: 'tune', u: '', p: '', e: 0 },
      ],
      layers: [
        ...(lottie['layers'] as Json[]),
        { ty: 9, nm: 'video_1', refId: 'clip', ...times },
        { ty: 6, nm: 'a_01', refId: 'tune', ...times },
      ],
    },
    { version: 1, editables: { lettering: { type: 'font', targets: [{ font: FONT }] } } },
  );
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  versionId = String((await client.addTemplate(file))['id']);
});

afterAll(async () => {
  server.close();
  await removeFolder(folder);
});

const url = (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;

/** Stands for a file in the table: an address for the API, a local file for the command line. */
const FILE = 'file://';
const media = (name: string) => ({ source: { remote_url: `${FILE}${name}` } });

function withFiles(mapping: unknown, source: (name: string) => Json): unknown {
  return JSON.parse(JSON.stringify(mapping), (_, value: unknown) => {
    const { remote_url: address } = (value ?? {}) as { remote_url?: unknown };
    if (typeof address !== 'string' || !address.startsWith(FILE)) return value;
    const { remote_url: __, ...others } = value as Json;
    return { ...others, ...source(address.slice(FILE.length)) };
  });
}

type Found = { valid: boolean; errors: { code: string; pointer?: string; message: string }[] };

/** Codes, pointers and messages. Where `file` stands for an address, both are called the same. */
const facts = ({ valid, errors }: Found, names: Record<string, string>) => ({
  valid,
  errors: errors.map(({ code, pointer = '', message }) => [
    ...[code, pointer.replace(/\/source\/file$/, '/source/remote_url')],
    Object.entries(names).reduce((text, [from, to]) => text.replaceAll(from, to), message),
  ]),
});

async function fromApi(mapping: Json) {
  const given = withFiles(mapping, (name) => ({ remote_url: url(name) })) as Json;
  const body = { template_style_version_id: versionId, ...given };
  const answer = await client.send('POST', '/v2/mappings/validate', body);
  expect(answer.status).toBe(200);
  return facts(answer.body as Found, { [url('')]: '' });
}

async function fromCommandLine(mapping: Json) {
  const path = join(folder, 'media', 'mapping.json');
  await writeFile(path, JSON.stringify(withFiles(mapping, (name) => ({ file: name }))));
  const config = readConfig({ FRAMEPRESS_FETCH_ALLOW: '127.0.0.1/32' });
  const given = await readMappingFile(path);
  return facts(await checkPackage({ file, mapping: given, config }), {
    '"file"': '"remote_url"',
    [join(folder, 'media/')]: '',
  });
}

const GOOD: Json = {
  t_01: { source: { text: 'Zoë' } },
  c_01: { source: { color: '#a03060' } },
  [LOGO]: media('photo.png'),
  video_1: media('photo.png'),
};
const on = (name: string, entry: unknown): Json => ({ resources: { ...GOOD, [name]: entry } });
const changed = (name: string, transform: Json): Json =>
  on(name, { ...(GOOD[name] as Json), transform });
const CROP = { crop_strategy: 'manual', crop_x: 0, crop_y: 0, crop_width: 10, crop_height: 10 };
const without = (name: string) => ({
  resources: Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name)),
});
const track = (entry: unknown): Json => ({ resources: GOOD, audio_tracks: { a_01: entry } });
const toneTrack = (transform: Json) => track({ ...media('tone.wav'), transform });
const change = (entry: unknown): Json => ({ resources: GOOD, font_changes: { [FONT]: entry } });

/** Entries of the wrong form, for every kind. */
const MALFORMED = [null, 7, 'words', [], {}, { source: 5 }, { source: {} }, { source: { x: 1 } }];

const VALID: Json[] = [
  { resources: GOOD },
  { resources: { video_1: media('photo.png') }, missing: 'example' },
  on('lettering', { source: { font_name: FONT } }),
  on('lettering', media('font.ttf')),
  change({ source: { font_name: FONT } }),
  change(media('font.ttf')),
  track(null),
  track({ source: null }),
  track(media('tone.wav')),
  toneTrack({ trim_strategy: 'manual', trim_start_time: 0.5, volume: 0.5, loop: true }),
  toneTrack({ fade_in: 0.1, fade_out: 0.2 }),
  changed('t_01', { fit: 'none', min_font_size: 8, max_lines: 2, align: 'right', color: 'fff' }),
  changed(LOGO, { crop_strategy: 'contain', background: '00000080' }),
  changed(LOGO, CROP),
  changed('video_1', { animate_strategy: 'zoom-in', animate_speed: 'fast' }),
  changed('video_1', { crop_strategy: 'smart', volume: 1, end_behavior: 'loop' }),
  on('c_01', { source: { text: '0a7b83' } }),
];

const INVALID: Json[] = [
  {},
  { resources: 5 },
  { resources: [] },
  { resources: GOOD, missing: 'examples' },
  { resources: GOOD, audio_tracks: 'loud', font_changes: null },
  { resources: GOOD, more: 1, t_01: 'Zoë', a_01: null },
  { resources: {} },
  { resources: {}, missing: 'example' },
  ...Object.keys(GOOD).map(without),
  ...['t_01', 'c_01', LOGO, 'video_1', 'lettering', 'a_01', 'nobody'].flatMap((name) =>
    MALFORMED.map((entry) => on(name, entry)),
  ),
  ...MALFORMED.slice(1).map(track),
  ...MALFORMED.map(change),
  { resources: GOOD, audio_tracks: { t_01: null, nobody: null } },
  { resources: GOOD, font_changes: { Arial: { source: { font_name: FONT } } } },
  on('t_01', { source: { text: 'a\u0000b' } }),
  on('t_01', { source: { text: 'x'.repeat(10_001) } }),
  on('t_01', { source: { text: 'a', more: 1 } }),
  on('t_01', media('photo.png')),
  on('c_01', { source: { color: 'mint' } }),
  on('c_01', media('photo.png')),
  on(LOGO, { source: { text: 'a' } }),
  on(LOGO, { source: { remote_url: 'ftp://example.com/a.png' } }),
  on(LOGO, { source: { upload_id: 'upl_none' } }),
  on(LOGO, { source: { remote_url: 'https://example.com/', upload_id: 'upl_none' } }),
  on('lettering', { source: { font_name: 'Arial' } }),
  on('lettering', { source: { font_name: FONT, upload_id: 'upl_none' } }),
  {
    ...on('lettering', { source: { font_name: FONT } }),
    ...{ font_changes: { [FONT]: { source: { font_name: FONT } } } },
  },
  ...[
    { fit: 'grow' },
    { min_font_size: 0 },
    { max_lines: 1.5 },
    { align: 'middle' },
    { color: 'mint' },
    { bold: true },
  ].map((transform) => changed('t_01', transform)),
  ...[LOGO, 'video_1'].flatMap((name) =>
    [
      { crop_strategy: 'zoom' },
      { focal_x: 2 },
      { crop_strategy: 'fill', focal_x: 0.5 },
      { crop_strategy: 'contain', background: 'mint' },
      { background: 'fff' },
      { crop_strategy: 'manual', crop_x: 1 },
      { crop_strategy: 'contain', background: '#0008' },
      { crop_x: -1 },
    ].map((transform) => changed(name, transform)),
  ),
  ...[
    { trim_start_time: -1 },
    { end_behavior: 'stop' },
    { volume: 2 },
    { animate_strategy: 'spin' },
    { animate_speed: 'slower' },
    { ...CROP, animate_strategy: 'zoom-in' },
  ].map((transform) => changed('video_1', transform)),
  ...[
    { volume: 2 },
    { fade_in: -1 },
    { loop: 'yes' },
    { trim_strategy: 'auto' },
    { trim_start_time: 5 },
    { speed: 2 },
  ].map(toneTrack),
  track({ source: { text: 'a' } }),
  track({ source: { upload_id: 'upl_none' } }),
];

/** Files that cannot be used. The messages differ: they name an address or a file. */
const UNUSABLE: Json[] = [
  on(LOGO, media('notes.txt')),
  on(LOGO, media('cut.png')),
  on(LOGO, media('nowhere.png')),
  on('video_1', media('tone.wav')),
  on('lettering', media('photo.png')),
  track(media('photo.png')),
  change(media('notes.txt')),
  changed(LOGO, { ...CROP, crop_width: 1000 }),
  changed('video_1', { ...CROP, crop_width: 1000 }),
  on(LOGO, { source: { ...media('photo.png').source, upload_id: 'upl_none' } }),
  { ...on(LOGO, media('nowhere.png')), audio_tracks: { a_01: media('notes.txt'), b: null } },
];

const named = (mappings: readonly Json[]) =>
  mappings.map(
    (mapping, index) => [index, JSON.stringify(mapping).slice(0, 150), mapping] as const,
  );

describe('the command line and the API agree on', () => {
  test.each(named(VALID))('valid mapping %i', async (_, __, mapping) => {
    const [api, line] = [await fromApi(mapping), await fromCommandLine(mapping)];
    expect(api).toEqual({ valid: true, errors: [] });
    expect(line).toEqual(api);
  });

  test.each(named(INVALID))('invalid mapping %i: %s', async (_, __, mapping) => {
    const [api, line] = [await fromApi(mapping), await fromCommandLine(mapping)];
    expect(api.valid).toBe(false);
    expect(line).toEqual(api);
  });

  test.each(named(UNUSABLE))('the entry of an unusable file %i', async (_, __, mapping) => {
    const [api, line] = [await fromApi(mapping), await fromCommandLine(mapping)];
    expect(api.valid).toBe(false);
    const places = ({ errors }: typeof api) =>
      errors.map(([code, pointer]) => `${code} ${pointer}`);
    expect(places(line).sort()).toEqual(places(api).sort());
  });
});

test('check prints what the API answers, and render and still refuse the same mapping', async () => {
  const path = join(folder, 'media', 'bad.json');
  const mapping = on(LOGO, { source: { file: 'nowhere.png' } });
  const bad = { ...mapping, audio_tracks: { a_01: { source: { file: 'tone.wav' } }, b_01: null } };
  await writeFile(path, JSON.stringify(bad).replaceAll(`"remote_url":"${FILE}`, '"file":"'));
  const { code, stdout } = await framepress(['check', file, '--mapping', path, '--json']);
  const { valid, errors } = JSON.parse(stdout) as Found;
  const faults = [
    { code: 'editable_unknown', pointer: '/audio_tracks/b_01' },
    { code: 'asset_not_found', pointer: `/resources/${LOGO.replaceAll('/', '~1')}/source/file` },
  ];
  expect([code, valid]).toEqual([1, false]);
  expect(errors).toMatchObject(faults);
  for (const command of ['render', 'still', 'compose']) {
    const out = join(folder, command === 'render' ? 'out.mp4' : 'out.png');
    const args = [command, file, '--mapping', path, '--out', out, '--json'];
    const refusal = await framepress(args);
    expect(refusal.code).toBe(1);
    expect(JSON.parse(refusal.stdout).error.errors).toMatchObject(faults);
  }
  await writeFile(
    path,
    JSON.stringify({
      resources: { video_1: { source: { file: 'photo.png' } } },
      missing: 'example',
      audio_tracks: { a_01: { source: { file: 'tone.wav' } } },
    }),
  );
  const good = await framepress(['check', file, '--mapping', path]);
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('The mapping is valid.')]);
});
