import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import type { Template } from '../../src/template/index.ts';
import type { StillcutTexts, TextsOfTemplate } from './cells.ts';

const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
const NAMES = ['birthday', 'skin-company', 'story-sale'];
/** The video shows in this many frames around each stillcut. */
const VIDEO_FRAMES = 4;
/** The editable that is added, because no bundled template has a video. */
const VIDEO = 'video_1';

export type BundledTemplate = TextsOfTemplate & {
  imported: Template;
  /** Has an additional video: turned, above all layers, at each stillcut. */
  withVideo: Template;
};

export function bundledTemplates(): Promise<BundledTemplate[]> {
  return Promise.all(
    NAMES.map(async (template) => {
      const source = await readPackageFile(join(DIST, `${template}.lottie`));
      const imported = await importTemplate(source);
      const { editables, stillcuts } = imported;
      const frames = Object.entries(stillcuts).map(([name, { frame }]): StillcutTexts => {
        const texts = Object.entries(editables).filter(
          ([, editable]) => editable.input_type === 'text' && editable.stillcut === name,
        );
        return { frame, texts: texts.map(([text]) => text) };
      });
      const shown = frames.filter(({ texts }) => texts.length > 0);
      const animation = addVideo(source.animation, shown);
      const withVideo = await importTemplate({ ...source, animation });
      return { template, imported, withVideo, stillcuts: shown };
    }),
  );
}

function addVideo(animation: Uint8Array, stillcuts: readonly StillcutTexts[]): Buffer {
  const lottie = JSON.parse(new TextDecoder().decode(animation));
  const { w, h } = lottie as { w: number; h: number };
  const [width, height] = [640, 360];
  const property = (k: unknown) => ({ a: 0, k });
  const ks = {
    o: property(100),
    r: property(7),
    s: property([70, 70, 100]),
    p: property([w / 2, h / 2, 0]),
    a: property([width / 2, height / 2, 0]),
  };
  const layers = stillcuts.map(({ frame }, index) => {
    const first = Math.max(0, frame - VIDEO_FRAMES / 2);
    return {
      ty: 9,
      nm: VIDEO,
      refId: 'added video',
      ind: 9000 + index,
      ks,
      ip: first,
      op: first + VIDEO_FRAMES,
      st: first,
      sr: 1,
    };
  });
  lottie.layers.unshift(...layers);
  lottie.assets.push({ id: 'added video', w: width, h: height, u: '', p: '', e: 0 });
  return Buffer.from(JSON.stringify(lottie));
}
