import { readFile } from 'node:fs/promises';
import type { TemplateVersion } from '../database/index.ts';
import type { BlobStore } from '../storage/index.ts';
import { importTemplate, readPackage, type Template } from '../template/index.ts';

const MOST = 8;

/** Imported templates by the digest of their package: a batch uses the same one again and again. */
export class TemplateCache {
  readonly #store: BlobStore;
  readonly #known = new Map<string, Promise<Template>>();

  constructor(store: BlobStore) {
    this.#store = store;
  }

  /** In the language that the version was uploaded for: one package may serve several. */
  async get(
    version: Pick<TemplateVersion, 'digest' | 'packageKey' | 'packageLabel' | 'language'>,
  ): Promise<Template> {
    const template = await this.#get(version);
    // The one that a version has when none is said leaves it to the package.
    return version.language === 'en' ? template : { ...template, language: version.language };
  }

  async #get(
    version: Pick<TemplateVersion, 'digest' | 'packageKey' | 'packageLabel'>,
  ): Promise<Template> {
    const known = this.#known.get(version.digest);
    const template = known ?? this.#load(version);
    this.#known.delete(version.digest);
    this.#known.set(version.digest, template);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    try {
      return await template;
    } catch (error) {
      this.#known.delete(version.digest);
      throw error;
    }
  }

  async #load({
    packageKey,
    packageLabel,
  }: Pick<TemplateVersion, 'packageKey' | 'packageLabel'>): Promise<Template> {
    const bytes = await readFile(await this.#store.localPath(packageKey));
    return importTemplate(await readPackage(bytes, packageLabel));
  }
}
