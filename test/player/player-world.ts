import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type AudioTrack, audioRange, makeAudioTracks } from '../../src/audio/index.ts';
import { pathOfAsset, toSelfContained } from '../../src/compose/index.ts';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { ffmpeg } from '../../src/media/testing/clips.ts';
import { type Produced, produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { decodedAudio } from '../support/audio-lag.ts';
import { removeFolder } from '../support/folder.ts';
import { startPlayerServers } from '../support/player-page.ts';
import { openCanvasKit } from '../support/players.ts';
import { composeVideos, templateOf, videoLottie } from '../support/videos.ts';

const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
const TEXTS = {
  birthday: { name: 'ليان', greeting: 'জন্মদিনের শুভেচ্ছা 生日快乐' },
  'story-sale': { product_name: 'Zoë प्रिया ליאור', claim: '初夏のセール' },
};
/** Of the audio that is compared, in samples a second. */
export const RATE = 8000;

/** The compositions `birthday`, `story-sale` and `video`, their servers, and their expected frames and audio. */
export async function openPlayerWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-player-'));
  const renderer = new Renderer({ processes: 1 });
  const servers = await startPlayerServers();
  const canvasKit = await openCanvasKit();
  const produced = new Map<string, Produced>();

  /** Mixes the whole audio of a composition and returns its path. */
  async function audioOf({ composition, paths }: Produced, track: AudioTrack): Promise<string> {
    const { frameCount, fps } = composition.video;
    const range = audioRange({ first: 0, count: frameCount }, fps);
    const work = await mkdtemp(join(folder, 'audio-'));
    const options = { paths, range, tracks: [track] };
    const [path = ''] = (await makeAudioTracks(composition.audio, work, options)).paths;
    return path;
  }

  for (const [name, texts] of Object.entries(TEXTS)) {
    const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
    const resources = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, { source: { text } }]),
    );
    const work = await mkdtemp(join(folder, name));
    const mapping = parsed(template, { resources });
    const made = await produce({ template, mapping, folder: work });
    produced.set(name, made);
    const audio = await audioOf(made, { codec: 'aac', quality: 'draft' });
    servers.add(name, { ...made, audio });
  }
  const video = await videoOf(join(folder, 'video'));
  produced.set('video', video);
  servers.add('video', video);

  const composed = (name: string): Produced => {
    const made = produced.get(name);
    if (!made) throw new Error(`There is no composition ${name}.`);
    return made;
  };

  /** Draws a frame with CanvasKit in Node.js and with the renderer. */
  async function drawAgain(name: string, frame: number, width: number) {
    const { composition, paths } = composed(name);
    const bytes = new Map<string, Uint8Array>();
    for (const { name: file, digest } of composition.files)
      bytes.set(file, await readFile(pathOfAsset(paths, digest)));
    const image = await canvasKit.draw(toSelfContained(composition, bytes), frame, width);
    const path = join(folder, `${name}-${frame}.png`);
    const still = { frame, width, format: 'png' as const, path };
    await renderer.renderStills({ composition, paths, folder, stills: [still] });
    const raw = (png: Buffer | string) => sharp(png).ensureAlpha().raw().toBuffer();
    return { inNode: await raw(image), rendered: await raw(path) };
  }

  /** By composition and frame; both browsers are compared with them. */
  const expected = new Map<string, ReturnType<typeof drawAgain>>();
  const mixes = new Map<string, Promise<Float32Array>>();
  return {
    servers,
    composed,
    /** Returns the pixels of a frame. */
    expectedPixels(name: string, frame: number, width: number) {
      const key = `${name} ${frame}`;
      const known = expected.get(key) ?? drawAgain(name, frame, width);
      expected.set(key, known);
      return known;
    },
    /** Returns the mix of a render without loss: its first channel. */
    mixOf(name: string): Promise<Float32Array> {
      const known =
        mixes.get(name) ??
        audioOf(composed(name), { codec: 'pcm', quality: 'standard' }).then((path) =>
          decodedAudio(path, RATE),
        );
      mixes.set(name, known);
      return known;
    },
    async [Symbol.asyncDispose]() {
      await servers[Symbol.asyncDispose]();
      await canvasKit[Symbol.asyncDispose]();
      await renderer[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

export type PlayerWorld = Awaited<ReturnType<typeof openPlayerWorld>>;

/** A video of a second in a template of 1280×720, so that its frames are scaled for playing. */
async function videoOf(work: string): Promise<Produced> {
  await mkdir(work, { recursive: true });
  const path = join(work, 'clip.mp4');
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30:d=1', '-c:v', 'libx264', path]);
  const template = await templateOf(videoLottie({ frames: 30, width: 1280, height: 720 }));
  return composeVideos(template, { video_1: { path } }, work);
}
