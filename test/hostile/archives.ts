/** Writes archives as no program would: every field of every entry is given. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  content?: string | Buffer;
  /** 0 stored, 8 deflate. */
  method?: number;
  flags?: number;
  /** What the headers say in the place of the content's own size. */
  declaredSize?: number;
  /** The number of the entry whose local header and bytes this one shares. */
  sharesWith?: number;
};

const UTF8 = 0x800;

/** The bytes of an archive with these entries, in their order. */
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
