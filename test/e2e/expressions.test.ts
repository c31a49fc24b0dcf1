import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDLESS, FAILING, NATIVE } from '../../src/expressions/hostile.fixture.ts';
import { box, code, layer, rigged, still } from '../../src/produce/follow.fixture.ts';
import { Client, type Json, pause } from '../support/client.ts';
import { difference } from '../support/difference.ts';
import { removeFolder } from '../support/folder.ts';
import { hostileLottie } from '../support/hostile-lottie.ts';
import { writePackage } from '../support/package.ts';
import { frameOf } from '../support/pixels.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const FRAME = 30;
const PADDING = 10;
/** The box is above this row, the text below it is not. */
const BOX_ROWS = 140;

let folder: string;
let service: SharedService;
let client: Client;
let version: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-expressions-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const file = await writePackage(join(folder, 'rigged.zip'), withBadge(), {
    version: 1,
    editables: {
      t_01: { max_width: 600 },
      swatch: { type: 'color', targets: ['swatch > Group > Fill'] },
      size: { type: 'number', targets: ['badge controls > size'] },
      shown: { type: 'checkbox', targets: ['badge controls > shown'] },
    },
  });
  const added = await client.addTemplate(file);
  expect(added).toMatchObject({ status: 'edit_ready' });
  version = String(added['id']);
});

afterAll(async () => {
  await removeFolder(folder);
});

/** Adds a square whose size and visibility are controls. */
function withBadge(): Json {
  const control = (nm: string, ty: number, kind: string, value: number) => ({
    ty: 5,
    nm,
    np: 3,
    mn: `ADBE ${kind} Control`,
    ix: 1,
    en: 1,
    ef: [{ ty, nm: kind, mn: `ADBE ${kind} Control-0001`, ix: 1, v: still(value) }],
  });
  const effect = (name: string, kind: string) =>
    `thisComp.layer("badge controls").effect("${name}")("${kind}")`;
  const lottie = rigged();
  const size = `[${effect('size', 'Slider')}.value, ${effect('size', 'Slider')}.value, 100]`;
  return {
    ...lottie,
    layers: [
      layer('badge controls', 3, {
        ef: [control('size', 0, 'Slider', 100), control('shown', 7, 'Checkbox', 1)],
      }),
      box('badge', {
        size: still([40, 40]),
        place: still([0, 0]),
        color: still([0, 0.6, 0, 1]),
        ks: {
          p: still([600, 230, 0]),
          s: still([100, 100, 100], code(size)),
          o: still(100, code(`${effect('shown', 'Checkbox')} * 100`)),
        },
      }),
      ...(lottie['layers'] as Json[]),
      box('background', {
        size: still([800, 300]),
        place: still([400, 150]),
        color: still([1, 1, 1, 1]),
      }),
    ],
  };
}

const mapping = (text: string, more: Json = {}): Json => ({
  template_style_version_id: version,
  missing: 'example',
  resources: { t_01: { source: { text } }, ...more },
});
const FILLED = {
  swatch: { source: { color: 'ff0000' } },
  size: { source: { number: 200 } },
  shown: { source: { checkbox: true } },
};

async function stillOf(filled: Json): Promise<Buffer> {
  const { response, bytes } = await client.still({ mapping: filled, at: FRAME / 30 });
  expect(response.status).toBe(200);
  return bytes;
}

type Color = [red: number, green: number, blue: number];
type Bounds = { left: number; top: number; right: number; bottom: number; count: number };

/** The bounds of the pixels that have about this color. */
async function boundsOf(image: Buffer, color: Color, rows = 300): Promise<Bounds> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = { left: info.width, top: info.height, right: 0, bottom: 0, count: 0 };
  for (let at = 0; at < data.length; at += info.channels) {
    const [x, y] = [(at / info.channels) % info.width, Math.floor(at / info.channels / info.width)];
    if (y >= rows || color.some((value, n) => Math.abs(value - (data[at + n] ?? 0)) > 60)) continue;
    found.left = Math.min(found.left, x);
    found.top = Math.min(found.top, y);
    found.right = Math.max(found.right, x + 1);
    found.bottom = Math.max(found.bottom, y + 1);
    found.count += 1;
  }
  return found;
}

const BLACK: Color = [0, 0, 0];
const YELLOW: Color = [255, 230, 128];
const RED: Color = [255, 0, 0];
const GREEN: Color = [0, 153, 0];

async function videoFrame(session: Json, name: string): Promise<Buffer> {
  const path = join(folder, name);
  const video = await fetch(String(session['video_url']));
  await writeFile(path, Buffer.from(await video.arrayBuffer()));
  return frameOf(path, FRAME);
}

/** Returns the statuses of `/healthz` while the work is done. */
async function healthDuring(work: Promise<unknown>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let isOver = false;
  const ask = async () => {
    while (!isOver) {
      statuses.add((await fetch(`${service.url}/healthz`)).status);
      await pause(20);
    }
  };
  await Promise.all([
    ask(),
    work.finally(() => {
      isOver = true;
    }),
  ]);
  return statuses;
}

test('hostile expressions are warnings with layer and reason, and the service answers', async () => {
  const codes = [...FAILING, ...ENDLESS.slice(0, 1), ...NATIVE.slice(0, 1)];
  const file = await writePackage(join(folder, 'hostile.zip'), hostileLottie(codes));
  const upload = client.addTemplate(file);
  expect([...(await healthDuring(upload))]).toEqual([200]);
  const { status, report } = await upload;
  expect(status).toBe('edit_ready');
  const warnings = (report as { warnings: Json[] }).warnings.filter(
    ({ code }) => code === 'expression_unsupported',
  );
  expect(warnings.map((warning) => warning['layer_path'])).toEqual(
    codes.map((_, n) => `hostile ${n + 1}`),
  );
  for (const { message } of warnings)
    expect(message).toMatch(/^1 expression was left out: .{5,}[.] The render uses the values/);
});

describe('a template with expressions', () => {
  test.each(['ill', 'illuminated'])('draws the box around the letters of %s', async (text) => {
    const image = await stillOf(mapping(text));
    const letters = await boundsOf(image, BLACK, BOX_ROWS);
    const { left, top, right, bottom } = await boundsOf(image, YELLOW, BOX_ROWS);
    const distances = [letters.left - left, letters.top - top];
    distances.push(right - letters.right, bottom - letters.bottom);
    for (const distance of distances) expect(Math.abs(distance - PADDING)).toBeLessThanOrEqual(2);
  });

  test('takes over colors, scales by a slider and hides by a checkbox', async () => {
    const [own, filled, hidden] = await Promise.all([
      stillOf(mapping('ill')),
      stillOf(mapping('ill', FILLED)),
      stillOf(mapping('ill', { ...FILLED, shown: { source: { checkbox: false } } })),
    ]);
    expect((await boundsOf(own, RED)).count).toBe(0);
    const { left, top, right, bottom } = await boundsOf(filled, RED);
    expect([left, top, right, bottom]).toEqual([710, 10, 770, 150]);
    const widths = await Promise.all(
      [own, filled].map(async (image) => {
        const badge = await boundsOf(image, GREEN);
        return badge.right - badge.left;
      }),
    );
    expect(widths).toEqual([40, 80]);
    expect((await boundsOf(hidden, GREEN)).count).toBe(0);
  });

  test('is checked and previewed with the filled values', async () => {
    const filled = mapping('Extraordinarily illuminated and long', FILLED);
    const check = await client.send('POST', '/v2/mappings/validate', { mapping: filled });
    const composed = await client.send('POST', '/v2/compositions', { mapping: filled });
    expect([check.status, composed.status]).toEqual([200, 200]);
    const composition = composed.body['composition'] as Json & { fit: Json; lottie: Json };
    expect(composition.fit).toMatchObject({ t_01: { overflow: false } });
    expect(check.body).toMatchObject({ fit: composition.fit });
    expect(JSON.stringify(composition.lottie)).not.toMatch(/"xn"|\$bm_rt/);
    const { layers } = composition.lottie as { layers: { nm: string; ks: { s: { k: Json } } }[] };
    expect(layers.find(({ nm }) => nm === 'badge')?.ks.s.k).toEqual([200, 200, 100]);
  });

  test('is rendered as its still shows it, in a session and in a batch', async () => {
    const filled = mapping('illuminated', FILLED);
    const image = await stillOf(filled);
    const csv = 't_01;swatch;size;shown\nilluminated;ff0000;200;true\n';
    const [session, batch] = await Promise.all([
      client.send('POST', '/v2/render_sessions', { title: 'x', render: 'final', mapping: filled }),
      client.send('POST', `/v2/batches?template_style_version_id=${version}`, csv, {
        'content-type': 'text/csv',
      }),
    ]);
    expect([session.status, batch.status]).toEqual([201, 201]);
    const made = await client.waitFor(String((session.body['render_session'] as Json)['id']));
    expect(made).toMatchObject({ status: 'final_rendered', errors: [] });
    const row = await rowOf(String((batch.body['batch'] as Json)['id']));
    for (const [name, video] of [
      ['session.mp4', made],
      ['row.mp4', row],
    ] as const) {
      const { mean, worst } = await difference(image, await videoFrame(video, name), 1);
      expect({ name, isClose: mean < 1.5 && worst < 25 }).toEqual({ name, isClose: true });
    }
  });
});

async function rowOf(batch: string): Promise<Json> {
  for (;;) {
    const { body } = await client.send('GET', `/v2/batches/${batch}`);
    const { status, errors } = body['batch'] as Json;
    if (status === 'completed') break;
    expect({ status, errors }).toMatchObject({ errors: [] });
    await pause(50);
  }
  const { body } = await client.send('GET', `/v2/batches/${batch}/rows`);
  return (body['rows'] as Json[])[0] as Json;
}
