import { AppError } from '../../base/index.ts';
import { escaped, readTags, type Tag, type TagReader } from './svg-tags.ts';

/** A drawing that refers to nothing outside of itself. Width and height in CSS pixels. */
export type SvgSource = {
  width: number;
  height: number;
  /** Images inside of it, which are its own and yet somebody's bytes. */
  images: Buffer[];
  /** The source at another size. */
  sized(width: number, height: number): string;
};

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 100_000;
/** Drawn by nobody, or not by us. */
const IGNORED = new Set(['script', 'foreignobject', 'iframe', 'metadata']);

/**
 * Reads a drawing: scripts, event handlers, comments and the document type are left out, plain
 * entities are written out. Throws `asset_not_media` for what refers to other files, `asset_corrupt`
 * for what is no drawing. `what` names it in errors.
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
  /** Of the style sheet that is being read: comments and sections part its text. */
  #style = '';
  /** How deep the element lies whose insides are left out. */
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
      throw corrupt(this.#what, `it has over ${MAX_ELEMENTS} elements or ${MAX_DEPTH} levels`);
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
    if (!this.#root || this.#open.length > 0) throw corrupt(this.#what, 'it is cut off');
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

/** A tag without handlers and links. */
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

/** Styles may only point into the drawing, or hold a font. */
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

/** CSS Syntax 3, 4.3.7: any letter may be written by its number. */
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
  // The rest may hold secrets of theirs.
  const [start = ''] = value.split('?');
  const reported = JSON.stringify(start.slice(0, 60).toWellFormed());
  return new AppError(
    'asset_not_media',
    `Expected a drawing that is whole by itself for ${what} but it refers to ${reported}.`,
    { hint: 'Embed its images as PNG or JPEG, and turn its texts into outlines.' },
  );
}

function corrupt(what: string, why: string): AppError {
  return new AppError('asset_corrupt', `Expected an SVG drawing for ${what} but ${why}.`, {
    hint: 'Open it in a browser to see what is wrong, or give it as PNG.',
  });
}

/** CSS Values 4, 6.2: at 96 dots per inch. */
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
  // A number is short; looking for one in a long text takes the square of its length.
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
        // Whole pixels round the shape, which would leave an edge open.
        ...(isSameShape ? [['preserveAspectRatio', 'none'] as [string, string]] : []),
      ];
      return written({ ...root, attributes }) + parts.join('');
    },
  };
}
