/** Writing and reading ZIP files with files that are stored without compression. */
export { directory, localHeader, type ZipEntry } from './zip-parts.ts';
export { readZip, ZipWriter, zipDataStart } from './zip-writer.ts';
