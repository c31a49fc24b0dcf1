import { AppError } from '../base/index.ts';

export type Tag = {
  name: string;
  attributes: [string, string][];
  isEnd: boolean;
  /** `<name/>`. */
  isEmpty: boolean;
};

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE[^[>]*(?:\[([\s\S]*?)\]\s*)?>|<(\/?)([a-z_\u00b7-\uffff][\w:.\u00b7-\uffff-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+/giy;
const ATTRIBUTE = /([a-z_\u00b7-\uffff][\w:.\u00b7-\uffff-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*/giy;
const ENTITY = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>/g;
const MOST_EXPANDED_CHARACTERS = 1_000_000;

/**
 * The tags and texts of an XML document, in order. Comments, processing instructions and the
 * document type are left out; entities that it declares as plain text are written out, up to a
 * million characters. Throws `asset_corrupt` for what is no XML, or has entities of another kind.
 */
export function* readTags(text: string, what: string): Generator<Tag | string> {
  const entities = new Map<string, string>();
  let room = MOST_EXPANDED_CHARACTERS;
  const expand = (value: string) =>
    value.replaceAll(/&([^;\s]{1,60});/g, (whole, name: string) => {
      if (/^(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos)$/i.test(name)) return whole;
      const meant = entities.get(name);
      room -= meant?.length ?? 0;
      if (meant === undefined || room < 0) throw noXml(what, `it uses the entity ${name}`);
      return meant.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
    });
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) throw noXml(what, 'it is no well-formed XML');
    const start = at;
    at += token[0].length;
    const [whole, data, declarations, slash, name, rest = ''] = token;
    if (declarations !== undefined) {
      for (const [, entity = '', a, b] of declarations.matchAll(ENTITY)) {
        entities.set(entity, a ?? b ?? '');
      }
    } else if (name !== undefined) {
      const attributes = slash ? [] : attributesOf(rest, expand, what);
      yield { name, attributes, isEnd: slash === '/', isEmpty: /\/\s*$/.test(rest) && !slash };
    } else if (data !== undefined) {
      yield data.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    } else if (text[start] !== '<') yield expand(whole);
  }
}

function attributesOf(
  text: string,
  expand: (value: string) => string,
  what: string,
): [string, string][] {
  const attributes: [string, string][] = [];
  const inner = text.replace(/\/\s*$/, '').trim();
  ATTRIBUTE.lastIndex = 0;
  while (ATTRIBUTE.lastIndex < inner.length) {
    const found = ATTRIBUTE.exec(inner);
    if (!found) throw noXml(what, 'it is no well-formed XML');
    attributes.push([found[1] ?? '', expand(found[2] ?? found[3] ?? '')]);
  }
  return attributes;
}

function noXml(what: string, why: string): AppError {
  return new AppError('asset_corrupt', `Expected an SVG drawing for ${what} but ${why}.`, {
    hint: 'Open it in a browser to see what is wrong, or give it as PNG.',
  });
}
