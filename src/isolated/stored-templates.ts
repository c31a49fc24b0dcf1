import { readFile } from 'node:fs/promises';
import { AppError } from '../base/index.ts';
import { IMPORTER_VERSION, importTemplate, readPackage } from '../import/index.ts';
import type { BlobStore } from '../storage/index.ts';
import { sha256 } from '../system/index.ts';
import {
  openStoredTemplate,
  parseStoredTemplate,
  serialiseTemplate,
  type Template,
} from '../template/index.ts';

/** The package and the stored import of a version. */
export type TemplateRef = {
  id: string;
  /** SHA-256 of the package. */
  digest: string;
  packageKey: string;
  packageLabel: string;
  language: string;
  /** SHA-256 of the stored import; null for a version that has none. */
  templateDigest: string | null;
};

export type OpenTemplate = {
  template: Template;
  /** Version of the importer that created it. */
  importerVersion: number;
  templateDigest: string;
  storedBytes: number;
};

type Store = Pick<BlobStore, 'localPath' | 'putBytes' | 'stat'>;

/**
 * An animation of 64 MB, to which baked expressions add, and files of 512 MB, the limits of a
 * package.
 */
const MAX_STORED_BYTES = 2 ** 30;

/**
 * Where a version's import is stored. A file there never changes: its name is the SHA-256 of its
 * bytes.
 */
export function templateKey(versionId: string, templateDigest: string): string {
  return `versions/${versionId}/template/${templateDigest}`;
}

/**
 * Imports a version's package, stores the result and returns the stored form. Older imports stay.
 */
export async function importAndStore(version: TemplateRef, store: Store): Promise<OpenTemplate> {
  const bytes = await serialised(version, store);
  if (bytes.byteLength > MAX_STORED_BYTES) {
    throw new AppError(
      'package_too_large',
      `Expected at most ${MAX_STORED_BYTES} bytes for the import of ${version.packageLabel} but received ${bytes.byteLength}.`,
      { hint: 'Use fewer expressions, or make the images and videos smaller.' },
    );
  }
  const templateDigest = sha256(bytes);
  // Publish only an import that can be read again.
  const opened = await open(bytes, templateDigest).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause;
    const message = `Expected an animation that can be stored for ${version.packageLabel} but its import has another form: ${cause.message}`;
    const hint = 'Export the animation again with Bodymovin or a different Lottie exporter.';
    throw new AppError('lottie_invalid', message, { hint }, { cause });
  });
  await store.putBytes(templateKey(version.id, templateDigest), bytes);
  return opened;
}

/**
 * Reads a version's stored import. Throws `storage_failed` when it is missing, damaged or has a
 * different format.
 */
export async function readStored(version: TemplateRef, store: Store): Promise<OpenTemplate> {
  const { id, templateDigest } = version;
  if (templateDigest === null) throw unreadable('it is of a version that stored none');
  const key = templateKey(id, templateDigest);
  const facts = await store.stat(key);
  if (!facts) throw unreadable('it is missing');
  if (facts.bytes > MAX_STORED_BYTES) throw unreadable(`it has ${facts.bytes} bytes`);
  const bytes = await readFile(await store.localPath(key));
  if (sha256(bytes) !== templateDigest) throw unreadable('it is damaged');
  return open(bytes, templateDigest);
}

async function serialised(version: TemplateRef, store: Store): Promise<Uint8Array> {
  const { packageKey, packageLabel } = version;
  const path = await store.localPath(packageKey);
  const source = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const message =
      cause.code === 'ENOENT'
        ? `The package of the template version ${version.id} is missing.`
        : `The package of the template version ${version.id} cannot be read (${cause.code}).`;
    const hint = 'Restore the data folder from a backup, or upload the template again.';
    throw new AppError('storage_failed', message, { hint }, { cause });
  });
  const template = await importTemplate(await readPackage(source, packageLabel));
  return serialiseTemplate(template, IMPORTER_VERSION);
}

async function open(bytes: Uint8Array, templateDigest: string): Promise<OpenTemplate> {
  const stored = parseStoredTemplate(bytes);
  const { importerVersion } = stored;
  const template = await openStoredTemplate(stored);
  return { template, importerVersion, templateDigest, storedBytes: bytes.byteLength };
}

function unreadable(why: string): AppError {
  return new AppError('storage_failed', `The stored import cannot be read: ${why}.`, {
    hint: 'Import the template again: framepress template upgrade.',
  });
}
