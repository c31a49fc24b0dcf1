import { SaxesParser } from 'saxes';
import { say } from '../../base/index.ts';
import { yieldAfterSlices } from '../turns.ts';
import { brokenWorkbook } from './workbook-errors.ts';

/** Receives the parts of an XML document in their order. Names are without their prefix. */
export type XmlReader = {
  begin(name: string, attributes: Readonly<Record<string, string>>): void;
  end?(name: string): void;
  text?(text: string): void;
};

/** Characters that are parsed before the event loop may serve other requests. */
const SLICE = 2 * 1024;
/** Characters of one tag or text. A cell has at most 32,767 characters. */
const MAX_TOKEN_CHARACTERS = 1024 * 1024;
const MAX_LEVELS = 64;

/**
 * Parses a part of a workbook. It yields after each slice, so that the caller can take what the reader has
 * collected. A document type, with which entities are declared, is refused: spreadsheet programs write none.
 */
export async function* parseXml(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
  reader: XmlReader,
): AsyncGenerator<void> {
  let tokenStart = 0;
  let position = 0;
  let level = 0;
  const parser = new SaxesParser({ position: false });
  const noted = () => {
    tokenStart = position;
  };
  parser.on('error', (cause) => {
    throw brokenWorkbook(say`${part} is not well-formed XML`, cause);
  });
  parser.on('doctype', () => {
    throw brokenWorkbook(say`${part} has a document type`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    noted();
    level += 1;
    if (level > MAX_LEVELS) throw brokenWorkbook(say`${part} has more than ${MAX_LEVELS} levels`);
    reader.begin(localName(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    noted();
    level -= 1;
    reader.end?.(localName(name));
  });
  const text = (content: string) => {
    noted();
    reader.text?.(content);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  const pause = yieldAfterSlices();
  for await (const content of decodeXml(bytes, part)) {
    for (let at = 0; at < content.length; at += SLICE) {
      const slice = content.slice(at, at + SLICE);
      position += slice.length;
      parser.write(slice);
      if (position - tokenStart > MAX_TOKEN_CHARACTERS)
        throw brokenWorkbook(
          say`${part} has a text of more than ${MAX_TOKEN_CHARACTERS} characters`,
        );
      yield;
      await pause();
    }
  }
  // A part that is missing has no document.
  if (position > 0) parser.close();
  yield;
}

/** Parses a whole part whose result is in the reader. */
export async function readXml(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
  reader: XmlReader,
): Promise<void> {
  for await (const _ of parseXml(bytes, part, reader));
}

/** Some programs write a prefix before each name, such as `x:row`. */
function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Decodes UTF-8, or UTF-16 by its byte order mark. */
async function* decodeXml(bytes: AsyncIterable<Uint8Array>, part: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of bytes) {
      const [first, second] = chunk;
      const mark = (first ?? 0) * 256 + (second ?? 0);
      const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
      decoder ??= new TextDecoder(encoding, { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (cause) {
    // A decoder throws this for wrong bytes.
    if (!(cause instanceof TypeError)) throw cause;
    throw brokenWorkbook(say`${part} cannot be unpacked or decoded`, cause);
  }
}
