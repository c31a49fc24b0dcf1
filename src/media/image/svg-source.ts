import { AppError, findMessage, type Message, quoted, say } from '../../base/index.ts';
import { sniff } from '../file/index.ts';
import { type Element, UnsupportedStyle } from './svg-element.ts';
import { PIXELS_OF } from './svg-geometry.ts';
import { moveLengths, stretchesOf, type TextStretch } from './svg-lengths.ts';
import { resolveStyles } from './svg-styles.ts';
import { escaped, readTags, type Tag, type TagReader } from './svg-tags.ts';

/** A safe SVG drawing without external references. `width` and `height` are in CSS pixels. */
export type SvgSource = {
  width: number;
  height: number;
  /** Embedded images. Their bytes are untrusted and must be checked. */
  images: Buffer[];
  /** Texts that must be measured before the source is drawn. */
  stretches: TextStretch[];
  /** Returns the source with a different size. */
  sized(width: number, height: number): string;
};

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 100_000;
/** Elements that are removed with their content. */
const IGNORED = new Set(['script', 'foreignobject', 'iframe', 'metadata']);

/** Maximum depth of drawings within drawings. */
const MAX_EMBEDDED = 2;

/**
 * Parses an SVG drawing. Scripts, event handlers, comments and the document type are removed, and
 * plain entities are expanded. Styles that librsvg does not know are rewritten. Throws `asset_not_media` for references to other files and
 * `asset_corrupt` for a text that is not an SVG. Errors contain `what` as the name of the drawing.
 */
export function readSvg(text: string, what: string, depth = 0): SvgSource {
  const reader = new Reader(what, depth);
  readTags(text, what, reader);
  return reader.toSource();
}

class Reader implements TagReader {
  readonly #what: string;
  readonly #depth: number;
  readonly #parts: (string | Element)[] = [];
  readonly #images: Buffer[] = [];
  readonly #stretches: TextStretch[] = [];
  readonly #open: string[] = [];
  /** The kept element of each open tag. */
  readonly #parents: (Element | undefined)[] = [];
  #root: Element | undefined;
  #sheet = '';
  #elements = 0;
  /** Text of the current style sheet so far. Comments and CDATA sections split it into parts. */
  #style = '';
  /** Depth of the outermost ignored element. Its content is removed. */
  #ignoredFrom = Number.POSITIVE_INFINITY;

  constructor(what: string, depth: number) {
    this.#what = what;
    this.#depth = depth;
  }

  /** Takes a text. Texts of removed elements and outside of the root are left out. */
  text(text: string): void {
    if (this.#open.length > this.#ignoredFrom || !this.#root) return;
    if (this.#open.includes('style')) this.#style += text;
    this.#parts.push(escaped(text, false));
  }

  /** Takes a start tag. Throws `asset_corrupt` above the limits of elements and levels. */
  begin(tag: Tag): void {
    const depth = this.#open.length;
    this.#elements += 1;
    if (depth >= MAX_DEPTH || this.#elements > MAX_ELEMENTS) {
      throw corrupt(
        this.#what,
        say`it has more than ${MAX_ELEMENTS} elements or ${MAX_DEPTH} levels`,
      );
    }
    const name = localName(tag.name);
    const isShown = depth < this.#ignoredFrom && !IGNORED.has(name);
    const node = isShown ? this.#addElement(tag, name) : undefined;
    if (!isShown && depth < this.#ignoredFrom && !tag.isEmpty) this.#ignoredFrom = depth;
    if (tag.isEmpty) return;
    this.#open.push(name);
    this.#parents.push(node);
  }

  /** Takes an end tag. At the end of a style sheet, its whole text is checked for references. */
  end(name: string): void {
    this.#open.pop();
    this.#parents.pop();
    if (this.#style !== '' && !this.#open.includes('style')) {
      checkStyle(this.#style, this.#what);
      this.#sheet += `${this.#style}\n`;
      this.#style = '';
    }
    const depth = this.#open.length;
    if (depth === this.#ignoredFrom) this.#ignoredFrom = Number.POSITIVE_INFINITY;
    else if (depth < this.#ignoredFrom) this.#parts.push(`</${name}>`);
  }

  toSource(): SvgSource {
    if (!this.#root || this.#open.length > 0) throw corrupt(this.#what, say`it is incomplete`);
    const drawing = { root: this.#root, parts: this.#parts, sheet: this.#sheet };
    return toSizableSource(
      drawing,
      { images: this.#images, stretches: this.#stretches },
      this.#what,
    );
  }

  /**
   * Adds an element to the drawing; the first one must be `svg`. `#clean` has removed what could
   * run or load anything.
   */
  #addElement(tag: Tag, name: string): Element {
    const attributes = new Map(this.#clean(tag, name));
    const parent = this.#parents.at(-1);
    const node = { name, attributes, parent, written: tag.name, isEmpty: tag.isEmpty };
    if (this.#root) this.#parts.push(node);
    else if (name === 'svg') this.#root = node;
    else throw corrupt(this.#what, say`it begins with <${name.slice(0, 40)}>`);
    return node;
  }

  /** Returns the attributes of a tag without event handlers and links. */
  #clean(tag: Tag, name: string): [string, string][] {
    return tag.attributes.flatMap(([key, value]): [string, string][] => {
      const attribute = localName(key);
      if (/^on/.test(attribute) || key === 'xml:base') return [];
      if (attribute !== 'href' && attribute !== 'src') {
        checkStyle(value, this.#what);
        return [[key, value]];
      }
      return name === 'a' ? [] : [[key, this.#checkedReference(value.trim())]];
    });
  }

  /**
   * Returns a reference within the file. An embedded image without a known type gets the type of
   * its bytes; an embedded drawing is cleaned as this one is. Throws `asset_not_media` for all
   * other references: a drawing must not read files or addresses.
   */
  #checkedReference(value: string): string {
    if (value === '' || value.startsWith('#')) return value;
    const declared = EMBEDDED.exec(value.slice(0, 200));
    if (declared) {
      this.#images.push(Buffer.from(value.slice(declared[0].length), 'base64'));
      return value;
    }
    const bytes = dataOf(value);
    const { contentType } = (bytes && sniff(bytes)) ?? {};
    if (!bytes || contentType === undefined) throw external(value, this.#what);
    if (contentType === 'image/svg+xml' && this.#depth < MAX_EMBEDDED) {
      const inner = readSvg(bytes.toString(), this.#what, this.#depth + 1);
      this.#images.push(...inner.images);
      this.#stretches.push(...inner.stretches);
      // As text, in which the tokens of stretched texts are replaced.
      const source = inner.sized(inner.width, inner.height);
      return `data:${contentType},${encodeURIComponent(source.toWellFormed())}`;
    }
    if (!DRAWN.test(contentType)) throw external(value, this.#what);
    this.#images.push(bytes);
    return dataUri(contentType, bytes);
  }
}

/** Returns a name without its namespace prefix, in lower case. */
function localName(name: string): string {
  return (name.split(':').at(-1) ?? name).toLowerCase();
}

/** Returns the start tag of an element, with what comes before it. */
function written({ textBefore = '', written: name, attributes, isEmpty }: Element): string {
  const attributeTexts = [...attributes].map(([key, value]) => ` ${key}="${escaped(value, true)}"`);
  return `${textBefore}<${name}${attributeTexts.join('')}${isEmpty ? '/' : ''}>`;
}

const EMBEDDED = /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;[\w=-]+)*;base64,/i;

const DRAWN = /^image\/(?:png|jpeg|gif|webp|avif)$/;
const DATA = /^data:[^,]{0,150},/i;

/** The bytes of a data URI of any type: old exporters write others than those of images. */
function dataOf(value: string): Buffer | undefined {
  const [start] = DATA.exec(value.slice(0, 200)) ?? [];
  if (start === undefined) return undefined;
  const body = value.slice(start.length);
  if (/;\s*base64\s*,$/i.test(start)) return Buffer.from(body, 'base64');
  // Any byte may be written as a number. A drawing is text, so its bytes are those of UTF-8.
  const plain = Buffer.from(body).toString('latin1');
  const bytes = plain.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

function dataUri(contentType: string, bytes: Buffer): string {
  return `data:${contentType};base64,${bytes.toString('base64')}`;
}

/** Throws for a style with references to other files. Embedded fonts and images are allowed. */
function checkStyle(source: string, what: string): void {
  const style = withoutEscapes(source);
  const imported = /@import[^;]*/i.exec(style);
  if (imported) throw external(imported[0], what);
  for (const [, value = ''] of style.matchAll(/url\(\s*["']?([^)]*)/gi)) {
    if (!/^(#|data:(application\/|font\/|image\/png|image\/jpeg))/i.test(value.trim())) {
      throw external(value, what);
    }
  }
}

/** Decodes CSS escapes: any letter may be written as a number (CSS Syntax 3, 4.3.7). */
function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style;
  return style.replaceAll(
    /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi,
    (_, code?: string, letter?: string) => {
      const point = Number.parseInt(code ?? '', 16);
      return code === undefined ? (letter ?? '') : String.fromCodePoint(Math.min(point, 0x10ffff));
    },
  );
}

function external(value: string, what: string): AppError {
  // The query may contain secrets.
  const [start = ''] = value.split('?');
  const reported = quoted(start.slice(0, 60).toWellFormed());
  return new AppError(
    'asset_not_media',
    say`Expected an SVG without external references for ${findMessage(what)} but it refers to ${reported}.`,
    { hint: 'Embed its images as PNG or JPEG, and convert its texts to outlines.' },
  );
}

function corrupt(what: string, why: Message): AppError {
  return new AppError(
    'asset_corrupt',
    say`Expected an SVG drawing for ${findMessage(what)} but ${why}.`,
    { hint: 'Open the file in a browser to see the error, or use a PNG.' },
  );
}

const MAX_LENGTH_CHARACTERS = 100;

/**
 * Returns a length in pixels; undefined for percentages, unknown units and lengths of 0 or less.
 */
function pixels(length: string | undefined): number | undefined {
  // Lengths are short. The regular expression needs quadratic time for a long text.
  if (length === undefined || length.length > MAX_LENGTH_CHARACTERS) return undefined;
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length);
  const value = Number(match?.[1]) * (PIXELS_OF[match?.[2]?.toLowerCase() || 'px'] ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

type Drawing = { root: Element; parts: (string | Element)[]; sheet: string };

/**
 * Returns a drawing that can be drawn at any size, with its own size in pixels. Throws
 * `asset_corrupt` if it has neither a size nor a `viewBox`.
 */
function toSizableSource(
  { root, parts, sheet }: Drawing,
  embedded: Pick<SvgSource, 'images' | 'stretches'>,
  what: string,
): SvgSource {
  const of = new Map(root.attributes);
  const style = of.get('style') ?? '';
  const box = of
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [boxX = 0, boxY = 0, boxWidth = 0, boxHeight = 0] = box?.length === 4 ? box : [];
  const hasBox = boxWidth > 0 && boxHeight > 0;
  const sideLengthOf = (side: string) =>
    pixels(new RegExp(`(?:^|;)\\s*${side}\\s*:([^;]*)`, 'i').exec(style)?.[1]) ??
    pixels(of.get(side));
  const [ownWidth, ownHeight] = [sideLengthOf('width'), sideLengthOf('height')];
  if (!hasBox && (ownWidth === undefined || ownHeight === undefined)) {
    throw corrupt(what, say`it has neither a size nor a viewBox`);
  }
  const aspect = hasBox ? boxWidth / boxHeight : 1;
  const width = ownWidth ?? (ownHeight === undefined ? boxWidth : ownHeight * aspect);
  const height = ownHeight ?? width / aspect;
  const isSameShape = !hasBox || Math.abs(width / height / aspect - 1) < 0.01;
  const view = hasBox
    ? { x: boxX, y: boxY, width: boxWidth, height: boxHeight }
    : { x: 0, y: 0, width, height };
  const elements = [root, ...parts.filter((part) => typeof part !== 'string')];
  const [background, stretches] = reportUnsupported(what, () => {
    moveLengths(parts);
    const painted = resolveStyles(elements, sheet, view);
    return [painted, stretchesOf(root, parts, written)] as const;
  });
  const inside = parts.map((part) => (typeof part === 'string' ? part : written(part))).join('');
  const keptAttributes = [...root.attributes].flatMap(([key, value]): [string, string][] => {
    if (key === 'width' || key === 'height' || (key === 'viewBox' && !hasBox)) return [];
    if (key === 'preserveAspectRatio' && isSameShape) return [];
    if (key !== 'style') return [[key, value]];
    return [[key, value.replaceAll(/(^|;)\s*(?:width|height)\s*:[^;]*/gi, '$1')]];
  });
  return {
    width,
    height,
    images: embedded.images,
    stretches: [...embedded.stretches, ...stretches],
    sized: (toWidth, toHeight) => {
      const attributes: [string, string][] = [
        ...keptAttributes,
        ['width', String(toWidth)],
        ['height', String(toHeight)],
        ...(hasBox ? [] : [['viewBox', `0 0 ${width} ${height}`] as [string, string]]),
        // Rounding to whole pixels changes the aspect ratio, which would leave a gap at an edge.
        ...(isSameShape ? [['preserveAspectRatio', 'none'] as [string, string]] : []),
      ];
      return written({ ...root, attributes: new Map(attributes) }) + background + inside;
    },
  };
}

/** Runs `work`, and reports a style that cannot be drawn as `asset_not_media`. */
function reportUnsupported<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnsupportedStyle)) throw error;
    throw new AppError(
      'asset_not_media',
      say`Expected an SVG that can be drawn for ${findMessage(what)} but this use of ${error.message} is not supported.`,
      { hint: 'Flatten the drawing in your design tool, or use a PNG.' },
    );
  }
}
