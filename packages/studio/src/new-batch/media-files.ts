/** Files of a person that cells of a table name: chosen, dropped as a folder, or in a ZIP. */

/** A file with its path in the folder or ZIP from which it came. */
export type MediaFile = { path: string; size: number; open: () => Promise<File> };

const MAX_FILES = 20_000;
const IGNORED = /(^|\/)(\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i;
const ZIP = /\.zip$/i;

/** A file as a person gave it: also a ZIP. */
export type SourceFile = { path: string; file: File };

export type MediaFault = { kind: 'zip'; name: string } | { kind: 'many' };

/** Returns files with their paths in the folder that a person chose. */
export function sourcesOf(files: readonly File[]): SourceFile[] {
  return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Returns the files, and those in ZIP files among them. Files that programs hide are left out. */
export async function mediaFilesOf(
  sources: readonly SourceFile[],
): Promise<{ files: MediaFile[]; faults: MediaFault[] }> {
  const foundFiles: MediaFile[] = [];
  const faults: MediaFault[] = [];
  for (const { path, file } of sources) {
    if (!ZIP.test(file.name)) {
      if (!IGNORED.test(path)) foundFiles.push({ path, size: file.size, open: async () => file });
      continue;
    }
    try {
      foundFiles.push(...(await filesInZip(file)));
    } catch {
      faults.push({ kind: 'zip', name: file.name });
    }
  }
  if (foundFiles.length > MAX_FILES) faults.push({ kind: 'many' });
  return { files: foundFiles.slice(0, MAX_FILES), faults };
}

const [END, CENTRAL] = [0x0605_4b50, 0x0201_4b50];
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 16 * 1024 * 1024;
/** The names of an entry are UTF-8. Older programs of Windows write another encoding. */
const UTF_8 = 0x800;
const [STORED, DEFLATED] = [0, 8];

/** Reads the directory of a ZIP (PKWARE's APPNOTE.TXT). Throws for files that it cannot read. */
async function filesInZip(zip: File): Promise<MediaFile[]> {
  const tail = await viewOf(zip, Math.max(0, zip.size - END_BYTES - MAX_COMMENT), zip.size);
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new Error('no end record');
  const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (size > MAX_DIRECTORY || start + size > zip.size)
    throw new Error('a directory that is too large');
  const directory = await viewOf(zip, start, start + size);
  const files: MediaFile[] = [];
  for (let entry = 0; entry + 46 <= directory.byteLength; ) {
    if (directory.getUint32(entry, true) !== CENTRAL) throw new Error('no entry');
    const field = (offset: number) => directory.getUint16(entry + offset, true);
    const nameBytes = new Uint8Array(directory.buffer, entry + 46, field(28));
    const path = nameOf(nameBytes, (field(8) & UTF_8) !== 0).replaceAll('\\', '/');
    const facts = {
      method: field(10),
      isEncrypted: (field(8) & 1) !== 0,
      packed: directory.getUint32(entry + 20, true),
      size: directory.getUint32(entry + 24, true),
      header: directory.getUint32(entry + 42, true),
    };
    if (!path.endsWith('/') && !IGNORED.test(path))
      files.push({ path, size: facts.size, open: () => unpack(zip, path, facts) });
    entry += 46 + field(28) + field(30) + field(32);
  }
  return files;
}

type Facts = { method: number; isEncrypted: boolean; packed: number; size: number; header: number };

async function unpack(zip: File, path: string, facts: Facts): Promise<File> {
  const { method, isEncrypted, packed, size, header } = facts;
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw new Error(path);
  const head = await viewOf(zip, header, header + 30);
  const start = header + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const content = zip.slice(start, start + packed);
  const name = path.split('/').at(-1) ?? path;
  if (method === STORED) return new File([content], name);
  return new File([await inflated(content, size)], name);
}

/** Unpacks as many bytes as the directory says. Throws if there are others. */
async function inflated(content: Blob, size: number): Promise<Blob> {
  const pieces: BlobPart[] = [];
  let bytes = 0;
  const stream = content.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    if (bytes > size) {
      void reader.cancel();
      throw new Error('more bytes than the directory says');
    }
    pieces.push(next.value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(pieces);
}

async function viewOf(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

/** The archiver of a Mac writes UTF-8 without saying so; older ones of Windows write the encoding of DOS. */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isUtf8 ? 'utf-8' : 'ibm866').decode(bytes);
  }
}
