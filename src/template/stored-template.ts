import { AppError, expected, jsonPointer } from '../base/index.ts';
import { checkLottie } from '../lottie/index.ts';
import { type FontFace, openFont } from '../text/index.ts';
import type { Editables } from './editable.ts';
import { FORMAT, MAGIC, type StoredHeader, storedHeader } from './stored-schema.ts';
import {
  type AudioBytes,
  type FontFile,
  type Template,
  type TemplateImage,
  videoOf,
} from './types.ts';

/** Maximum length of the two lines before the JSON. */
const MAX_PREFIX_BYTES = 64;
const HINT = 'Import the template again: framepress template upgrade.';

/** An import that has been read from its stored form; fonts are still files. */
export type StoredTemplate = {
  /** The version of the importer that made it. */
  importerVersion: number;
  template: Omit<Template, 'fonts'>;
  fontFiles: readonly FontFile[];
  /** Each font of the template, with its position in `fontFiles` and the digest of its face. */
  fonts: readonly { name: string; file: number; face: string }[];
};

/**
 * Reads what `serialiseTemplate` wrote, and checks all of it: the file may be damaged, of another version, or of another program.
 * Files are views into `bytes`. Throws `storage_failed`.
 */
export function parseStoredTemplate(bytes: Uint8Array): StoredTemplate {
  const { json, fileBytes } = splitStored(bytes);
  const header = checkedHeader(parseJson(json));
  const files = filesOf(header.files, fileBytes);
  const file = (index: number, pointer: string): Uint8Array => {
    const fileContent = files[index];
    if (!fileContent)
      throw unreadable(`the position of one of ${files.length} files`, pointer, index);
    return fileContent;
  };
  const lottie = storedLottie(header.lottie);
  const { rig, expressions, captions } = header;
  const audioFiles = header.audioFiles.map(({ id, file: at, label }, i): [string, AudioBytes] => [
    id,
    { bytes: file(at, `/audioFiles/${i}/file`), label },
  ]);
  for (const [i, { file: at }] of header.fonts.entries()) {
    if (at >= header.fontFiles.length)
      throw unreadable('the position of a font file', `/fonts/${i}/file`, at);
  }
  const { name, language, otherText, fontNames, warnings, importerVersion } = header;
  return {
    importerVersion,
    template: {
      name,
      language,
      lottie,
      otherText,
      fontNames,
      warnings,
      // Unlike an assignment, this treats `__proto__` as an ordinary name.
      editables: Object.fromEntries(header.editables) as Editables,
      stillcuts: Object.fromEntries(header.stillcuts),
      video: videoOf(lottie),
      images: imagesOf(header.images, (at, i) => file(at, `/images/${i}/file`)),
      videoFiles: imagesOf(header.videoFiles, (at, i) => file(at, `/videoFiles/${i}/file`)),
      audioSources: header.audioSources.map((source) => ({
        ...source,
        editable: source.editable,
        assetId: source.assetId,
      })),
      audioFiles: new Map(audioFiles),
      imageScales: new Map(header.imageScales),
      ...(rig && { dependentExpressions: { ...rig, lottie: storedLottie(rig.lottie) } }),
      ...(captions && { captions }),
      ...(expressions && { expressions }),
    },
    fontFiles: header.fontFiles.map(({ file: at, label }, i) => ({
      bytes: file(at, `/fontFiles/${i}/file`),
      label,
    })),
    fonts: header.fonts,
  };
}

/** Opens the fonts of a stored template. Throws `storage_failed` for a font that its file does not hold. */
export async function openStoredTemplate(storedTemplate: StoredTemplate): Promise<Template> {
  const faces: ReadonlyMap<string, FontFace>[] = [];
  for (const { bytes, label } of storedTemplate.fontFiles) {
    const opened = await openFont(bytes, label);
    faces.push(new Map(opened.map((face) => [face.key, face])));
  }
  const fonts = storedTemplate.fonts.map(({ name, file, face: key }, i) => {
    const face = faces[file]?.get(key);
    if (!face) throw unreadable('the key of a face of its file', `/fonts/${i}/face`, key);
    return { name, face };
  });
  return { ...storedTemplate.template, fonts };
}

function imagesOf(
  storedImages: StoredHeader['images'],
  file: (at: number, index: number) => Uint8Array,
): Map<string, TemplateImage> {
  return new Map(
    storedImages.map(({ id, file: at, label, editable }, index) => [
      id,
      { bytes: file(at, index), label, editable },
    ]),
  );
}

/**
 * Separates the JSON from the files behind it, without copying them. Throws `storage_failed` for another
 * format.
 */
function splitStored(bytes: Uint8Array): { json: Uint8Array; fileBytes: Uint8Array } {
  const prefix = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_PREFIX_BYTES));
  const [, format, length] = /^framepress template (\d{1,9})\n(\d{1,12})\n/.exec(prefix) ?? [];
  if (Number(/^framepress template (\d{1,9})\n/.exec(prefix)?.[1] ?? FORMAT) !== FORMAT)
    throw unreadable(`format ${FORMAT}`, 'its first line', prefix.split('\n', 1)[0]);
  if (format === undefined || length === undefined)
    throw unreadable(`"${MAGIC}", a format and a length`, 'its first lines', prefix.slice(0, 40));
  const start = prefix.split('\n', 2).join('\n').length + 1;
  const end = start + Number(length);
  if (end > bytes.byteLength)
    throw unreadable(`${end} bytes or more`, 'its size', bytes.byteLength);
  return { json: bytes.subarray(start, end), fileBytes: bytes.subarray(end) };
}

function parseJson(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch (cause) {
    throw unreadable('JSON', 'its content', 'text that is not', cause);
  }
}

/** Throws `storage_failed` with the pointer of the first wrong field. */
function checkedHeader(value: unknown): StoredHeader {
  const parsed = storedHeader.safeParse(value);
  // The value itself, whose fields are in the order in which they were written.
  if (parsed.success) return value as StoredHeader;
  const [issue] = parsed.error.issues;
  const pointer = jsonPointer(...((issue?.path ?? []) as (string | number)[]));
  throw new AppError(
    'storage_failed',
    `The stored template cannot be read at ${JSON.stringify(pointer.slice(0, 200))}: ${issue?.message ?? 'it has another form'}.`,
    { hint: HINT },
  );
}

/**
 * Cuts the bytes behind the JSON into files, without copying them. Their lengths must add up to all of the
 * bytes.
 */
function filesOf(lengths: readonly number[], fileBytes: Uint8Array): Uint8Array[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total !== fileBytes.byteLength)
    throw unreadable(`${total} bytes behind the JSON`, 'its files', fileBytes.byteLength);
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return fileBytes.subarray(at - length, at);
  });
}

/**
 * Checks the animation again; a fault in it means that the stored template is damaged (`storage_failed`).
 */
function storedLottie(value: unknown): Template['lottie'] {
  try {
    return checkLottie(value, 'the stored animation');
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError('storage_failed', cause.message, { hint: HINT }, { cause });
  }
}

function unreadable(what: string, where: string, received: unknown, cause?: unknown): AppError {
  const message = expected(what, `${where} of the stored template`, received);
  return new AppError('storage_failed', message, { hint: HINT }, { cause });
}
