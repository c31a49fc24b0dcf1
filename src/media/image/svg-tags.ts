import { SaxesParser } from 'saxes';
import { AppError } from '../../base/index.ts';

export type Tag = {
  name: string;
  /** Values as they are meant, without entities. */
  attributes: [string, string][];
  /** `<name/>`. */
  isEmpty: boolean;
};

/** Who is told of the parts of a document, in their order; texts as they are meant, without entities. */
export type TagReader = {
  begin(tag: Tag): void;
  /** Not called for empty tags. */
  end(name: string): void;
  text(text: string): void;
};

/** Without `&`, `%` and `<`: entities that are plain text, and none that are made of others. */
const ENTITY = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>/g;
const PREDEFINED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
};
const MAX_EXPANDED_CHARACTERS = 1_000_000;

/**
 * Reads the tags and texts of an XML document. Comments, processing instructions and the document type
 * are left out; entities that it declares as plain text are put in, up to a million characters. The
 * time is in proportion to the length. Throws `asset_corrupt` for what is not well-formed, or has
 * entities of another kind. An end that is missing is for the reader to notice.
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
      if (meant === undefined || room < 0) throw noXml(what, `it uses the entity ${reported}`);
      return meant;
    },
  });
  parser.on('error', (cause) => {
    // At the end, open elements are all that can be wrong with a document that has begun.
    if (!(isOver && depth > 0)) throw noXml(what, 'it is no well-formed XML', cause);
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

/** The text is decoded already, and players take declarations that are not quite right. */
function withoutDeclaration(text: string): string {
  const start = text.trimStart();
  if (!start.startsWith('<?xml')) return start;
  const end = start.indexOf('?>');
  return end < 0 ? start : start.slice(end + 2);
}

/** Markup for a text, or for a value in double quotes. */
export function escaped(text: string, isValue: boolean): string {
  const plain = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('\r', '&#13;');
  if (!isValue) return plain;
  return plain.replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function noXml(what: string, why: string, cause?: unknown): AppError {
  return new AppError(
    'asset_corrupt',
    `Expected an SVG drawing for ${what} but ${why}.`,
    { hint: 'Open it in a browser to see what is wrong, or give it as PNG.' },
    { cause },
  );
}
