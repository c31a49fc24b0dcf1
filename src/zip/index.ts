/** Writing ZIP files, and reading those whose files are stored without compression. */
export { directory, localHeader, type ZipEntry } from './zip-parts.ts';
export { readZip, ZipWriter, zipDataStart } from './zip-writer.ts';
