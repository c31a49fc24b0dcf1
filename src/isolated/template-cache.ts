import { AppError } from '../base/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Template } from '../template/index.ts';
import type { TaskEvent } from './protocol.ts';
import {
  importAndStore,
  type OpenTemplate,
  readStored,
  type TemplateRef,
} from './stored-templates.ts';

type Store = Pick<BlobStore, 'localPath' | 'putBytes' | 'stat'>;

/** Of stored imports whose templates are kept; a template takes a few times as much. */
const MAX_STORED_BYTES = 64 * 2 ** 20;

/**
 * Templates as they are stored: a batch uses the same template again and again. An import that is missing, damaged or of
 * another format is made again from the package and stored; `onImport` is called with the result.
 */
export class TemplateCache {
  readonly #store: Store;
  readonly #onImport: (event: Extract<TaskEvent, { name: 'imported again' }>) => void;
  readonly #maxStoredBytes: number;
  /** By the digest of the stored import; templates used last are at the end. */
  readonly #kept = new Map<string, OpenTemplate>();

  constructor(
    store: Store,
    onImport: (event: Extract<TaskEvent, { name: 'imported again' }>) => void,
    maxStoredBytes = MAX_STORED_BYTES,
  ) {
    this.#store = store;
    this.#onImport = onImport;
    this.#maxStoredBytes = maxStoredBytes;
  }

  /** The template of a version. One package may serve versions of several languages. */
  async get(version: TemplateRef): Promise<Template> {
    return (await this.open(version)).template;
  }

  /** The same with the version of the importer that made it. */
  async open(version: TemplateRef): Promise<OpenTemplate> {
    return inLanguage(await this.#open(version), version.language);
  }

  /** Imports a version's package, stores the result and keeps it. */
  async import(version: TemplateRef): Promise<OpenTemplate> {
    const opened = await importAndStore(version, this.#store);
    this.#keep(opened);
    return inLanguage(opened, version.language);
  }

  async #open(version: TemplateRef): Promise<OpenTemplate> {
    const { templateDigest } = version;
    const known = templateDigest === null ? undefined : this.#kept.get(templateDigest);
    if (known) {
      this.#keep(known);
      return known;
    }
    try {
      const opened = await readStored(version, this.#store);
      this.#keep(opened);
      return opened;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#importAgain(version, error.message);
    }
  }

  async #importAgain(version: TemplateRef, reason: string): Promise<OpenTemplate> {
    const opened = await this.import(version);
    const { template, templateDigest, importerVersion } = opened;
    this.#onImport({
      ...{ name: 'imported again', reason, before: version.templateDigest },
      imported: { templateDigest, importerVersion, ...factsOf(template) },
    });
    return opened;
  }

  /** Puts a template at the end, and drops templates used longest ago. */
  #keep(opened: OpenTemplate): void {
    this.#kept.delete(opened.templateDigest);
    this.#kept.set(opened.templateDigest, opened);
    let sum = 0;
    for (const [key, { storedBytes }] of [...this.#kept].reverse()) {
      sum += storedBytes;
      if (sum > this.#maxStoredBytes) this.#kept.delete(key);
    }
  }
}

/** What the row of a version has of its template. */
export function factsOf({ video, editables, fontNames }: Template) {
  return { ...video, editables, fonts: fontNames };
}

/** The language that a version has when its upload names none leaves the choice to the package. */
function inLanguage(opened: OpenTemplate, language: string): OpenTemplate {
  if (language === 'en') return opened;
  return { ...opened, template: { ...opened.template, language } };
}
