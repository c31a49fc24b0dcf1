import { open } from 'node:fs/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError, say } from '../../base/index.ts';
import { brokenWorkbook, largeWorkbook, otherFormat } from './workbook-errors.ts';

const MAX_PARTS = 20_000;
const MEGABYTE = 1024 * 1024;
/** Unpacked bytes of all parts that are read. A hundred thousand rows with forty columns have 120 MB. */
const MAX_UNPACKED_MEGABYTES = 384;

/** Parts of a ZIP that show that it is another document. */
const OTHERS: readonly [string, string][] = [
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['word/document.xml', 'a text document (.docx)'],
  ['ppt/presentation.xml', 'a presentation (.pptx)'],
  ['index/document.iwa', 'a document of Apple Numbers, Pages or Keynote'],
];
const NUMBERS_HINT = 'In Numbers: File, Export To, Excel. Or export CSV.';

/** The parts of a workbook, by their names in lower case. */
export class WorkbookFile implements AsyncDisposable {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #signal: AbortSignal | undefined;
  #unpacked = 0;

  private constructor(
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    signal: AbortSignal | undefined,
  ) {
    this.#zip = zip;
    this.#entries = entries;
    this.#signal = signal;
  }

  /**
   * Opens a file. Throws `unsupported_media_type` for another kind of document, by its content, and
   * `rows_unreadable` for a broken or encrypted file. Its parts are read until `signal` is aborted.
   */
  static async open(path: string, signal?: AbortSignal): Promise<WorkbookFile> {
    await refuseOtherKinds(path);
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(path, {
        autoClose: false,
        validateEntrySizes: true,
        strictFileNames: false,
      });
      if (zip.entryCount > MAX_PARTS) throw largeWorkbook(say`${MAX_PARTS} parts`);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(plainName(entry.fileName), entry);
      const file = new WorkbookFile(zip, entries, signal);
      await file.#refuseOtherDocuments();
      return file;
    } catch (cause) {
      zip?.close();
      if (cause instanceof AppError) throw cause;
      throw brokenWorkbook('its ZIP is damaged or incomplete', cause);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(plainName(name));
  }

  /** Returns the content of a part as a stream; empty if the workbook does not have the part. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(plainName(name));
    if (!entry) return;
    if (entry.isEncrypted()) throw encrypted();
    // The size may be false: the real bytes are counted below.
    if (entry.uncompressedSize > MAX_UNPACKED_MEGABYTES * MEGABYTE) throw tooLarge();
    const stream = await this.#zip.openReadStreamPromise(entry).catch((cause: unknown) => {
      throw brokenWorkbook(say`${name} cannot be unpacked`, cause);
    });
    try {
      for await (const chunk of withCause(stream, name)) {
        this.#signal?.throwIfAborted();
        this.#unpacked += chunk.byteLength;
        if (this.#unpacked > MAX_UNPACKED_MEGABYTES * MEGABYTE) throw tooLarge();
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close();
  }

  async #refuseOtherDocuments(): Promise<void> {
    for (const [part, what] of OTHERS)
      if (this.has(part)) throw otherFormat(what, part.endsWith('.iwa') ? NUMBERS_HINT : undefined);
    if (!this.has('mimetype')) return;
    let type = '';
    for await (const chunk of this.read('mimetype'))
      if (type.length < 200) type += Buffer.from(chunk).toString('latin1');
    if (type.includes('opendocument.spreadsheet'))
      throw otherFormat('an OpenDocument spreadsheet (.ods)');
  }
}

/** Names the part in the errors of its stream. */
async function* withCause(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (cause) {
    throw brokenWorkbook(say`${name} cannot be unpacked`, cause);
  }
}

/** Programs write part names with other capitals, a leading slash, or backslashes. */
function plainName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');
const OLE_MAGIC = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** What the first bytes of a file say about it. */
export function kindOfBytes(start: Uint8Array): 'zip' | 'ole' | undefined {
  const head = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  if (head.subarray(0, 4).equals(ZIP_MAGIC)) return 'zip';
  return head.subarray(0, 8).equals(OLE_MAGIC) ? 'ole' : undefined;
}

/** Throws for a file that is no ZIP: an old or encrypted workbook, or a table with another name. */
async function refuseOtherKinds(path: string): Promise<void> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
  const head = buffer.subarray(0, bytesRead);
  const kind = kindOfBytes(head);
  if (kind === 'zip') return;
  if (kind === 'ole') {
    for await (const chunk of file.createReadStream({ start: 0, highWaterMark: MEGABYTE }))
      if ((chunk as Buffer).includes(ENCRYPTED_PACKAGE)) throw encrypted();
    throw otherFormat('a workbook in the old format of Excel (.xls)');
  }
  if (bytesRead === 0) throw brokenWorkbook('it is empty');
  if (/^\uFEFF?\s*</.test(head.toString('utf8')))
    throw otherFormat('a web page or XML with the name of a workbook');
  throw brokenWorkbook('it is not an XLSX file');
}

function tooLarge(): AppError {
  return largeWorkbook(say`${MAX_UNPACKED_MEGABYTES} MB of unpacked data`);
}

function encrypted(): AppError {
  return new AppError('rows_unreadable', 'The workbook is protected by a password.', {
    hint: 'Open it in a spreadsheet program, remove the password, and save it again.',
  });
}
