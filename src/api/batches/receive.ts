import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, defined, findMessage, say } from '../../base/index.ts';
import type { ReceivedBatch } from '../../batches/index.ts';
import type { RowsFormat } from '../../database/index.ts';
import {
  objectBody,
  ownTurn,
  parseBounded,
  parseQuery,
  ROOM_CHECK_BYTES,
} from '../../http/index.ts';
import { decodeText, delimiterOf, JsonDocument, writeEncryptedText } from '../../rows/index.ts';
import type { Vault } from '../../secrets/index.ts';
import { batchQuery } from './schema.ts';

export const MAX_BATCH_BYTES = 64 * 1024 * 1024;
/** The options may have a mapping of a megabyte. */
const MAX_OPTIONS_BYTES = 2 * 1024 * 1024;
/** Characters in which the delimiter is looked for. */
const HEAD_CHARACTERS = 64 * 1024;

export const JSON_LINES_TYPES = ['application/x-ndjson', 'application/jsonl'];

/** The file that rows are written to, and its encryption for a batch. */
export type Arrival = {
  path: string;
  vault: Vault;
  batchId: string;
  /** Throws if the disk is full. */
  roomNeeded: () => Promise<void>;
};

/**
 * Streams the rows of a request to a file, in one of three forms: a JSON body, a body of CSV or JSON lines,
 * or the parts `options` and `file`. No form is ever in memory as a whole.
 */
export async function receiveBatch(
  request: FastifyRequest,
  arrival: Arrival,
): Promise<ReceivedBatch> {
  const type = mediaTypeOf(request.headers['content-type']);
  if (type === 'multipart/form-data') return receiveParts(request, arrival);
  const body = request.body as Readable | undefined;
  if (!body) throw new AppError('malformed_body', 'Expected rows in the body but it is empty.');
  if (type === 'application/json') return receiveJson(request, body, arrival);
  const { delimiter, ...options } = parseQuery(batchQuery, request.query);
  const kind = type === 'text/csv' ? 'csv' : 'json_lines';
  const rows = await receiveRows(body, arrival, kind, delimiter === 'tab' ? '\t' : delimiter);
  return { ...rows, options: defined(options) };
}

/**
 * Streams the field `rows` of a JSON body to the file, a row in each line. All other fields are
 * options.
 */
async function receiveJson(
  request: FastifyRequest,
  body: Readable,
  arrival: Arrival,
): Promise<ReceivedBatch> {
  // All options of JSON are in the body.
  parseQuery(batchQuery.pick({}), request.query);
  const document = new JsonDocument();
  const counted = countedBytes(body, arrival.roomNeeded);
  const lines = document.lines(decodeJson(counted.bytes()));
  const bytes = await writeEncryptedText(arrival.path, lines, arrival.vault, arrival.batchId);
  const { rows: _, ...options } = objectBody(parseBounded(document.fields()));
  if (!document.hasList) {
    const message = 'Expected a list of rows for /rows but received none.';
    const hint = 'Send { "rows": [{ "t_01": "Ada" }] }, or the rows as text/csv.';
    throw new AppError('invalid_request', message, { pointer: '/rows', hint });
  }
  const digest = counted.digest();
  return { options, format: { kind: 'json_lines' }, isList: true, bytes, digest };
}

async function* decodeJson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  try {
    yield* decodeText(bytes);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rows_unreadable') throw error;
    throw new AppError('malformed_body', 'The body is not valid JSON: it is not UTF-8.');
  }
}

/**
 * Streams the part `file` to the file, and reads the part `options`, which may come before it. The
 * digest covers both, because it identifies the request.
 */
async function receiveParts(request: FastifyRequest, arrival: Arrival): Promise<ReceivedBatch> {
  let options: Record<string, unknown> | undefined;
  let optionsDigest = '';
  let received: Omit<ReceivedBatch, 'options'> | undefined;
  const sizes = { fieldSize: MAX_OPTIONS_BYTES, fileSize: MAX_BATCH_BYTES + 1 };
  // The options may have a file name. Without one they are read as a file, too: the parser of fields would build
  // all that the JSON of the options has.
  const limits = { ...sizes, files: 2, parts: 3 };
  const isPartAFile = (name?: string, type?: string, file?: string) =>
    name === 'options' || type === 'application/octet-stream' || file !== undefined;
  const parts = request.parts({ limits, isPartAFile })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done: isDone, value: part } = await parts.next().catch((cause: unknown) => {
        throw isKnown(cause) ? cause : badParts(cause);
      });
      if (isDone) break;
      if (part.type === 'file' && part.fieldname === 'options' && !received && !options) {
        const text = await readOptionsText(part.file);
        optionsDigest = createHash('sha256').update(text).digest('hex');
        options = parseOptions(text);
      } else if (part.type === 'file' && part.fieldname === 'file' && !received) {
        const kind = kindOfFile(part.mimetype, part.filename);
        received = await receiveRows(part.file, arrival, kind, undefined);
      } else throw unexpectedPart(part.fieldname);
    }
  } finally {
    await parts.return?.(undefined);
  }
  if (!received) {
    const hint = "curl -F 'options={…}' -F file=@rows.csv";
    const message = 'Expected the rows as the part "file" but received none.';
    throw new AppError('invalid_request', message, { pointer: '/file', hint });
  }
  const digest = createHash('sha256').update(`${optionsDigest} ${received.digest}`).digest('hex');
  return { ...received, options: options ?? {}, digest };
}

/** Reads the part `options`. Throws `payload_too_large` above its limit. */
async function readOptionsText(file: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_OPTIONS_BYTES) throw tooLarge('the part options', MAX_OPTIONS_BYTES);
    parts.push(chunk);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function kindOfFile(type: string, name: string | undefined): RowsFormat['kind'] {
  const isLines = JSON_LINES_TYPES.includes(type) || /\.(jsonl|ndjson)$/i.test(name ?? '');
  if (isLines) return 'json_lines';
  if (type === 'text/csv' || /\.(csv|tsv|txt)$/i.test(name ?? '')) return 'csv';
  throw new AppError('unsupported_media_type', 'Expected CSV or JSON lines for the part "file".', {
    hint: 'Name the file rows.csv or rows.jsonl.',
  });
}

/**
 * Parses the part `options`. Throws `malformed_body` if it is not a JSON object, without a part of
 * its text.
 */
function parseOptions(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch (error) {
    // A text that is not JSON is reported below.
    if (!(error instanceof AppError) || !(error.cause instanceof SyntaxError)) throw error;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  const hint = 'Send a JSON object, such as {"template_style_version_id": "tsv_…"}.';
  const message = 'The part "options" is not a JSON object.';
  throw new AppError('malformed_body', message, { pointer: '/options', hint });
}

/**
 * Streams rows to the file as encrypted text. Without a `delimiter`, that of a CSV file is found in
 * its first characters.
 */
async function receiveRows(
  body: Readable,
  { path, vault, batchId, roomNeeded }: Arrival,
  kind: RowsFormat['kind'],
  delimiter: string | undefined,
): Promise<Omit<ReceivedBatch, 'options'>> {
  const counted = countedBytes(body, roomNeeded);
  let head = '';
  async function* text() {
    for await (const chunk of decodeText(counted.bytes())) {
      if (head.length < HEAD_CHARACTERS) head += chunk.slice(0, HEAD_CHARACTERS);
      yield chunk;
    }
  }
  const bytes = await writeEncryptedText(path, text(), vault, batchId);
  const format: RowsFormat =
    kind === 'csv' ? { kind, delimiter: delimiter ?? delimiterOf(head) } : { kind };
  return { format, bytes, digest: counted.digest() };
}

/**
 * Counts and digests a body. Throws `payload_too_large` above the limit of a batch. The stream is
 * not destroyed when reading ends early: the rest of a body could then not be discarded.
 */
function countedBytes(body: Readable, roomNeeded: () => Promise<void>) {
  const hash = createHash('sha256');
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let [count, checked] = [0, 0];
    try {
      for await (const data of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        count += data.byteLength;
        if (count > MAX_BATCH_BYTES) throw tooLarge('the rows', MAX_BATCH_BYTES);
        hash.update(data);
        // The socket may have many pieces at once.
        await ownTurn();
        if (count - checked >= ROOM_CHECK_BYTES) {
          await roomNeeded();
          checked = count;
        }
        yield data;
      }
    } catch (cause) {
      throw isKnown(cause) ? cause : badParts(cause);
    }
  }
  return { bytes, digest: () => hash.digest('hex') };
}

function tooLarge(what: string, limit: number): AppError {
  return new AppError(
    'payload_too_large',
    say`Expected at most ${limit} bytes for ${findMessage(what)} but received more.`,
    { hint: 'Split the rows into several batches.' },
  );
}

function unexpectedPart(name: string): AppError {
  const quotedName = JSON.stringify(String(name).slice(0, 100).toWellFormed());
  return new AppError(
    'invalid_request',
    say`Expected the part "options" and then one part "file" but received ${quotedName}.`,
    { hint: 'Send the options first.' },
  );
}

/** Returns whether an error has a status for the client already. */
function isKnown(error: unknown): boolean {
  return (
    error instanceof AppError ||
    typeof (error as { statusCode?: unknown } | undefined)?.statusCode === 'number'
  );
}

function badParts(cause: unknown): AppError {
  return new AppError('malformed_body', 'The body is incomplete or malformed.', {}, { cause });
}

/** Returns a content type without its parameters, in lower case; an empty text if there is none. */
function mediaTypeOf(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? '';
}
