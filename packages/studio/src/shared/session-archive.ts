/** The service puts at most this many sessions into one ZIP. */
export const MAX_ARCHIVED = 100;

/** Returns the address of a ZIP with the videos of sessions, named after the first. */
export function archiveUrl(
  server: string,
  sessions: readonly { id: string; title: string }[],
): string {
  const query = new URLSearchParams({
    id: sessions.map(({ id }) => id).join(','),
    name: sessions[0]?.title.slice(0, 200) ?? '',
  });
  return `${server}/v2/render_sessions/archive?${query}`;
}
