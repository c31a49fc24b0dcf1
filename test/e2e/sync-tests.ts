import { execFile } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTemplate, readPackage } from '../../src/import/index.ts';
import { NO_ENTRIES } from '../../src/mapping/index.ts';
import { produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { mp4 } from '../support/composition.ts';
import { removeFolder } from '../support/folder.ts';
import { tone, wavOf } from '../support/tones.ts';

/** Audio and image stay together for all of a video. */
export function syncTests(seconds: number): void {
  const run = promisify(execFile);

  /** Rounded as exporters do: wrong by a tenth of a second after ten minutes. */
  const REPORTED_FPS = 23.98;
  const FPS = 24_000 / 1001;
  /** Not a whole number of seconds. */
  const EVERY = 239;
  const FRAMES = Math.round(seconds * FPS);
  /** Not at whole seconds, and one at the end. */
  const FLASHES = [
    ...Array.from({ length: Math.floor((FRAMES - 7) / EVERY) }, (_, i) => 7 + i * EVERY),
    FRAMES - 3,
  ];
  const HALF = Math.floor(FLASHES.length / 2);

  let folder: string;
  let renderer: Renderer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-sync-'));
    renderer = new Renderer();
  });

  afterAll(async () => {
    await renderer?.[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  /** A black image that flashes for two frames with beeps, repeatedly; half of it in a precomp. */
  function flashing(): object {
    const beep = wavOf(0.06, tone(1000, 0.8)).toString('base64');
    const still = {
      o: { a: 0, k: 100 },
      p: { a: 0, k: [0, 0, 0] },
      a: { a: 0, k: [0, 0, 0] },
      s: { a: 0, k: [100, 100, 100] },
      r: { a: 0, k: 0 },
    };
    const layersOf = (frames: number[], offset: number) =>
      frames.flatMap((frame) => {
        const ip = frame - offset;
        const time = { ip, op: ip + 2, st: ip, sr: 1 };
        return [
          { ty: 1, sc: '#ffffff', sw: 64, sh: 36, ks: still, ...time },
          { ty: 6, refId: 'beep', ...time },
        ];
      });
    const [early, late] = [FLASHES.slice(0, HALF), FLASHES.slice(HALF)];
    const offset = (late[0] ?? 0) - 77;
    return {
      v: '5.9.0',
      fr: REPORTED_FPS,
      ip: 0,
      op: FRAMES,
      w: 64,
      h: 36,
      nm: 'sync',
      assets: [
        { id: 'beep', u: '', p: `data:audio/wav;base64,${beep}`, e: 1 },
        { id: 'second', layers: layersOf(late, offset) },
      ],
      layers: [
        {
          ty: 0,
          refId: 'second',
          w: 64,
          h: 36,
          ks: still,
          ip: offset,
          op: FRAMES,
          st: offset,
          sr: 1,
        },
        ...layersOf(early, 0),
        { ty: 1, sc: '#000000', sw: 64, sh: 36, ks: still, ip: 0, op: FRAMES, st: 0, sr: 1 },
      ],
    };
  }

  async function decoded(path: string, args: string[]): Promise<Buffer> {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
    return (await run('ffmpeg', ['-v', 'error', '-i', path, ...args, '-'], options)).stdout;
  }

  /** Returns the positions at which values rise above 0.5 after a second below it. */
  function rises(values: Iterable<number>, rate: number): number[] {
    const found: number[] = [];
    let last = Number.NEGATIVE_INFINITY;
    let at = 0;
    for (const value of values) {
      if (value > 0.4 && at - last > rate) found.push(at / rate);
      if (value > 0.4) last = at;
      at += 1;
    }
    return found;
  }

  test('each beep is in sync with its flash over the whole video', async () => {
    const animation = Buffer.from(JSON.stringify(flashing()));
    const template = await importTemplate(await readPackage(animation, 'sync.json'));
    expect(template.warnings).toMatchObject([{ code: 'no_editables' }]);
    const work = join(folder, 'work');
    await mkdir(work);
    const { composition, paths } = await produce({ template, mapping: NO_ENTRIES, folder: work });
    const path = join(folder, 'sync.mp4');
    await renderer.renderVideo({ composition, paths, folder: work, ...mp4(composition, path) });

    const images = await decoded(path, [
      '-vf',
      'scale=1:1',
      '-pix_fmt',
      'gray',
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
    ]);
    expect(images).toHaveLength(FRAMES);
    const flashes = rises(
      [...images].map((luma) => luma / 255),
      FPS,
    );
    const rate = 8000;
    const audio = await decoded(path, ['-f', 'f32le', '-ac', '1', '-ar', `${rate}`]);
    const samples = new Float32Array(new Uint8Array(audio).buffer).map(Math.abs);
    const beeps = rises(samples, rate);

    expect(flashes).toHaveLength(FLASHES.length);
    expect(beeps).toHaveLength(FLASHES.length);
    for (const [index, frame] of FLASHES.entries()) {
      expect(flashes[index]).toBeCloseTo(frame / FPS, 6);
      expect(Math.abs((beeps[index] ?? 0) - frame / FPS)).toBeLessThan(0.003);
    }
    expect(Math.abs(samples.length / rate - FRAMES / FPS)).toBeLessThan(0.5 / FPS);
  });
}
