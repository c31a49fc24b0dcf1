import { AppError, say } from '../base/index.ts';

const HINT = 'Save the file as UTF-8, for example as "CSV UTF-8" in a spreadsheet program.';

/**
 * Decodes bytes as UTF-8, or as UTF-16 after its byte order mark, which is left out. Throws
 * `rows_unreadable` with the line of the first byte that is neither.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let start = Buffer.alloc(0);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let line = 1;
  const decode = (chunk: Uint8Array, isLast: boolean): string => {
    try {
      decoder ??= decoderFor(start);
      const text = decoder.decode(chunk, { stream: !isLast });
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
    start = Buffer.concat([start, chunk]);
    if (start.byteLength >= 4) yield decode(start, false);
  }
  yield decoder ? decode(new Uint8Array(), true) : decode(start, true);
}

/**
 * Returns a decoder by the byte order mark; UTF-8 without one. It throws for bytes that are not
 * valid.
 */
function decoderFor(start: Uint8Array) {
  const [first, second] = start;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
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
