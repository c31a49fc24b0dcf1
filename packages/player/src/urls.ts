import { PlayerError } from './player-error.ts';

/**
 * Returns the address of a file of the service. `server` may have a path. Throws if the file is on
 * another host, because requests carry a token.
 */
export function urlOnServer(server: string, path: string): string {
  const base = new URL(server.endsWith('/') ? server : `${server}/`);
  const url = new URL(path.replace(/^\/+/, ''), base);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname))
    throw new PlayerError('file_unavailable', `The file ${path} is not on ${base.host}.`);
  return url.href;
}

/** Adds a parameter to an address that may have others. */
export function withParameter(url: string, name: string, value: number): string {
  const changed = new URL(url);
  changed.searchParams.set(name, String(value));
  return changed.href;
}
