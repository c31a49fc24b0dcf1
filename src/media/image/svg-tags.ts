import { SaxesParser } from 'saxes';
import { AppError, findMessage, type Message, say } from '../../base/index.ts';

export type Tag = {
  name: string;
  /** Names and values, with expanded entities. */
  attributes: [string, string][];
  /** The tag is `<name/>`. */
  isEmpty: boolean;
};

/** Receives the parts of a document in their order. Entities in texts are expanded. */
export type TagReader = {
  begin(tag: Tag): void;
  /** Not called for empty tags. */
  end(name: string): void;
  text(text: string): void;
};

/**
 * Matches entities that are plain text. Values with `&`, `%` or `<` could contain other entities.
 */
const ENTITY = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>/g;
const PREDEFINED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const MAX_EXPANDED_CHARACTERS = 1_000_000;

/**
 * Reads the tags and texts of an XML document. Comments, processing instructions and the document
 * type are skipped. Declared plain-text entities are expanded, up to a million characters. The time
 * is proportional to the length. Throws `asset_corrupt` for malformed XML and for other entities.
 * The reader must check that all elements were closed.
 */
export function readTags(text: string, what: string, reader: TagReader): void {
  const parser = new SaxesParser({ position: false });
  const entities = new Map(Object.entries(PREDEFINED));
  let room = MAX_EXPANDED_CHARACTERS;
  let depth = 0;
  let isOver = false;
  parser.ENTITIES = new Proxy({} as Record<string, string>, {
    get: (_, name) => {
      const meant = entities.get(String(name));
      room -= meant?.length ?? 0;
      const reported = String(name).slice(0, 60).toWellFormed();
      if (meant === undefined || room < 0) throw noXml(what, say`it uses the entity ${reported}`);
      return meant;
    },
  });
  parser.on('error', (cause) => {
    // At the end of a started document the only possible error is open elements.
    if (!(isOver && depth > 0)) throw noXml(what, say`it is not well-formed XML`, cause);
  });
  parser.on('doctype', (doctype) => {
    for (const [, entity = '', a, b] of doctype.matchAll(ENTITY)) {
      if (!entities.has(entity)) entities.set(entity, a ?? b ?? '');
    }
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing: isEmpty }) => {
    if (!isEmpty) depth += 1;
    reader.begin({ name, attributes: Object.entries(attributes), isEmpty });
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (isSelfClosing) return;
    depth -= 1;
    reader.end(name);
  });
  parser.on('text', (part) => reader.text(part));
  parser.on('cdata', (part) => reader.text(part));
  parser.write(withoutDeclaration(text));
  isOver = true;
  parser.close();
}

/**
 * Removes the XML declaration: the text is already decoded, and players accept wrong declarations.
 */
function withoutDeclaration(text: string): string {
  const start = text.trimStart();
  if (!start.startsWith('<?xml')) return start;
  const end = start.indexOf('?>');
  return end < 0 ? start : start.slice(end + 2);
}

/** Escapes a text, or an attribute value for double quotes. */
export function escaped(text: string, isValue: boolean): string {
  const plain = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('\r', '&#13;');
  if (!isValue) return plain;
  return plain.replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function noXml(what: string, why: Message, cause?: unknown): AppError {
  return new AppError(
    'asset_corrupt',
    say`Expected an SVG drawing for ${findMessage(what)} but ${why}.`,
    { hint: 'Open it in a browser to see the error, or use a PNG.' },
    { cause },
  );
}
