import { boundedFaults, newId } from '../../src/base/index.ts';
import { compose, toSelfContained } from '../../src/compose/index.ts';
import { normalise, parseLottie } from '../../src/lottie/index.ts';
import { mappingSchema, parseMapping } from '../../src/mapping/index.ts';
import { outputSettings, timelineOf } from '../../src/output/index.ts';
import type { Template } from '../../src/template/index.ts';
import { FontLibrary, GlyphSet, layoutText, openFont } from '../../src/text/index.ts';

/** A template without maps and bytes. Its fonts are `key`s of faces of the input's font files. */
export type PlainTemplate = Omit<
  Template,
  'fonts' | 'images' | 'videoFiles' | 'audioFiles' | 'imageScales'
> & { fonts: { name: string; key: string }[]; images: string[] };

/** The input as JSON. `fonts` are the names by which `readFont` finds the files. */
export type WorkInput = {
  animation: string;
  template: PlainTemplate;
  fonts: string[];
  fallbackFonts: string[];
  texts: { text: string; language: string }[];
  mapping: unknown;
  wrongMapping: unknown;
};

/** Each part of the work's result as JSON. */
export type WorkResult = Record<
  'lottie' | 'fonts' | 'texts' | 'faults' | 'composition' | 'selfContained' | 'output' | 'id',
  string
>;

const IMAGE = {
  sha256: 'ab'.repeat(32),
  contentType: 'image/jpeg',
  width: 800,
  height: 600,
} as const;

/** Does with the portable folders all that a page needs for a preview of a template with a mapping. */
export async function doPortableWork(
  input: WorkInput,
  readFont: (name: string) => Promise<Uint8Array>,
): Promise<WorkResult> {
  const { fonts, fallbackFonts, mapping } = input;
  const facesOf = async (names: readonly string[]) =>
    (await Promise.all(names.map(async (name) => openFont(await readFont(name), name)))).flat();
  const faces = await facesOf(fonts);
  const fallbacks = await facesOf(fallbackFonts);
  const template = templateOf(input.template, faces);
  const images = { editables: new Map([['photo', IMAGE]]), assets: new Map() };
  const { video, editables, fontNames } = template;
  const spec = { editables, fonts: fontNames };
  const composed = compose({
    template,
    mapping: parseMapping(spec, mapping).mapping,
    images,
    fallbacks,
  });
  const bytes = new Map(composed.composition.files.map(({ name }) => [name, Uint8Array.of(1, 2)]));
  const parts = {
    lottie: normalise(parseLottie(input.animation)),
    fonts: [...faces, ...fallbacks],
    texts: layTexts(input, [...faces, ...fallbacks]),
    faults: [
      boundedFaults(parseMapping(spec, input.wrongMapping).faults),
      mappingSchema(spec, 'tsv_1'),
    ],
    composition: composed,
    selfContained: toSelfContained(composed.composition, bytes),
    output: [
      outputSettings({ format: 'webm', width: 1001 }, video, 'high', ''),
      timelineOf({ first: 10, count: 100 }, video.fps, 24),
    ],
    id: newId('test').length,
  };
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]),
  ) as WorkResult;
}

type Faces = Awaited<ReturnType<typeof openFont>>;

function templateOf(plain: PlainTemplate, faces: Faces): Template {
  const fonts = plain.fonts.map(({ name, key }) => {
    const face = faces.find((one) => one.key === key);
    if (!face) throw new Error(`Expected a file with the font ${name}.`);
    return { name, face };
  });
  const none = { bytes: new Uint8Array(), label: '', editable: undefined };
  return {
    ...plain,
    fonts,
    images: new Map(plain.images.map((id) => [id, none])),
    videoFiles: new Map(),
    audioFiles: new Map(),
    imageScales: new Map(),
  };
}

function layTexts({ texts }: WorkInput, faces: Faces) {
  const fonts = new FontLibrary(faces.map((face) => ({ face, from: 'fallback' })));
  const glyphs = new GlyphSet();
  const document = { f: faces[0]?.postScriptName ?? '', s: 40, lh: 48, sz: [300, 400], ps: [0, 0] };
  const layouts = texts.map(({ text, language }) =>
    layoutText({ text, document, font: undefined, fonts, language }, glyphs),
  );
  return { layouts, glyphs: glyphs.chars() };
}
