import { type Entry, fromBufferPromise } from 'yauzl';
import { AppError, type Message, quoted, say } from '../base/index.ts';
import { foldedName } from './file-names.ts';

/** Limits of an archive. */
const PACKAGE_LIMITS = {
  bytes: 256 * 1024 * 1024,
  unpackedBytes: 512 * 1024 * 1024,
  entries: 2000,
  pathDepth: 12,
  nameCharacters: 1000,
  /** Unpacked bytes divided by packed bytes, for archives that unpack to more than a megabyte. */
  ratio: 200,
} as const;

type Zip = Awaited<ReturnType<typeof fromBufferPromise>>;

/**
 * Unpacks an archive into memory. Before it unpacks anything, it checks the names of all entries, their total
 * size, and that no two entries share bytes. It also counts the unpacked bytes, because the sizes in a header
 * may be wrong.
 */
export async function unzip(bytes: Uint8Array, label: string): Promise<Map<string, Uint8Array>> {
  if (bytes.byteLength > PACKAGE_LIMITS.bytes)
    throw tooLarge(say`at most ${PACKAGE_LIMITS.bytes} bytes`, label);
  try {
    const zip = await fromBufferPromise(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      { decodeStrings: true, validateEntrySizes: true, autoClose: false },
    );
    const entries = await entriesOf(zip, label);
    checkSizes(entries, bytes.byteLength, label);
    await checkOverlaps(zip, entries, label);
    return await inflateAll(zip, entries, label);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = (cause as Error).message;
    if (/relative path|absolute path|invalid characters/i.test(message))
      throw unsafe(message, label, cause);
    throw unreadable(label, say`it is broken: ${message}`, 'Pack it again.', cause);
  }
}

/** Throws for files that an archive may not have: too many, too large together, or with a wrong path. */
export function checkFiles(files: ReadonlyMap<string, Uint8Array>, label: string): void {
  checkCount(files.size, label);
  for (const path of files.keys()) checkPath(path, label);
  const sizes = [...files.values()].map(({ byteLength }) => byteLength);
  checkUnpacked(
    sizes.reduce((sum, size) => sum + size, 0),
    label,
  );
}

function checkCount(count: number, label: string): void {
  if (count > PACKAGE_LIMITS.entries)
    throw tooLarge(say`at most ${PACKAGE_LIMITS.entries} entries`, label);
}

function checkUnpacked(bytes: number, label: string): void {
  if (bytes > PACKAGE_LIMITS.unpackedBytes)
    throw tooLarge(say`at most ${PACKAGE_LIMITS.unpackedBytes} unpacked bytes`, label);
}

/** Returns the files of an archive, without its folders. */
async function entriesOf(zip: Zip, label: string): Promise<Entry[]> {
  checkCount(zip.entryCount, label);
  const names = new Map<string, string>();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    entry.fileName = name;
    if (name === '' || name.endsWith('/')) continue;
    checkPath(name, label);
    checkMethod(entry, label);
    const plain = foldedName(name);
    const other = names.get(plain);
    if (other !== undefined) {
      const why = say`it has both ${quoted(other)} and ${quoted(name)}`;
      const hint =
        'Give each file a different name. Capitals, and how accents are encoded, make no difference.';
      throw unreadable(label, why, hint);
    }
    names.set(plain, name);
    entries.push(entry);
  }
  return entries;
}

/** The flag of an entry whose name is in UTF-8. */
const UTF_8 = 0x800;
/** The id of the extra field with a name in UTF-8. */
const UNICODE_PATH = 0x7075;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The name with slashes, and without `./` before it: some programs of Windows write backslashes, and some
 * programs write the names of the folder that they packed.
 */
function nameOf(entry: Entry): string {
  return decodedNameOf(entry)
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
}

/** The archiver of a Mac writes names in UTF-8 without the flag, which means another encoding. */
function decodedNameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry) {
  const isMarked = (generalPurposeBitFlag & UTF_8) !== 0;
  if (isMarked || extraFields.some(({ id }) => id === UNICODE_PATH)) return fileName;
  try {
    return utf8.decode(fileNameRaw);
  } catch {
    return fileName;
  }
}

/**
 * Throws for an entry that is encrypted or not compressed by Deflate; methods 0 (stored) and 8 (Deflate)
 * can be read.
 */
function checkMethod(entry: Entry, label: string): void {
  const name = quoted(entry.fileName);
  if (entry.isEncrypted())
    throw unreadable(label, say`${name} is encrypted`, 'Pack it without a password.');
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    const why = say`${name} is compressed by method ${entry.compressionMethod}`;
    throw unreadable(label, why, 'Pack it with Deflate, as zip programs do by default.');
  }
}

/**
 * Rejects bombs by the sizes that the archive states. These may be false: `inflateAll` counts the real
 * bytes again.
 */
function checkSizes(entries: readonly Entry[], packedBytes: number, label: string): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  checkUnpacked(total, label);
  if (total <= Math.max(1024 * 1024, packedBytes * PACKAGE_LIMITS.ratio)) return;
  throw new AppError(
    'package_too_large',
    say`Expected an archive that unpacks to at most ${PACKAGE_LIMITS.ratio} times its size for ${label} but received one of ${packedBytes} bytes that unpacks to ${total}.`,
    { hint: 'This looks like a zip bomb. Pack the template again.' },
  );
}

/** Many entries that share the same packed bytes can unpack to any size (Fifield, "A better zip bomb"). */
async function checkOverlaps(zip: Zip, entries: readonly Entry[], label: string): Promise<void> {
  const spans: { start: number; end: number; name: string }[] = [];
  for (const entry of entries) {
    const { relativeOffsetOfLocalHeader: start, compressedSize, fileName: name } = entry;
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    spans.push({ start, end: fileDataStart + compressedSize, name });
  }
  spans.sort((a, b) => a.start - b.start);
  for (const [index, { start, name }] of spans.entries()) {
    const previousSpan = spans[index - 1];
    if (!previousSpan || start >= previousSpan.end) continue;
    const why = say`${quoted(previousSpan.name)} and ${quoted(name)} share bytes of it`;
    throw unreadable(label, why, 'This looks like a zip bomb. Pack the template again.');
  }
}

/**
 * Unpacks all entries into memory. Counts the bytes while it unpacks and throws `package_too_large` at the
 * limit.
 */
async function inflateAll(
  zip: Zip,
  entries: readonly Entry[],
  label: string,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      total += (chunk as Buffer).byteLength;
      checkUnpacked(total, label);
      chunks.push(chunk as Buffer);
    }
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

/**
 * Throws for a path that could leave the folder of the package, is absolute, or is too long or too deep.
 */
function checkPath(path: string, label: string): void {
  const parts = path.split('/');
  if (
    parts.includes('..') ||
    parts.includes('.') ||
    path.startsWith('/') ||
    /^[A-Za-z]:/.test(path) ||
    path.includes('\0')
  ) {
    throw unsafe(JSON.stringify(path.slice(0, 200)), label);
  }
  if (parts.length > PACKAGE_LIMITS.pathDepth)
    throw tooLarge(say`at most ${PACKAGE_LIMITS.pathDepth} nested folders`, label);
  if (path.length > PACKAGE_LIMITS.nameCharacters)
    throw tooLarge(say`at most ${PACKAGE_LIMITS.nameCharacters} characters in a name`, label);
}

function unreadable(label: string, why: Message, hint: string, cause?: unknown): AppError {
  return new AppError(
    'package_unreadable',
    say`Expected a readable zip archive for ${label} but ${why}.`,
    { hint },
    { cause },
  );
}

function unsafe(path: string, label: string, cause?: unknown): AppError {
  return new AppError(
    'package_path_unsafe',
    say`Expected names inside the package for ${label} but received ${path}.`,
    { hint: 'Pack the folder itself, with relative names.' },
    { cause },
  );
}

function tooLarge(what: Message, label: string): AppError {
  return new AppError('package_too_large', say`Expected ${what} for ${label} but received more.`, {
    hint: 'Make the images smaller, or leave out files that the animation does not use.',
  });
}
