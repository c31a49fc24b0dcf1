import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { importTemplate, readPackageFile } from '../import/index.ts';
import { sha256 } from '../system/index.ts';
import { serialiseTemplate } from './serialise-template.ts';
import { openStoredTemplate, parseStoredTemplate } from './stored-template.ts';
import type { ImportedTemplate, Template } from './types.ts';

const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));

type Header = Record<string, unknown> & { files: number[] };

/** A template as plain data: faces and files are replaced by their digests. */
function plain({ images, videoFiles, audioFiles, imageScales, fonts, ...template }: Template) {
  const { fontFiles: _, lottie: _lottie, ...otherFields } = template as Partial<ImportedTemplate>;
  const digests = (files: ReadonlyMap<string, { bytes: Uint8Array; label: string }>) =>
    [...files].map(([id, { bytes, ...facts }]) => ({ id, sha256: sha256(bytes), ...facts }));
  return {
    ...otherFields,
    images: digests(images),
    videoFiles: digests(videoFiles),
    audio: digests(audioFiles),
    imageScales: [...imageScales],
    fonts: fonts.map(({ name, face }) => [name, face.key]),
  };
}

/** A template as plain data, before and after it was stored. */
async function roundTrip(
  template: ImportedTemplate,
): Promise<{ original: object; reopened: object }> {
  const bytes = serialiseTemplate(template, 7);
  const storedTemplate = parseStoredTemplate(bytes);
  const opened = await openStoredTemplate(storedTemplate);
  const fontFiles = new Map(storedTemplate.fontFiles.map((file) => [sha256(file.bytes), file]));
  const secondBytes = serialiseTemplate({ ...opened, fontFiles }, storedTemplate.importerVersion);
  const facts = (source: Template, written: Uint8Array) => ({
    ...plain(source),
    lottie: sha256(JSON.stringify(source.lottie)),
    written: sha256(written),
  });
  return { original: facts(template, bytes), reopened: facts(opened, secondBytes) };
}

test.each(['birthday', 'skin-company', 'story-sale'])(
  'the bundled template %s is the same after it was stored',
  async (name) => {
    const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
    const { original, reopened } = await roundTrip(template);
    expect(reopened).toEqual(original);
  },
);

describe('a stored template', () => {
  let bytes: Uint8Array;

  beforeAll(async () => {
    const template = await importTemplate(await readPackageFile(`${DIST}skin-company.lottie`));
    bytes = serialiseTemplate(template, 1);
  });

  /** The stored file with another header. */
  function altered(change: (header: Header) => unknown): Uint8Array {
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
    const [first = '', length = ''] = text.split('\n');
    const start = first.length + length.length + 2;
    const end = start + Number(length);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))) as Header;
    const changed = change(header) ?? header;
    const json = typeof changed === 'string' ? changed : JSON.stringify(changed);
    const written = Buffer.from(json);
    return Buffer.concat([
      Buffer.from(`${first}\n${written.byteLength}\n`),
      ...[written, bytes.subarray(end)],
    ]);
  }

  async function refusal(storedBytes: Uint8Array): Promise<string> {
    const error = await Promise.resolve()
      .then(() => openStoredTemplate(parseStoredTemplate(storedBytes)))
      .catch((e: unknown) => e);
    if (!(error instanceof AppError)) throw new Error('it was read', { cause: error });
    expect(error.details.hint).toContain('framepress template upgrade');
    return `${error.code}: ${error.message}`;
  }

  test('that is truncated, too long or of another format is rejected with the reason', async () => {
    const cut = (end: number) => refusal(bytes.subarray(0, end));
    expect(await cut(0)).toMatch(/^storage_failed: Expected "framepress template", a format/);
    expect(await cut(15)).toContain('for its first lines of the stored template but received');
    expect(await cut(1000)).toMatch(/Expected \d+ bytes or more for its size of the stored/);
    expect(await cut(bytes.length - 1)).toMatch(/Expected \d+ bytes behind the JSON for its files/);
    const longer = Buffer.concat([bytes, Buffer.from('x')]);
    expect(await refusal(longer)).toContain('bytes behind the JSON');
    const later = Buffer.from(bytes);
    later.write('framepress template 2');
    expect(await refusal(later)).toContain(
      'Expected format 1 for its first line of the stored template but received "framepress template 2".',
    );
    expect(await refusal(Buffer.from('PK\u0003\u0004 a package'))).toContain('storage_failed');
  });

  test.each<[string, (header: Header) => unknown, string]>([
    ['no JSON', () => '{', 'Expected JSON for its content'],
    ['a list', () => [], 'cannot be read at ""'],
    ['no object', () => 'null', 'cannot be read at ""'],
    ['an unknown field', (h) => ({ ...h, more: 1 }), 'more'],
    ['a name that is a number', (h) => ({ ...h, name: 5 }), '"/name"'],
    ['a list of files that is none', (h) => ({ ...h, files: { length: 3 } }), '"/files"'],
    ['a file of less than nothing', (h) => ({ ...h, files: [-1, ...h.files] }), '"/files/0"'],
    ['a file of half a byte', (h) => ({ ...h, files: [0.5, ...h.files] }), '"/files/0"'],
    ['a file too many', (h) => ({ ...h, files: [...h.files, 1] }), 'bytes behind the JSON'],
    [
      'an image that is no file',
      (h) => ({ ...h, images: [{ id: 'a', file: 99, label: '' }] }),
      'Expected the position of one of',
    ],
    [
      'a font of no font file',
      (h) => ({ ...h, fonts: [{ name: 'a', file: 99, face: '' }] }),
      'Expected the position of a font file for /fonts/0/file',
    ],
    [
      'a face that its file does not hold',
      (h) => ({ ...h, fonts: [{ name: 'a', file: 0, face: 'b' }] }),
      'Expected the key of a face of its file',
    ],
    [
      'a font file that is an image',
      (h) => ({ ...h, fontFiles: [{ file: 0, label: 'a' }], fonts: [] }),
      'font_invalid',
    ],
    ['no animation', (h) => ({ ...h, lottie: undefined }), '"/lottie"'],
    ['an animation that is a list', (h) => ({ ...h, lottie: [] }), 'the stored animation'],
    [
      'an animation without layers',
      (h) => ({ ...h, lottie: { w: 1, h: 1 } }),
      'a complete animation for the stored animation',
    ],
  ])('with %s is refused', async (_what, change, message) => {
    const error = Promise.resolve()
      .then(() => openStoredTemplate(parseStoredTemplate(altered(change))))
      .catch((e: unknown) => e);
    expect(await error).toBeInstanceOf(AppError);
    expect(String(await error)).toContain(message.replace('font_invalid', 'TrueType or OpenType'));
  });

  test('may use `__proto__` as a name without changing a prototype', async () => {
    const evil = altered((header) => {
      const text = JSON.stringify(header);
      const [editable] = header['editables'] as [string, object][];
      const added = JSON.stringify(['__proto__', editable?.[1]]);
      return text
        .replace('"editables":[', `"editables":[${added},`)
        .replace('"stillcuts":[', '"stillcuts":[["__proto__",{"seconds":0,"frame":0}],')
        .replace('"lottie":{', '"lottie":{"__proto__":{"polluted":true},');
    });
    const { template } = parseStoredTemplate(evil);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(template.editables)).toBe(Object.prototype);
    expect(Object.hasOwn(template.editables, '__proto__')).toBe(true);
    expect(Object.keys(template.stillcuts)).toContain('__proto__');
    expect(Object.getPrototypeOf(template.stillcuts)).toBe(Object.prototype);
    const field = altered((h) => JSON.stringify(h).replace('{', '{"__proto__":{"polluted":true},'));
    expect(await refusal(field)).toContain('__proto__');
  });

  test('that is damaged at any byte is rejected, or gives a template of the same shape', async () => {
    let refused = 0;
    for (let i = 0; i < 60; i++) {
      const damaged = Buffer.from(bytes);
      const at = (i * 7919) % 4000;
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (i % 8));
      try {
        const { template } = parseStoredTemplate(damaged);
        expect(template.video.frameCount).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ code: 'storage_failed' });
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(10);
  });
});
