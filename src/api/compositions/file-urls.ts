import { type FileUrls, signedQuery, stableExpiry } from '../../storage/index.ts';

/** The path of the files of compositions. */
export const COMPOSITION_FILES_PATH = '/previews';

/** Returns the key that a URL's signature is for: all files of an entry have the same. */
export function signedKey(accountId: string, entry: string): string {
  return `previews/${accountId}/${entry}`;
}

/**
 * Writes the URLs of an account's files, relative to the service. One signature is for all files of an
 * entry: a video has hundreds.
 */
export class FileUrlWriter {
  readonly #context: FileUrls;
  readonly #accountId: string;
  readonly #queries = new Map<string, string>();

  constructor(context: FileUrls, accountId: string) {
    this.#context = context;
    this.#accountId = accountId;
  }

  /**
   * Returns the URL of a file of a composition. One signature is valid for all files of an entry.
   * The URL stays the same for a while, so that browsers can cache the file.
   */
  url(entry: string, name: string): string {
    let query = this.#queries.get(entry);
    if (query === undefined) {
      const key = signedKey(this.#accountId, entry);
      query = signedQuery(this.#context, key, stableExpiry(this.#context));
      this.#queries.set(entry, query);
    }
    return `${COMPOSITION_FILES_PATH}/${this.#accountId}/${entry}/${name}?${query}`;
  }
}
