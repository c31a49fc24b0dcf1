import { assert } from '../base/index.ts';
import { FORMAT, MAGIC, type StoredHeader } from './stored-schema.ts';
import type { ImportedTemplate, TemplateImage } from './types.ts';

/**
 * Writes a template as bytes: a line with the format's version, a line with the length of the JSON, the JSON, and the
 * template's images, videos, audio files and fonts in order. The same template gives the same bytes.
 */
export function serialiseTemplate(template: ImportedTemplate, importerVersion: number): Uint8Array {
  const files = new FileList();
  const { name, language, lottie, otherText, fontNames, warnings } = template;
  const fontPositions = new Map([...template.fontFiles.keys()].map((digest, i) => [digest, i]));
  const header: StoredHeader = {
    importerVersion,
    name,
    language,
    otherText,
    fontNames,
    warnings,
    editables: Object.entries(template.editables),
    stillcuts: Object.entries(template.stillcuts),
    images: [...template.images].map(([id, image]) => files.image(id, image)),
    videoFiles: [...template.videoFiles].map(([id, image]) => files.image(id, image)),
    audioSources: template.audioSources.map(({ editable, ...source }) => ({
      ...source,
      ...named(editable),
    })),
    audioFiles: [...template.audioFiles].map(([id, { bytes, label }]) => ({
      id,
      label,
      file: files.add(bytes),
    })),
    imageScales: [...template.imageScales],
    fontFiles: [...template.fontFiles.values()].map(({ bytes, label }) => ({
      label,
      file: files.add(bytes),
    })),
    fonts: template.fonts.map(({ name: font, face }) => {
      const file = fontPositions.get(face.fileDigest);
      assert(file !== undefined, 'each font comes from a file of the package');
      return { name: font, file, face: face.key };
    }),
    files: files.lengths,
    lottie,
    ...(template.dependentExpressions && { rig: template.dependentExpressions }),
    ...(template.captions && { captions: template.captions }),
    ...(template.expressions && { expressions: template.expressions }),
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const prefix = new TextEncoder().encode(`${MAGIC} ${FORMAT}\n${json.byteLength}\n`);
  return joinBytes([prefix, json, ...files.contents]);
}

/** Files in writing order. A file that several assets share is written once. */
class FileList {
  readonly contents: Uint8Array[] = [];
  readonly #positions = new Map<Uint8Array, number>();

  get lengths(): number[] {
    return this.contents.map(({ byteLength }) => byteLength);
  }

  /**
   * Returns the position of a file in `contents`. Only the same array counts as the same file; contents are
   * not compared.
   */
  add(bytes: Uint8Array): number {
    const knownPosition = this.#positions.get(bytes);
    if (knownPosition !== undefined) return knownPosition;
    this.#positions.set(bytes, this.contents.length);
    return this.contents.push(bytes) - 1;
  }

  image(id: string, { bytes, label, editable }: TemplateImage) {
    return { id, file: this.add(bytes), label, ...named(editable) };
  }
}

/** Some exporters write numbers as names of slots. */
function named(editable: string | undefined) {
  return editable === undefined ? {} : { editable: String(editable) };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
