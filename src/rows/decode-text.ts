import { AppError, say } from '../base/index.ts';

const HINT =
  'Save the file as UTF-8, for example as "CSV UTF-8" in a spreadsheet program, or name its encoding as charset.';
/** Bytes in which the encoding is looked for, from the first that is not ASCII. */
const WINDOW_BYTES = 64 * 1024;
/** What spreadsheet programs in Europe and America write as plain CSV. */
const LEGACY = 'windows-1252';

export type DecodeOptions = {
  /** The encoding, if the client names it. A byte order mark takes precedence. */
  charset?: string | undefined;
  /** Whether text that is not UTF-8 may be Windows-1252. Then `guessed` is called. */
  guessed?: ((charset: string) => void) | undefined;
};

type Decoder = InstanceType<typeof TextDecoder>;

/** Whether text in an encoding can be decoded. */
export function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== 'replacement';
  } catch {
    return false;
  }
}

/**
 * Decodes bytes: UTF-16 by its byte order mark, which is left out; the encoding that is named; else UTF-8. With
 * `guessed`, text whose first character beyond ASCII is not UTF-8 is Windows-1252. Throws `rows_unreadable` with
 * the line of the first byte that cannot be decoded.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  /** Bytes whose encoding is not known yet. */
  let start = Buffer.alloc(0);
  let line = 1;
  let isStart = true;
  const decode = (chunk: Uint8Array, isLast: boolean): string => {
    try {
      const text = (decoder as Decoder).decode(chunk, { stream: !isLast });
      line += newlinesIn(text);
      return text;
    } catch (cause) {
      throw unreadable(decoder?.encoding ?? 'utf-8', line + newlinesBefore(chunk), cause);
    }
  };
  for await (const chunk of bytes) {
    if (decoder) {
      yield decode(chunk, false);
      continue;
    }
    // The byte order mark may come in parts.
    start = start.byteLength > 0 ? Buffer.concat([start, chunk]) : Buffer.from(chunk);
    if (start.byteLength < 4) continue;
    decoder = (isStart && decoderOfMark(start)) || decoderFor(start, options, false);
    if (decoder) yield decode(start, false);
    else if (asciiLength(start) === start.byteLength) {
      const text = start.toString('latin1');
      line += newlinesIn(text);
      yield text;
    } else continue;
    isStart = false;
    start = Buffer.alloc(0);
  }
  if (decoder) yield decode(new Uint8Array(), true);
  else {
    decoder = (isStart && decoderOfMark(start)) || decoderFor(start, options, true);
    yield decode(start, true);
  }
}

/** Returns the decoder of bytes; undefined if more bytes are needed to know it. */
function decoderFor(
  start: Buffer,
  { charset, guessed }: DecodeOptions,
  isLast: boolean,
): Decoder | undefined {
  if (charset !== undefined) return new TextDecoder(charset, { fatal: true });
  if (!guessed) return new TextDecoder('utf-8', { fatal: true });
  const ascii = asciiLength(start);
  const window = start.subarray(ascii, ascii + WINDOW_BYTES);
  if (!isLast && window.byteLength < WINDOW_BYTES) return undefined;
  if (isUtf8(window) || hasControls(start)) return new TextDecoder('utf-8', { fatal: true });
  guessed(LEGACY);
  return new TextDecoder(LEGACY, { fatal: true });
}

/** Returns the decoder of a byte order mark. */
function decoderOfMark(start: Buffer): Decoder | undefined {
  const mark = start.toString('hex', 0, 3);
  const encoding =
    mark === 'efbbbf'
      ? 'utf-8'
      : mark.startsWith('fffe')
        ? 'utf-16le'
        : mark.startsWith('feff')
          ? 'utf-16be'
          : undefined;
  return encoding && new TextDecoder(encoding, { fatal: true });
}

/** The number of bytes before the first that is not ASCII. */
function asciiLength(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  return first < 0 ? bytes.byteLength : first;
}

/** The bytes may end within a character. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether there are characters that no text has: the bytes are another kind of file. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 9 || (byte > 13 && byte < 27));
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Newlines before the first byte that is not UTF-8; 0 if it came with earlier bytes. */
function newlinesBefore(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.indexOf('\ufffd');
  return newlinesIn(text.slice(0, Math.max(0, wrong)));
}

function unreadable(encoding: string, line: number, cause: unknown): AppError {
  const name = encoding.toUpperCase();
  const message = say`Expected text in ${name} but line ${line} has bytes that are not ${name}.`;
  return new AppError('rows_unreadable', message, { hint: HINT }, { cause });
}
