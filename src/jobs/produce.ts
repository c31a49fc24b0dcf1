import { join } from 'node:path';
import { AppError, type Fault } from '../base/index.ts';
import {
  type CheckedMapping,
  type Composed,
  compose,
  type ImageEntry,
  type PictureFile,
} from '../compose/index.ts';
import {
  convertImage,
  type Fetcher,
  fitImage,
  type PinnedImage,
  pinBytes,
  pinImage,
} from '../media/index.ts';
import { fallbackFonts, stylesOf, type Template } from '../template/index.ts';

/** A customer's file, as the session tells of it. */
export type SourceUpload = {
  editable: string;
  remote_url: string;
  content_type: string;
  bytes: number;
  sha256: string;
  width: number;
  height: number;
};

/** Pictures that were fetched, by editable. Plain data: a durable step can keep it. */
export type Pinned = Record<string, PinnedImage & { remote_url: string }>;

const AT_ONCE = 4;

/**
 * Fetches and checks every picture of a mapping into `folder`. All of them are tried: the error
 * carries each one's fault.
 */
export async function pinPictures(
  mapping: CheckedMapping,
  fetcher: Fetcher,
  folder: string,
  signal?: AbortSignal,
  onDone: (done: number, count: number) => void = () => undefined,
): Promise<Pinned> {
  const wanted = Object.entries(mapping.resources).flatMap(([editable, entry]) =>
    'remote_url' in entry.source ? [{ editable, url: entry.source.remote_url }] : [],
  );
  const pinned = new Map<string, Pinned[string]>();
  const faults: Fault[] = [];
  const queue = [...wanted];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { editable, url } = next;
      try {
        pinned.set(editable, {
          ...(await pinImage({ url, fetcher, dir: folder, editable }, signal)),
          remote_url: url,
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'canceled') throw error;
        faults.push(...error.faults);
      }
      onDone(pinned.size + faults.length, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  signal?.throwIfAborted();
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return Object.fromEntries(pinned);
}

/** Scales the pictures to where they are shown, and compiles template and mapping into a composition. */
export async function produce(
  template: Template,
  mapping: CheckedMapping,
  pinned: Pinned,
  folder: string,
  fontFolders: readonly string[],
): Promise<Composed> {
  const editables = new Map<string, PictureFile>();
  for (const [name, image] of Object.entries(pinned)) {
    const { width = 0, height = 0 } = template.editables[name] ?? {};
    const entry = mapping.resources[name] as ImageEntry | undefined;
    const { focal_x: focalX, focal_y: focalY } = entry?.transform ?? {};
    const sharpness = template.imageScales.get(name) ?? 1;
    const fit = {
      strategy: 'cover',
      width: width * sharpness,
      height: height * sharpness,
      editable: name,
      ...(focalX !== undefined && { focalX }),
      ...(focalY !== undefined && { focalY }),
    } as const;
    editables.set(name, await fitImage(image, fit, folder));
  }
  const assets = new Map<string, PictureFile>();
  for (const [id, { bytes, label, editable }] of template.images) {
    if (editables.has(editable ?? '')) continue;
    assets.set(
      id,
      await convertImage(await pinBytes(bytes, join(folder, 'own'), label), folder, label),
    );
  }
  return compose(
    template,
    mapping,
    { editables, assets },
    await fallbackFonts(textOf(template, mapping), fontFolders, {
      language: template.language,
      styles: stylesOf(template),
    }),
  );
}

function textOf(template: Template, mapping: CheckedMapping): string {
  const own = Object.values(template.editables).map((e) => e.example_text ?? '');
  const given = Object.values(mapping.resources).map((e) =>
    'text' in e.source ? e.source.text : '',
  );
  return [...own, ...given, template.otherText].join('\n');
}

export function sourceUploads(pinned: Pinned): SourceUpload[] {
  return Object.entries(pinned).map(([editable, p]) => ({
    editable,
    remote_url: p.remote_url,
    content_type: p.contentType,
    bytes: p.bytes,
    sha256: p.sha256,
    width: p.width,
    height: p.height,
  }));
}
