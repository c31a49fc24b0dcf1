import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';

const run = promisify(execFile);

/** Files that are not accepted as images, with the name in the refusal. */
export async function refusedFiles(folder: string): Promise<[string, Buffer][]> {
  const base = join(folder, 'base.png');
  const made = async (extension: string) => {
    const path = join(folder, `refused.${extension}`);
    await run('convert', [base, path]);
    return readFile(path);
  };
  const box = (text: string) => Buffer.from(text, 'latin1');
  return [
    ['an image of type bmp', await made('bmp')],
    ['an image of type avif-sequence', box('\0\0\0\x1cftypavis\0\0\0\0avisavifmsf1')],
    ['an image of type jp2', await made('jp2')],
    ['an image of type vnd.adobe.photoshop', await made('psd')],
    ['an image of type x-icon', await made('ico')],
    ['an image of type jxl', box('\0\0\0\x0cJXL \r\n\x87\n')],
    ['a PDF document', box('%PDF-1.7\n%\xe2\xe3')],
    ['an HTML page', box('<!DOCTYPE html><title>Log in</title>')],
    ['JSON', box('{"error":"expired"}')],
    ['a ZIP archive', box('PK\x03\x04\x14\0')],
    ['a video of type mp4', box('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41')],
    ['an audio file of type mpeg', box('ID3\x03\0\0\0\0\0\0')],
    ['a font of type woff2', box('wOF2\0\x01\0\0')],
    ['a file of unknown type', deflateSync(Buffer.alloc(9))],
    ['an empty file', Buffer.alloc(0)],
  ];
}
