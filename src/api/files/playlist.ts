import { type FileUrls, signedQuery } from '../../storage/index.ts';

/** Keys of playlists that the service writes. The names in an uploaded playlist are never signed. */
const PLAYLIST = /^(sessions\/[^/]+\/(?:preview|final)\/hls\/(?:\d+\/)?)[^/]+\.m3u8$/;
/** A file name in the playlist's folder. A path to a different folder does not match. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function isPlaylist(key: string): boolean {
  return PLAYLIST.test(key);
}

/**
 * Returns a playlist in which each file name is followed by a signed query. The signatures expire
 * with the playlist's own URL (`expires`). Each read gives the same URLs, so that a player
 * recognises segments that it has already loaded.
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
