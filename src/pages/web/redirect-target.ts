import type { PagesContext } from '../context.ts';

/**
 * Returns a function that returns an example of the URLs to which the API redirects requests for large files.
 * Undefined: the API sends the files itself, or the store cannot sign URLs.
 */
export function redirectTarget({
  config,
  store,
}: Pick<PagesContext, 'config' | 'store'>): () => Promise<string | undefined> {
  const options = {
    seconds: 1,
    contentType: 'application/octet-stream',
    contentDisposition: undefined,
  };
  let target: string | undefined;
  return async () => {
    if (config.fileLinks !== 'redirect') return undefined;
    // Some accounts sign at a service on the network.
    target ??= await store.link('none', options).catch(() => undefined);
    return target;
  };
}
