import { type FileUrls, signedQuery } from '../http/signed-url.ts';

/** Of files that nobody but the service writes: an upload's addresses are never signed. */
const PLAYLIST = /^(sessions\/[^/]+\/(?:preview|final)\/hls\/)[^/]+\.m3u8$/;
/** A name beside the playlist, and nothing that leads elsewhere. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function isPlaylist(key: string): boolean {
  return PLAYLIST.test(key);
}

/**
 * A playlist with a signature behind each name in it, good for as long as the playlist's own address
 * (`expires`). Every time it is read an address is the same, so that a player knows it again.
 */
export function signPlaylist(
  context: FileUrls,
  key: string,
  text: string,
  expires: string,
): string {
  const [, folder = ''] = PLAYLIST.exec(key) ?? [];
  const sign = (name: string) =>
    NAME.test(name) ? `${name}?${signedQuery(context, folder + name, expires)}` : name;
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('#')
        ? line.replaceAll(/\bURI="([^"]*)"/g, (_, name: string) => `URI="${sign(name)}"`)
        : sign(line),
    )
    .join('\n');
}
