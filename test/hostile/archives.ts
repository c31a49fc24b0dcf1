/** Writes archives with arbitrary values in every field of every entry. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  content?: string | Buffer;
  /** 0 stored, 8 deflate. */
  method?: number;
  flags?: number;
  /** The size in the headers, instead of the content's size. */
  declaredSize?: number;
  /** The number of the entry whose local header and bytes this entry shares. */
  sharesWith?: number;
};

const UTF8 = 0x800;

/** Returns the bytes of an archive with these entries, in order. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const { method = 8, flags = UTF8, sharesWith } = entry;
    const content = Buffer.from(entry.content ?? '');
    const packed = method === 8 ? deflateRawSync(content, { level: 9 }) : content;
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    for (const [index, value] of [20, flags, method, 0, 0x21].entries())
      common.writeUInt16LE(value, index * 2);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.declaredSize ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const offset = sharesWith === undefined ? at : (offsets[sharesWith] ?? 0);
    offsets.push(offset);
    if (sharesWith === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
      parts.push(local);
      at += local.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const signature = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
    directory.push(Buffer.concat([signature, common, tail, name]));
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, index, end]);
}

/** An archive that is refused, with the expected code and message. */
export type HostileArchive = { name: string; entries: ZipEntry[]; code: string; message: RegExp };

const DATA = { name: 'data.json', content: '{}' };
const few = (count: number, make: (index: number) => ZipEntry): ZipEntry[] =>
  Array.from({ length: count }, (_, index) => make(index));

export function hostileArchives(): HostileArchive[] {
  const megabyte = Buffer.alloc(1024 * 1024, ' ');
  const unsafe = (name: string, path: string): HostileArchive => ({
    name: `a name that ${name}`,
    entries: [DATA, { name: path }],
    code: 'package_path_unsafe',
    message: /^Expected names inside the package/,
  });
  const large = (name: string, entries: ZipEntry[], message: RegExp): HostileArchive => ({
    name,
    entries,
    code: 'package_too_large',
    message,
  });
  const broken = (name: string, entries: ZipEntry[], message: RegExp): HostileArchive => ({
    name,
    entries,
    code: 'package_unreadable',
    message,
  });
  return [
    unsafe('climbs out', '../data.json'),
    unsafe('climbs out of a folder', 'images/../../data.json'),
    unsafe('begins at the root', '/etc/passwd'),
    unsafe('is on a drive', 'C:/data.json'),
    unsafe('climbs out with backslashes', 'images\\..\\..\\a.png'),
    unsafe('has a zero byte', 'data.json\0.png'),
    large('a name of a thousand letters', [{ name: 'x'.repeat(1001) }], /in a name/),
    large('folders in one another', [{ name: `${'a/'.repeat(12)}b` }], /folders/),
    large(
      'more entries than a template has',
      few(2001, (n) => ({ name: `${n}` })),
      /entries/,
    ),
    large(
      'many small bombs',
      few(300, (n) => ({ name: `${n}`, content: megabyte })),
      /at most 200 times its size/,
    ),
    large(
      'sizes of four gigabytes',
      few(2, (n) => ({ name: `${n}`, declaredSize: 0xfffffffe })),
      /unpacked bytes/,
    ),
    broken(
      'the same name in other letters',
      [DATA, { name: 'images/É.png' }, { name: 'images/e\u0301.PNG' }],
      /has both/,
    ),
    broken('the same name twice', [DATA, DATA], /has both "data.json" and "data.json"/),
    broken('a password', [{ ...DATA, flags: 1 }], /is encrypted/),
    broken('another method', [{ ...DATA, method: 14 }], /by method 14/),
    broken(
      'entries that share bytes',
      [DATA, ...few(100, (n) => ({ ...DATA, name: `${n}`, sharesWith: 0 }))],
      /share bytes/,
    ),
    broken('sizes that lie', [{ ...DATA, content: megabyte, declaredSize: 10 }], /broken/),
  ];
}
