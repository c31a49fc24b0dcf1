import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPackage } from '../../src/commands/check.ts';
import { readMappingFile } from '../../src/commands/mapping-file.ts';
import { readConfig } from '../../src/config/config.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { SCRIPT_FONT } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { framepress } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { tone, wavOf } from '../support/tones.ts';
import { FILE, FONT, INVALID, LOGO, on, UNUSABLE, VALID } from './cli-parity-rows.ts';

/** Replaces the addresses that stand for files. */
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

type Case = readonly [index: number, text: string, mapping: Json];

const named = (mappings: readonly Json[]): Case[] =>
  mappings.map((mapping, index) => [index, JSON.stringify(mapping).slice(0, 150), mapping]);

/**
 * The command line and the API get the same mappings and must report the same faults. A call sends a part of the
 * rows of each table.
 */
export function parityTests(part: Part): void {
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

  const url = (name: string) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;

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

  describe('the command line and the API agree on', () => {
    test.each(part(named(VALID), 7))('valid mapping %i', async (_, __, mapping) => {
      const [api, line] = [await fromApi(mapping), await fromCommandLine(mapping)];
      expect(api).toEqual({ valid: true, errors: [] });
      expect(line).toEqual(api);
    });

    test.each(part(named(INVALID), 18))('invalid mapping %i: %s', async (_, __, mapping) => {
      const [api, line] = [await fromApi(mapping), await fromCommandLine(mapping)];
      expect(api.valid).toBe(false);
      expect(line).toEqual(api);
    });

    test.each(part(named(UNUSABLE), 5))(
      'the entry of an unusable file %i',
      async (_, __, mapping) => {
        const [api, line] = [await fromApi(mapping), await fromCommandLine(mapping)];
        expect(api.valid).toBe(false);
        const places = ({ errors }: typeof api) =>
          errors.map(([code, pointer]) => `${code} ${pointer}`);
        expect(places(line).sort()).toEqual(places(api).sort());
      },
    );
  });

  // This test has no table.
  if (part !== fewOf) return;

  test('check prints what the API answers, and render and still refuse the same mapping', async () => {
    const path = join(folder, 'media', 'bad.json');
    const mapping = on(LOGO, { source: { file: 'nowhere.png' } });
    const bad = {
      ...mapping,
      audio_tracks: { a_01: { source: { file: 'tone.wav' } }, b_01: null },
    };
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
}
