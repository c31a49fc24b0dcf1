/**
 * Returns the end of the name of each track's files, before their extension: `.de` for German, `.de-2` for the second
 * German track, nothing without a language. Players find captions that have such a name beside a video.
 */
export function captionNameEnds(languages: readonly (string | null | undefined)[]): string[] {
  const counts = new Map<string, number>();
  return languages.map((language) => {
    const usual = language ? `.${language}` : '';
    const count = (counts.get(usual) ?? 0) + 1;
    counts.set(usual, count);
    return count === 1 ? usual : `${usual}-${count}`;
  });
}
