import { extensionOf, HEAD_BYTES, sniff } from '../media/file/index.ts';
import type { Template } from '../template/index.ts';

/** The file of the package that an editable shows or plays. `extension` is that of its content. */
export type ExampleFile = { editable: string; bytes: Uint8Array; extension: string };

/** Limits of all examples of a template, which every answer with its version names. */
const MAX_EXAMPLES = 1000;
const MAX_NAME_CHARACTERS = 200_000;

/** Returns the package's own files for its image, video and audio editables: one file for each. */
export function exampleFiles(template: Template): ExampleFile[] {
  const examples = new Map<string, ExampleFile>();
  let characters = 0;
  for (const { editable, bytes } of filesOf(template)) {
    if (examples.has(editable) || examples.size === MAX_EXAMPLES) continue;
    const { kind, contentType } = sniff(bytes.subarray(0, HEAD_BYTES)) ?? {};
    const extension = contentType === undefined ? undefined : extensionOf(contentType);
    if (extension === undefined || kind === 'font') continue;
    characters += editable.length;
    if (characters > MAX_NAME_CHARACTERS) break;
    examples.set(editable, { editable, bytes, extension });
  }
  return [...examples.values()];
}

/** Yields the bytes of the files that fill editables in the template; an editable may have several. */
function* filesOf({ editables, images, videoFiles, audioSources, audioFiles }: Template) {
  const isOf = (editable: string | undefined, ...types: string[]): editable is string =>
    editable !== undefined &&
    Object.hasOwn(editables, editable) &&
    types.includes(editables[editable]?.input_type ?? '');
  for (const { editable, bytes } of [...images.values(), ...videoFiles.values()]) {
    if (isOf(editable, 'image', 'video')) yield { editable, bytes };
  }
  for (const { editable, assetId } of audioSources) {
    const bytes = audioFiles.get(assetId ?? '')?.bytes;
    if (bytes && isOf(editable, 'audio')) yield { editable, bytes };
  }
}
