import { readFile } from 'node:fs/promises';
import { importTemplate, readPackage } from '../import/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Template } from '../template/index.ts';

/** What a version's template is made of. */
export type TemplateRef = {
  digest: string;
  packageKey: string;
  packageLabel: string;
  language: string;
};

type Kept = { template: Promise<Template>; packageBytes: number };

/** Of packages whose templates are kept; a template takes a few times as much. */
const MAX_PACKAGE_BYTES = 64 * 2 ** 20;

/**
 * Imported templates: a batch uses the same one again and again. The file's name is a part of a template (it is its name
 * where the package has none, and in its errors), so that packages of two names are two, although their bytes are the same.
 */
export class TemplateCache {
  readonly #store: Pick<BlobStore, 'localPath'>;
  readonly #maxPackageBytes: number;
  readonly #kept = new Map<string, Kept>();

  constructor(store: Pick<BlobStore, 'localPath'>, maxPackageBytes = MAX_PACKAGE_BYTES) {
    this.#store = store;
    this.#maxPackageBytes = maxPackageBytes;
  }

  /** In the language that the version was uploaded for: one package may serve several. */
  async get(version: TemplateRef): Promise<Template> {
    const template = await this.#get(version);
    // The one that a version has when none is said leaves it to the package.
    return version.language === 'en' ? template : { ...template, language: version.language };
  }

  async #get({ digest, packageKey, packageLabel }: TemplateRef): Promise<Template> {
    const key = JSON.stringify([digest, packageLabel]);
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.template;
    }
    const bytes = await readFile(await this.#store.localPath(packageKey));
    const template = readPackage(bytes, packageLabel).then(importTemplate);
    const entry = { template, packageBytes: bytes.byteLength };
    this.#kept.set(key, entry);
    // What failed may have failed for reasons that have passed.
    template.catch(() => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    });
    this.#makeRoom();
    return template;
  }

  /** Drops those used longest ago. */
  #makeRoom(): void {
    let sum = 0;
    for (const [key, { packageBytes }] of [...this.#kept].reverse()) {
      sum += packageBytes;
      if (sum > this.#maxPackageBytes) this.#kept.delete(key);
    }
  }
}
