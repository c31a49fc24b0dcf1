import { join } from 'node:path';
import type { Fault } from '../base/index.ts';
import {
  type BroughtFont,
  type CheckedMapping,
  type Composed,
  changedFonts,
  compose,
  fitTexts,
  type ImageEntry,
  type PictureFile,
} from '../compose/index.ts';
import {
  type Crop,
  convertImage,
  coverCrop,
  type Fit,
  fitImage,
  pinBytes,
} from '../media/index.ts';
import { fallbackFonts, openFontFile, stylesOf, type Template } from '../template/index.ts';
import type { Pinned } from './pin-inputs.ts';

/** A composition, and by editable what became of its text or its picture. */
export type Produced = Omit<Composed, 'fit'> & {
  fit: Record<string, Composed['fit'][string] | { crop: Crop }>;
};

/** Scales the pictures to where they are shown, and compiles template and mapping into a composition. */
export async function produce(
  template: Template,
  mapping: CheckedMapping,
  pinned: Pinned,
  folder: string,
  fontFolders: readonly string[],
): Promise<Produced> {
  const editables = new Map<string, PictureFile>();
  for (const { image, editable, fit } of placedImages(template, mapping, pinned)) {
    editables.set(editable, await fitImage(image, fit, folder));
  }
  const assets = new Map<string, PictureFile>();
  for (const [id, { bytes, label, editable }] of template.images) {
    if (editables.has(editable ?? '')) continue;
    assets.set(
      id,
      await convertImage(await pinBytes(bytes, join(folder, 'own'), label), folder, label),
    );
  }
  const { brought, fallbacks } = await fontsFor(template, mapping, pinned, fontFolders);
  const composed = compose(template, mapping, { editables, assets }, fallbacks, brought);
  return { ...composed, fit: { ...composed.fit, ...cropsOf(template, mapping, pinned) } };
}

/** `produce` without pictures: how the texts fit, and what is wrong with those that cannot be set. */
export async function produceText(
  template: Template,
  mapping: CheckedMapping,
  pinned: Pinned,
  fontFolders: readonly string[],
): Promise<Pick<Produced, 'fit' | 'warnings'> & { faults: Fault[] }> {
  const { brought, fallbacks } = await fontsFor(template, mapping, pinned, fontFolders);
  const { fit, warnings, faults } = fitTexts(template, mapping, fallbacks, brought);
  return { fit: { ...fit, ...cropsOf(template, mapping, pinned) }, warnings, faults };
}

async function fontsFor(
  template: Template,
  mapping: CheckedMapping,
  pinned: Pinned,
  fontFolders: readonly string[],
) {
  const brought: BroughtFont[] = [];
  for (const [pointer, input] of Object.entries(pinned)) {
    if (input.kind !== 'font') continue;
    brought.push({ fonts: input.fonts, faces: await openFontFile(input, input.url ?? pointer) });
  }
  const fallbacks = await fallbackFonts(textOf(template, mapping), fontFolders, {
    language: template.language,
    // What a font that is brought lacks is to look like that font.
    styles: [
      ...changedFonts(template.lottie, brought).map(({ face }) => face),
      ...stylesOf(template),
    ],
  });
  return { brought, fallbacks };
}

function cropsOf(template: Template, mapping: CheckedMapping, pinned: Pinned) {
  return Object.fromEntries(
    placedImages(template, mapping, pinned).map(({ image, editable, fit }) => [
      editable,
      { crop: coverCrop(image, fit) },
    ]),
  );
}

/** The pictures that a mapping brings, with the place that each is to fill. */
function placedImages(template: Template, mapping: CheckedMapping, pinned: Pinned) {
  return Object.values(pinned).flatMap((image) => {
    const { kind, editable } = image;
    if (kind !== 'image' || editable === undefined) return [];
    const { width = 0, height = 0 } = template.editables[editable] ?? {};
    const entry = mapping.resources[editable] as ImageEntry | undefined;
    const { focal_x: focalX, focal_y: focalY } = entry?.transform ?? {};
    const sharpness = template.imageScales.get(editable) ?? 1;
    const fit: Fit = {
      strategy: 'cover',
      width: width * sharpness,
      height: height * sharpness,
      editable,
      ...(focalX !== undefined && { focalX }),
      ...(focalY !== undefined && { focalY }),
    };
    return [{ image, editable, fit }];
  });
}

function textOf(template: Template, mapping: CheckedMapping): string {
  const own = Object.values(template.editables).map((e) => e.example_text ?? '');
  const given = Object.values(mapping.resources).map((e) =>
    'text' in e.source ? e.source.text : '',
  );
  return [...own, ...given, template.otherText].join('\n');
}
