/**
 * Measures captions of an hour of video with 2,000 cues: the seconds to compose them, the size of the composition, and
 * the CPU time to render 40 seconds of it, as a multiple of that without captions, in turns. Also: the seconds to
 * compose as many characters as captions may have, in cues that do not fit; the memory of all processes while the
 * whole hour is rendered small, in each quarter; and the CPU time of a bundled template at 1080p with captions, as a
 * multiple of that without. `npm run bench:captions` prints them (`-- --rounds 3`).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Composition, compose } from '../src/compose/index.ts';
import { fallbackFonts } from '../src/fonts/index.ts';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { parseMapping } from '../src/mapping/index.ts';
import { outputSettings } from '../src/output/index.ts';
import { Renderer } from '../src/render/index.ts';
import { CAPTION_STYLES, type Template } from '../src/template/index.ts';
import { childrenOf, cpuSeconds, inFolder, megabytes, say } from './support.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const [FPS, SECONDS, CUES, DRAWN_SECONDS] = [30, 3600, 2000, 40];
const BIRTHDAY = fileURLToPath(new URL('../templates/dist/birthday.lottie', import.meta.url));
const WORDS = 'Four of five videos are watched in silence at work so the words must be seen'.split(
  ' ',
);

const still = (k: unknown) => ({ a: 0, k });
const op = FPS * SECONDS;
const turning = {
  a: 1,
  k: [
    { t: 0, s: [0], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
    { t: op, s: [36_000] },
  ],
};
const star = (x: number) => ({
  ...{ ty: 4, ip: 0, op, st: 0, sr: 1, ks: { p: still([x, 300, 0]), r: turning } },
  shapes: [
    {
      ty: 'gr',
      it: [
        { ty: 'rc', p: still([0, 0]), s: still([260, 260]), r: still(40) },
        { ty: 'gf', t: 1, s: still([-130, 0]), e: still([130, 0]), o: still(100), g: GRADIENT },
        {
          ty: 'tr',
          p: still([0, 0]),
          a: still([0, 0]),
          s: still([100, 100]),
          r: still(0),
          o: still(100),
        },
      ],
    },
  ],
});
const GRADIENT = { p: 2, k: still([0, 0.1, 0.4, 0.9, 1, 0.9, 0.3, 0.2]) };
const ground = { ty: 1, sw: 1280, sh: 720, sc: '#203040', ip: 0, op, st: 0, sr: 1, ks: {} };
const animation = {
  ...{ v: '5.9.0', fr: FPS, ip: 0, op, w: 1280, h: 720 },
  layers: [...[200, 640, 1080].map(star), ground],
};
const template = await importTemplate({
  label: 'an hour',
  animation: new TextEncoder().encode(JSON.stringify(animation)),
  base: '',
  templateJson: undefined,
  files: new Map(),
});

const textOf = (index: number, length: number) =>
  Array.from({ length }, (_, n) => WORDS[(index * 7 + n * 3) % WORDS.length]).join(' ');
const cues = Array.from({ length: CUES }, (_, index) => {
  const start = (index * SECONDS) / CUES;
  return { start, end: start + 1.6, text: `${index} ${textOf(index, 6 + (index % 7))}` };
});
const long = Array.from({ length: 300 }, (_, index) => {
  return {
    start: index * 10,
    end: index * 10 + 5,
    text: `${index} ${textOf(index, 250)}`.slice(0, 1000),
  };
});
const fallbacks = await fallbackFonts('', [], {
  styles: [400, 700].map((weight) => ({ weight, italic: false, width: 100, serif: false })),
});

function composed(captions: object | undefined, filled: Template = template): Composition {
  const json = { resources: {}, ...(captions && { captions }) };
  const { mapping } = parseMapping({ editables: {}, fonts: [] }, json);
  const images = { editables: new Map(), assets: new Map() };
  return compose({ template: filled, mapping, images, fallbacks }).composition;
}

say('| Captions of an hour | Seconds to compose | MB as JSON |');
say('|---|---|---|');
for (const style of CAPTION_STYLES) {
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    composed({ source: { cues }, style });
    return (performance.now() - started) / 1000;
  }).toSorted((a, b) => a - b);
  const { lottie } = composed({ source: { cues }, style });
  say(
    `| ${style} | ${times[1]?.toFixed(2)} | ${(JSON.stringify(lottie).length / 1e6).toFixed(1)} |`,
  );
}
const started = performance.now();
composed({ source: { cues: long } });
say(`300 cues that do not fit: ${((performance.now() - started) / 1000).toFixed(2)} s`);
say(`memory: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);

await inFolder(async (folder) => {
  const ratios = [];
  for (const [what, scene] of [
    ['three squares at 720p', template],
    ['birthday at 1080p', await importTemplate(await readPackageFile(BIRTHDAY))],
  ] as const)
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const name = `${what} ${round}`;
      const plain = await renderSeconds(scene, undefined, join(folder, name));
      for (const style of CAPTION_STYLES) {
        const captions = { source: { cues }, style };
        const captioned = await renderSeconds(scene, captions, join(folder, `${name} ${style}`));
        ratios.push(`${style} ${(captioned / plain).toFixed(3)}`);
      }
      say(
        `${what}: ${plain.toFixed(1)} s of CPU time without captions; with them: ${ratios.splice(0).join(', ')} of it`,
      );
    }
  for (const style of [undefined, 'word-highlight'])
    say(
      `MB in the quarters of the hour, ${style ?? 'without captions'}: ` +
        (
          await quarterMegabytes(
            style ? { source: { cues }, style } : undefined,
            join(folder, `${style}`),
          )
        ).join(', '),
    );
});

/** Renders the first seconds; the document has the captions of the whole hour. */
async function renderSeconds(
  scene: Template,
  captions: object | undefined,
  work: string,
): Promise<number> {
  await mkdir(work, { recursive: true });
  const { lottie, video, ...parts } = composed(captions, scene);
  const frameCount = Math.min(DRAWN_SECONDS * FPS, video.frameCount);
  const composition = {
    ...parts,
    lottie: { ...lottie, op: lottie.ip + frameCount },
    video: { ...video, frameCount },
  };
  const settings = outputSettings({ format: 'mp4' }, composition.video, 'standard', '');
  const outputs = [{ ...settings, path: join(work, 'video.mp4') }];
  return cpuSeconds(async () => {
    await using renderer = new Renderer();
    await renderer.renderVideo({ composition, paths: {}, folder: work, outputs });
  });
}

/** Renders the hour with few pixels and frames. Returns the peak of this process and all below it. */
async function quarterMegabytes(captions: object | undefined, work: string): Promise<number[]> {
  await mkdir(work, { recursive: true });
  const composition = composed(captions);
  const peaks = [0, 0, 0, 0];
  let quarter = 0;
  const timer = setInterval(() => {
    void treeMegabytes(process.pid).then((size) => {
      peaks[quarter] = Math.max(peaks[quarter] ?? 0, size);
    });
  }, 250);
  const settings = outputSettings(
    { format: 'mp4', width: 160, fps: 5 },
    composition.video,
    'standard',
    '',
  );
  const outputs = [{ ...settings, path: join(work, 'video.mp4') }];
  await using renderer = new Renderer();
  await renderer.renderVideo({
    ...{ composition, paths: {}, folder: work, outputs },
    onProgress: (doneCount, count) => {
      quarter = Math.min(3, Math.floor((4 * doneCount) / count));
    },
  });
  clearInterval(timer);
  return peaks;
}

async function treeMegabytes(pid: number): Promise<number> {
  const children = await childrenOf(pid).catch(() => []);
  const sizes = await Promise.all([megabytes(pid), ...children.map(treeMegabytes)]);
  return sizes.reduce((sum, size) => sum + size, 0);
}
