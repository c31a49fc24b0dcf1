import { AppError } from '../../base/index.ts';
import { escaped, readTags, type Tag, type TagReader } from './svg-tags.ts';

/** A safe SVG drawing without external references. `width` and `height` are in CSS pixels. */
export type SvgSource = {
  width: number;
  height: number;
  /** Embedded images. Their bytes are untrusted and must be checked. */
  images: Buffer[];
  /** Returns the source with a different size. */
  sized(width: number, height: number): string;
};

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 100_000;
/** Elements that are removed with their content. */
const IGNORED = new Set(['script', 'foreignobject', 'iframe', 'metadata']);

/**
 * Parses an SVG drawing. Scripts, event handlers, comments and the document type are removed, and
 * plain entities are expanded. Throws `asset_not_media` for references to other files and
 * `asset_corrupt` for a text that is not an SVG. Errors contain `what` as the name of the drawing.
 */
export function readSvg(text: string, what: string): SvgSource {
  const reader = new Reader(what);
  readTags(text, what, reader);
  return reader.whole();
}

class Reader implements TagReader {
  readonly #what: string;
  readonly #parts: string[] = [];
  readonly #images: Buffer[] = [];
  readonly #open: string[] = [];
  #root: Tag | undefined;
  #elements = 0;
  /** Text of the current style sheet so far. Comments and CDATA sections split it into parts. */
  #style = '';
  /** Depth of the outermost ignored element. Its content is removed. */
  #ignoredFrom = Number.POSITIVE_INFINITY;

  constructor(what: string) {
    this.#what = what;
  }

  text(text: string): void {
    if (this.#open.length > this.#ignoredFrom || !this.#root) return;
    if (this.#open.includes('style')) this.#style += text;
    this.#parts.push(escaped(text, false));
  }

  begin(tag: Tag): void {
    const depth = this.#open.length;
    this.#elements += 1;
    if (depth >= MAX_DEPTH || this.#elements > MAX_ELEMENTS) {
      throw corrupt(this.#what, `it has more than ${MAX_ELEMENTS} elements or ${MAX_DEPTH} levels`);
    }
    const name = localName(tag.name);
    const isShown = depth < this.#ignoredFrom && !IGNORED.has(name);
    if (isShown) this.#keep(clean(tag, name, this.#images, this.#what), name);
    else if (depth < this.#ignoredFrom && !tag.isEmpty) this.#ignoredFrom = depth;
    if (!tag.isEmpty) this.#open.push(name);
  }

  end(name: string): void {
    this.#open.pop();
    if (this.#style !== '' && !this.#open.includes('style')) {
      checkStyle(this.#style, this.#what);
      this.#style = '';
    }
    const depth = this.#open.length;
    if (depth === this.#ignoredFrom) this.#ignoredFrom = Number.POSITIVE_INFINITY;
    else if (depth < this.#ignoredFrom) this.#parts.push(`</${name}>`);
  }

  whole(): SvgSource {
    if (!this.#root || this.#open.length > 0) throw corrupt(this.#what, 'it is incomplete');
    return sizable(this.#root, this.#parts, this.#images, this.#what);
  }

  #keep(tag: Tag, name: string): void {
    if (this.#root) this.#parts.push(written(tag));
    else if (name === 'svg') this.#root = tag;
    else throw corrupt(this.#what, `it begins with <${name.slice(0, 40)}>`);
  }
}

function localName(name: string): string {
  return (name.split(':').at(-1) ?? name).toLowerCase();
}

function written({ name, attributes, isEmpty }: Tag): string {
  const all = attributes.map(([key, value]) => ` ${key}="${escaped(value, true)}"`);
  return `<${name}${all.join('')}${isEmpty ? '/' : ''}>`;
}

/** Returns a tag without event handlers and links. */
function clean(tag: Tag, name: string, images: Buffer[], what: string): Tag {
  const attributes = tag.attributes.filter(([key, value]) => {
    const attribute = localName(key);
    if (/^on/.test(attribute) || key === 'xml:base') return false;
    if (attribute !== 'href' && attribute !== 'src') {
      checkStyle(value, what);
      return true;
    }
    if (name === 'a') return false;
    checkReference(value.trim(), images, what);
    return true;
  });
  return { ...tag, attributes };
}

const EMBEDDED = /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;[\w=-]+)*;base64,/i;

function checkReference(value: string, images: Buffer[], what: string): void {
  if (value === '' || value.startsWith('#')) return;
  const start = EMBEDDED.exec(value.slice(0, 200));
  if (!start) throw external(value, what);
  images.push(Buffer.from(value.slice(start[0].length), 'base64'));
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
  const reported = JSON.stringify(start.slice(0, 60).toWellFormed());
  return new AppError(
    'asset_not_media',
    `Expected an SVG without external references for ${what} but it refers to ${reported}.`,
    { hint: 'Embed its images as PNG or JPEG, and convert its texts to outlines.' },
  );
}

function corrupt(what: string, why: string): AppError {
  return new AppError('asset_corrupt', `Expected an SVG drawing for ${what} but ${why}.`, {
    hint: 'Open the file in a browser to see the error, or use a PNG.',
  });
}

/** CSS pixels of each unit, at 96 dots per inch (CSS Values 4, 6.2). */
const PIXELS_OF: Record<string, number> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
};

const MAX_LENGTH_CHARACTERS = 100;

function pixels(length: string | undefined): number | undefined {
  // Lengths are short. The regular expression needs quadratic time for a long text.
  if (length === undefined || length.length > MAX_LENGTH_CHARACTERS) return undefined;
  const found = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length);
  const value = Number(found?.[1]) * (PIXELS_OF[found?.[2]?.toLowerCase() || 'px'] ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function sizable(root: Tag, parts: string[], images: Buffer[], what: string): SvgSource {
  const of = new Map(root.attributes);
  const style = of.get('style') ?? '';
  const box = of
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box?.length === 4 ? box : [];
  const hasBox = boxWidth > 0 && boxHeight > 0;
  const given = (side: string) =>
    pixels(new RegExp(`(?:^|;)\\s*${side}\\s*:([^;]*)`, 'i').exec(style)?.[1]) ??
    pixels(of.get(side));
  const [ownWidth, ownHeight] = [given('width'), given('height')];
  if (!hasBox && (ownWidth === undefined || ownHeight === undefined)) {
    throw corrupt(what, 'it has neither a size nor a viewBox');
  }
  const aspect = hasBox ? boxWidth / boxHeight : 1;
  const width = ownWidth ?? (ownHeight === undefined ? boxWidth : ownHeight * aspect);
  const height = ownHeight ?? width / aspect;
  const isSameShape = !hasBox || Math.abs(width / height / aspect - 1) < 0.01;
  const kept = root.attributes.flatMap(([key, value]): [string, string][] => {
    if (key === 'width' || key === 'height' || (key === 'viewBox' && !hasBox)) return [];
    if (key === 'preserveAspectRatio' && isSameShape) return [];
    if (key !== 'style') return [[key, value]];
    return [[key, value.replaceAll(/(^|;)\s*(?:width|height)\s*:[^;]*/gi, '$1')]];
  });
  return {
    width,
    height,
    images,
    sized: (toWidth, toHeight) => {
      const attributes: [string, string][] = [
        ...kept,
        ['width', String(toWidth)],
        ['height', String(toHeight)],
        ...(hasBox ? [] : [['viewBox', `0 0 ${width} ${height}`] as [string, string]]),
        // Rounding to whole pixels changes the aspect ratio, which would leave a gap at an edge.
        ...(isSameShape ? [['preserveAspectRatio', 'none'] as [string, string]] : []),
      ];
      return written({ ...root, attributes }) + parts.join('');
    },
  };
}
