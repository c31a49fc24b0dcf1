import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, defined, say, zodFaults } from '../../base/index.ts';
import type { ReceivedBatch } from '../../batches/index.ts';
import { objectBody, parseBounded, parseQuery } from '../../http/index.ts';
import { decodeText, JsonDocument, writeEncryptedText } from '../../rows/index.ts';
import {
  type Arrival,
  badParts,
  countedBytes,
  isKnown,
  kindOfFile,
  kindOfType,
  MAX_BATCH_BYTES,
  type ReceivedRows,
  receiveRows,
  tooLarge,
} from './receive-rows.ts';
import { batchQuery, type TableOptions, tableOptions } from './schema.ts';

/** The options may have a mapping of a megabyte. */
const MAX_OPTIONS_BYTES = 2 * 1024 * 1024;

/**
 * Streams the rows of a request to a file, in one of three forms: a JSON body, a body of XLSX, CSV or JSON
 * lines, or the parts `options` and `file`. Rows are never in memory as a whole.
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
  const query = parseQuery(batchQuery, request.query);
  const { table, options } = withoutTable(query);
  const rows = await receiveRows(body, arrival, kindOfType(type), table);
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
  return { options, format: { kind: 'json_lines' }, isList: true, bytes, digest, warnings: [] };
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
 * Reads a multipart body: streams the rows of its part `file` to the file of `arrival`, and parses its
 * part `options`, which may be missing and must come first. Returns what was received, and the options
 * without those that say how the table is read. The digest covers both parts, because it identifies the
 * request. Throws for other parts, and without a `file`.
 */
export async function receiveParts(
  request: FastifyRequest,
  arrival: Arrival,
): Promise<ReceivedRows & Pick<ReceivedBatch, 'options'>> {
  let options: Record<string, unknown> | undefined;
  let table: TableOptions = {};
  let optionsDigest = '';
  let received: ReceivedRows | undefined;
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
        ({ table, options } = withoutTable(parseOptions(text)));
      } else if (part.type === 'file' && part.fieldname === 'file' && !received) {
        const kind = kindOfFile(part.mimetype, part.filename);
        received = await receiveRows(part.file, arrival, kind, table);
      } else throw unexpectedPart(part.fieldname);
    }
  } finally {
    await parts.return?.(undefined);
  }
  if (!received) {
    const hint = "curl -F 'options={…}' -F file=@rows.xlsx";
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

/** Separates the options that say how a file is read from those of the batch. Throws their faults. */
function withoutTable(request: Readonly<Record<string, unknown>>) {
  const isOfTable = ([name]: [string, unknown]) => Object.hasOwn(tableOptions.shape, name);
  const entries = Object.entries(request);
  const table = Object.fromEntries(entries.filter(isOfTable));
  const parsed = tableOptions.safeParse(table);
  if (!parsed.success) throw AppError.fromFaults(zodFaults(parsed.error.issues, table));
  const options = Object.fromEntries(entries.filter((entry) => !isOfTable(entry)));
  return { table: parsed.data, options };
}

function unexpectedPart(name: string): AppError {
  const quotedName = JSON.stringify(String(name).slice(0, 100).toWellFormed());
  return new AppError(
    'invalid_request',
    say`Expected the part "options" and then one part "file" but received ${quotedName}.`,
    { hint: 'Send the options first.' },
  );
}

/** Returns a content type without its parameters, in lower case; an empty text if there is none. */
function mediaTypeOf(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? '';
}
