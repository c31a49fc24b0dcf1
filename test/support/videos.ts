import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importTemplate } from '../../src/import/index.ts';
import { parseMapping } from '../../src/mapping/index.ts';
import { Fetcher, parseAddressPolicy } from '../../src/media/fetch/index.ts';
import { ingestInputs, produce } from '../../src/produce/index.ts';
import type { Renderer } from '../../src/render/index.ts';
import type { Template } from '../../src/template/index.ts';
import { mp4 } from './composition.ts';

type Json = Record<string, unknown>;

export const BOX = { width: 160, height: 90 };

/** A full frame of `video_1` and nothing else. `layer` overrides the layer's own fields. */
export function videoLottie(
  { fps = 30, frames = 30, width = BOX.width, height = BOX.height } = {},
  layer: Json = {},
): Json {
  return {
    v: '5.9.0',
    fr: fps,
    ip: 0,
    op: frames,
    w: width,
    h: height,
    assets: [{ id: 'clip', w: width, h: height, u: '', p: '', e: 0 }],
    layers: [
      {
        ty: 9,
        nm: 'video_1',
        refId: 'clip',
        ind: 1,
        ip: 0,
        op: frames,
        st: 0,
        sr: 1,
        ks: {},
        ...layer,
      },
    ],
  };
}

export function templateOf(
  lottie: Json,
  files: Record<string, Uint8Array> = {},
): Promise<Template> {
  return importTemplate({
    animation: Buffer.from(JSON.stringify(lottie)),
    templateJson: undefined,
    files: new Map(Object.entries(files)),
    base: '',
    label: 'test',
  });
}

type Filling = { path: string; transform?: Json };

/** Ingests and composes, with a video for each named editable. */
export async function composeVideos(
  template: Template,
  videos: Record<string, Filling>,
  folder: string,
  frames?: readonly number[],
) {
  await mkdir(folder, { recursive: true });
  const resources = Object.fromEntries(
    Object.entries(videos).map(([name, { transform }]) => [
      name,
      { source: { upload_id: name }, ...(transform && { transform }) },
    ]),
  );
  const spec = { editables: template.editables, fonts: template.fontNames };
  const { mapping, faults } = parseMapping(spec, { resources, missing: 'example' });
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy([]),
    maxBytes: 2 ** 30,
    timeoutMs: 60_000,
  });
  const inputs = await ingestInputs({
    mapping,
    folder: join(folder, 'media'),
    sources: { fetcher, upload: async (name) => videos[name]?.path },
  });
  const images = join(folder, 'images');
  return produce({ template, mapping, ...inputs, folder: images, ...(frames && { frames }) });
}

/** Renders a template that contains videos. */
export async function renderVideos(
  renderer: Renderer,
  template: Template,
  videos: Record<string, Filling>,
  folder: string,
): Promise<string> {
  const { composition, paths } = await composeVideos(template, videos, folder);
  const path = join(folder, 'video.mp4');
  const outputs = mp4(composition, path, 'standard');
  await renderer.renderVideo({ composition, paths, folder, ...outputs });
  return path;
}

/** Decodes every frame of a video to RGB. */
export async function framesOf(video: string, { width, height } = BOX): Promise<Buffer[]> {
  const filter = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgb24';
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    ['-v', 'error', '-i', video, '-vf', filter, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  );
  const size = width * height * 3;
  return Array.from({ length: stdout.length / size }, (_, n) =>
    stdout.subarray(n * size, (n + 1) * size),
  );
}
