import { readFile } from 'node:fs/promises';
import { AppError, fault } from '../../base/index.ts';
import type { ImportedAgain } from '../../database/index.ts';
import { keepWarm } from '../../expressions/index.ts';
import {
  type FetchFont,
  IMPORTER_VERSION,
  importTemplate,
  type PackageChoice,
  readPackage,
  repack,
} from '../../import/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import {
  openStoredTemplate,
  parseStoredTemplate,
  serialiseTemplate,
  type Template,
} from '../../template/index.ts';
import { fetchedKey, templateKey } from '../session-files.ts';

/** A template style version, with the digests of its package and of its stored import. */
export type TemplateRef = {
  id: string;
  /** SHA-256 of the package. */
  digest: string;
  packageKey: string;
  packageLabel: string;
  /** Of a dotLottie: the animation and the theme that the upload chose. */
  animation: string | null;
  theme: string | null;
  language: string;
  /** SHA-256 of the stored import; null for a version without a stored import. */
  templateDigest: string | null;
};

export type OpenTemplate = {
  template: Template;
  /** The version of the importer that created the stored import. */
  importerVersion: number;
  templateDigest: string;
  storedBytes: number;
};

/** An import that took the place of a stored import that could not be read, or of none. */
export type StoredAgain = {
  reason: string;
  /** Digest of the import that the version had. */
  before: string | null;
  imported: ImportedAgain;
};

/** Other settings for a version's package. */
export type DraftSource = {
  /** The text of a template.json. */
  settings: string;
  /** Files to add: their paths in the package, and their keys in the store. */
  files: readonly { path: string; key: string }[];
};

type Store = Pick<BlobStore, 'localPath' | 'putBytes' | 'stat'>;

/**
 * Maximum size of a stored import. A package has at most an animation of 64 MB, which grows when
 * expressions are replaced by keyframes, and files of 512 MB.
 */
const MAX_FILE_BYTES = 2 ** 30;

/** Maximum size of all stored imports whose templates are cached. A template takes more memory. */
const MAX_KEPT_BYTES = 64 * 2 ** 20;
const MAX_DRAFTS = 2;

/**
 * Opens stored imports and caches the templates, because a batch uses the same template many times.
 * If a stored import is missing, damaged or of another format, the package is imported again and
 * the result is stored; `onImport` is called with the result.
 */
export class TemplateCache {
  readonly #store: Store;
  readonly #onImport: (newImport: StoredAgain) => void;
  readonly #maxStoredBytes: number;
  /**
   * Cached templates by the digest of their stored import. The most recently used is at the end.
   */
  readonly #kept = new Map<string, OpenTemplate>();
  /** By the digest of version and source; the last used is at the end. */
  readonly #drafts = new Map<string, Template>();

  constructor(
    store: Store,
    onImport: (newImport: StoredAgain) => void,
    maxStoredBytes = MAX_KEPT_BYTES,
  ) {
    this.#store = store;
    this.#onImport = onImport;
    this.#maxStoredBytes = maxStoredBytes;
  }

  /** Returns the template of a version. Versions in several languages may have the same package. */
  async get(version: TemplateRef): Promise<Template> {
    return (await this.open(version)).template;
  }

  /** Returns the template of a version with the facts of its stored import. */
  async open(version: TemplateRef): Promise<OpenTemplate> {
    return inLanguage(await this.#open(version), version.language);
  }

  /** Imports a version's package, and stores and caches the result with all files that `fetchFont` fetched. */
  async import(version: TemplateRef, fetchFont?: FetchFont): Promise<OpenTemplate> {
    const opened = await importAndStore(version, this.#store, fetchFont);
    this.#cache(opened);
    return inLanguage(opened, version.language);
  }

  /**
   * Imports a version's package with another template.json and added files, without storing the result. The
   * last ones are cached: a person who edits the settings looks at many frames with each.
   */
  async draft(version: TemplateRef, source: DraftSource): Promise<Template> {
    const key = sha256(JSON.stringify([version.id, version.digest, source]));
    const cachedDraft = this.#drafts.get(key);
    const template = cachedDraft ?? (await importDraft(version, this.#store, source));
    this.#drafts.delete(key);
    this.#drafts.set(key, template);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size > MAX_DRAFTS && oldest !== undefined) this.#drafts.delete(oldest);
    return version.language === 'en' ? template : { ...template, language: version.language };
  }

  /** Returns a kept template, else reads its stored import, else imports the package again. */
  async #open(version: TemplateRef): Promise<OpenTemplate> {
    const { templateDigest } = version;
    const keptTemplate = templateDigest === null ? undefined : this.#kept.get(templateDigest);
    if (keptTemplate) {
      this.#cache(keptTemplate);
      return keptTemplate;
    }
    try {
      const opened = await readStored(version, this.#store);
      this.#cache(opened);
      return opened;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#importAgain(version, error.message);
    }
  }

  /**
   * Imports a version whose stored import cannot be read, and reports the new digest. `reason` says why.
   */
  async #importAgain(version: TemplateRef, reason: string): Promise<OpenTemplate> {
    const opened = await this.import(version);
    const { template, templateDigest, importerVersion } = opened;
    this.#onImport({
      reason,
      before: version.templateDigest,
      imported: { templateDigest, importerVersion, ...factsOf(template) },
    });
    return opened;
  }

  /**
   * Caches a template as the most recently used, and removes the least recently used templates. Prepares
   * for its expressions, if some follow editables.
   */
  #cache(opened: OpenTemplate): void {
    if (opened.template.dependentExpressions) keepWarm();
    this.#kept.delete(opened.templateDigest);
    this.#kept.set(opened.templateDigest, opened);
    let sum = 0;
    for (const [key, { storedBytes }] of [...this.#kept].reverse()) {
      sum += storedBytes;
      if (sum > this.#maxStoredBytes) this.#kept.delete(key);
    }
  }
}

/** Returns the facts of a template that the row of its version stores. */
export function factsOf({ video, editables, fontNames, fonts, captions }: Template) {
  const packageNames = new Set(fonts.map(({ name }) => name));
  const packageFonts = fontNames.filter((name) => packageNames.has(name));
  return {
    ...video,
    editables,
    fonts: fontNames,
    packageFonts,
    captions: captions?.description ?? null,
  };
}

/**
 * Returns a template with the language of its version. `en` is also the default of an upload
 * without a language, so the language of the package is used for `en`.
 */
function inLanguage(opened: OpenTemplate, language: string): OpenTemplate {
  if (language === 'en') return opened;
  return { ...opened, template: { ...opened.template, language } };
}

/**
 * Imports a version's package and stores the result. Returns the template as it is read from the
 * stored bytes. Other stored imports of the version are kept.
 */
export async function importAndStore(
  version: TemplateRef,
  store: Store,
  fetchFont: FetchFont = onlyAtUpload,
): Promise<OpenTemplate> {
  const bytes = await importVersion(version, store, fetchFont);
  if (bytes.byteLength > MAX_FILE_BYTES) {
    throw new AppError(
      'package_too_large',
      `Expected at most ${MAX_FILE_BYTES} bytes for the imported template of ${version.packageLabel} but received ${bytes.byteLength}.`,
      { hint: 'Use fewer expressions, or make the images and videos smaller.' },
    );
  }
  const templateDigest = sha256(bytes);
  // Open the bytes before they are stored, so that every stored import can be read.
  const opened = await parseStored(bytes, templateDigest).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause;
    const message = `The imported template of ${version.packageLabel} cannot be stored: ${cause.message}`;
    const hint = 'Export the animation again with Bodymovin or another Lottie exporter.';
    throw new AppError('lottie_invalid', message, { hint }, { cause });
  });
  await store.putBytes(templateKey(version.id, templateDigest), bytes);
  return opened;
}

/**
 * Reads a version's stored import. Throws `storage_failed` if the import is missing, damaged or of
 * another format.
 */
async function readStored(version: TemplateRef, store: Store): Promise<OpenTemplate> {
  const { id, templateDigest } = version;
  if (templateDigest === null) throw unreadable('the version has no stored import');
  const key = templateKey(id, templateDigest);
  const facts = await store.stat(key);
  if (!facts) throw unreadable('it is missing');
  if (facts.bytes > MAX_FILE_BYTES) throw unreadable(`it has ${facts.bytes} bytes`);
  const bytes = await readFile(await store.localPath(key)).catch((cause: NodeJS.ErrnoException) => {
    // For example, an upgrade has just removed it.
    throw unreadable(`it cannot be opened (${cause.code})`);
  });
  if (sha256(bytes) !== templateDigest) throw unreadable('it is damaged');
  return parseStored(bytes, templateDigest);
}

/**
 * Imports a version's package and returns the template in its stored form. Throws `storage_failed` if the
 * package cannot be read.
 */
async function importVersion(
  version: TemplateRef,
  store: Store,
  fetchFont: FetchFont,
): Promise<Uint8Array> {
  const { bytes, label, choice } = await readVersionPackage(version, store);
  const template = await importTemplate(await readPackage(bytes, label, choice), {
    fetchFont: (url) => storedOrFetched(fetchedKey(version.id, url), store, () => fetchFont(url)),
  });
  return serialiseTemplate(template, IMPORTER_VERSION);
}

/** Imports a version's package as a draft has it. Of fonts on the web, only those that are stored are used. */
async function importDraft(
  version: TemplateRef,
  store: Store,
  { settings, files }: DraftSource,
): Promise<Template> {
  const old = await readVersionPackage(version, store);
  const added = await Promise.all(
    files.map(async ({ path, key }, index) => {
      const bytes = await readFile(await store.localPath(key)).catch(
        (cause: NodeJS.ErrnoException) => {
          if (cause.code !== 'ENOENT') throw cause;
          const message = 'An upload was removed while its file was added.';
          const hint = 'Upload the file again with POST /v2/uploads.';
          const pointer = `/files/${index}/upload_id`;
          throw AppError.fromFaults([fault('upload_unknown', message, { pointer, hint })]);
        },
      );
      return { path, bytes };
    }),
  );
  const templateJson = Buffer.from(settings);
  const source =
    added.length > 0
      ? (await repack(old, templateJson, added)).source
      : await readPackage(old.bytes, old.label, old.choice, { templateJson });
  return importTemplate(source, {
    fetchFont: (url) => storedOrFetched(fetchedKey(version.id, url), store, onlyAtUpload),
  });
}

/** The bytes of a version's package, its name, and the parts that the upload chose. */
type VersionPackage = { bytes: Uint8Array; label: string; choice: PackageChoice };

/** Reads a version's package. Throws `storage_failed` if it is missing. */
export async function readVersionPackage(
  version: TemplateRef,
  store: Pick<Store, 'localPath'>,
): Promise<VersionPackage> {
  const { packageKey, packageLabel: label, animation, theme } = version;
  const path = await store.localPath(packageKey);
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const message =
      cause.code === 'ENOENT'
        ? `The package of the template version ${version.id} is missing.`
        : `The package of the template version ${version.id} cannot be read (${cause.code}).`;
    const hint = 'Restore the data folder from a backup, or upload the template again.';
    throw new AppError('storage_failed', message, { hint }, { cause });
  });
  return { bytes, label, choice: { animation: animation ?? undefined, theme: theme ?? undefined } };
}

/** Every import of a version uses the files that its first import fetched: its result must not change. */
async function storedOrFetched(
  key: string,
  store: Store,
  fetch: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (await store.stat(key)) return readFile(await store.localPath(key));
  const bytes = await fetch();
  await store.putBytes(key, bytes);
  return bytes;
}

async function onlyAtUpload(): Promise<never> {
  throw new AppError('unavailable', 'Fonts are fetched only when a template is uploaded.');
}

/** Parses a stored import whose bytes have this digest; the caller checks it. */
async function parseStored(bytes: Uint8Array, templateDigest: string): Promise<OpenTemplate> {
  const storedTemplate = parseStoredTemplate(bytes);
  const { importerVersion } = storedTemplate;
  const template = await openStoredTemplate(storedTemplate);
  return { template, importerVersion, templateDigest, storedBytes: bytes.byteLength };
}

function unreadable(why: string): AppError {
  return new AppError('storage_failed', `The stored import cannot be read: ${why}.`, {
    hint: 'Import the template again: framepress template upgrade.',
  });
}
