import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../system/index.ts';
import { type CachedFile, WebCache } from './web-cache.ts';

/** `npm run web` builds it. It is in the root of the repository, and of the published package. */
export const WEB_FOLDER = fileURLToPath(new URL('web/', PACKAGE_ROOT));

/** The bundled templates. `npm run templates` builds them. */
export const EXAMPLES_FOLDER = fileURLToPath(new URL('templates/dist/', PACKAGE_ROOT));

const UTF_8 = '; charset=utf-8';
const TYPES: Record<string, string> = {
  html: `text/html${UTF_8}`,
  js: `text/javascript${UTF_8}`,
  css: `text/css${UTF_8}`,
  json: `application/json${UTF_8}`,
  txt: `text/plain${UTF_8}`,
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  lottie: 'application/zip',
};

export const WEB_TYPES = Object.values(TYPES).map((type) => type.replace(UTF_8, ''));

/** Letters, digits, `_`, `-` and single dots: neither `..` nor a hidden file. */
const NAME = /^[\w-]+(\.[\w-]+)*$/;
const MAX_PATH_CHARACTERS = 300;
/** Folders in which the name of each file or its folder contains a digest of the content. */
const IMMUTABLE = /^(engine\/[^/]+|editor\/chunks|studio\/assets)\//;

export type WebFile = CachedFile & {
  type: string;
  encoding: 'br' | undefined;
  isImmutable: boolean;
};

/**
 * Returns a function that reads a file of the folder by its path in the URL, compressed if the client
 * accepts that. It returns undefined for everything that is not a file with a known type.
 */
export function openWebFiles(folder: string) {
  const cache = new WebCache();
  return async (path: string, acceptsBrotli: boolean): Promise<WebFile | undefined> => {
    const type = typeOf(path);
    if (type === undefined) return undefined;
    const plain = join(folder, path);
    const compressed = acceptsBrotli ? await cache.read(`${plain}.br`) : undefined;
    const file = compressed ?? (await cache.read(plain));
    if (!file) return undefined;
    const encoding = compressed ? 'br' : undefined;
    return { ...file, type, encoding, isImmutable: IMMUTABLE.test(path) };
  };
}

/** Bytes of an answer that are written at once. */
const SLICE = 64 * 1024;

/** Returns the bytes as a stream that copies nothing. */
export function streamOf(bytes: Buffer): Readable {
  return Readable.from(slicesOf(bytes), { objectMode: false });
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

/** Returns the content type; undefined for a path that is never served. */
function typeOf(path: string): string | undefined {
  if (path.length > MAX_PATH_CHARACTERS || !path.split('/').every((name) => NAME.test(name)))
    return undefined;
  const extension = path.split('.').at(-1) ?? '';
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

/** Returns whether `Accept-Encoding` allows Brotli (RFC 9110, 12.5.3). */
export function acceptsBrotli(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}
