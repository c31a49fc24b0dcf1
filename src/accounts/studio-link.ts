export const LINK_NOTE =
  'The link works once, within 10 minutes. `framepress studio` prints another link.';

/** Returns the link that signs a person in to the studio and opens the page `to`. */
export function signInLink(base: string, code: string, to?: string): string {
  const page = to === undefined ? '' : `&to=${encodeURI(to)}`;
  // Browsers do not send the part after # to servers, so it is in no log.
  return `${base}/studio/#/sign-in?code=${code}${page}`;
}
