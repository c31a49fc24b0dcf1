import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitSegment } from '../../src/mux/index.ts';
import { readSampleEntry } from '../../src/mux/sample-entry.ts';
import { outputSettings, type VideoCodec } from '../../src/output/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { bar, compositionOf, sheet } from '../support/composition.ts';
import { removeFolder } from '../support/folder.ts';

let folder: string;
let renderer: Renderer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-stream-'));
  renderer = new Renderer();
});

afterAll(async () => {
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

test.each<[VideoCodec, string]>([
  ['h264', 'avc1.64000d'],
  ['hevc', 'hvc1.1.6.L60.90'],
  ['av1', 'av01.0.00M.08'],
])(
  'all segments of %s share one decoder configuration, with the codec string %s',
  async (codec, name) => {
    const composition = compositionOf([bar([1, 0, 0, 1], [20, 300], [0, 48]), sheet(48)], 30, 48);
    const wanted = { format: 'mp4', codec } as const;
    const settings = outputSettings(wanted, composition.video, 'standard', '/output');
    const inits: Buffer[] = [];
    let planned = 0;
    const stream = {
      begin: ({ frameCounts }: { frameCounts: readonly number[] }) => {
        planned = frameCounts.length;
      },
      segment: async (path: string) => {
        inits.push(splitSegment(await readFile(path)).init);
      },
      audio: async () => undefined,
    };
    // A file that is rendered separately is not part of the stream.
    const small = outputSettings(
      { format: 'mp4', width: 160 },
      composition.video,
      'draft',
      '/output',
    );
    const outputs = [
      { ...settings, path: join(folder, 'video.mp4') },
      { ...small, path: join(folder, 'small.mp4') },
    ];
    await renderer.renderVideo({ composition, paths: {}, folder, outputs, stream });
    const [first = Buffer.alloc(0)] = inits;
    expect(inits.length).toBe(planned);
    expect(inits.length).toBeGreaterThan(1);
    expect(inits.every((init) => init.equals(first))).toBe(true);
    expect(readSampleEntry(first)).toEqual({ codec: name, width: 320, height: 180 });
  },
);
