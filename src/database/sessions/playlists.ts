import { sql } from 'kysely';
import { atomicallyUnsynced, type Connection } from '../open.ts';
import { type Lead, ledBy, RENDERING } from './render-session.ts';
import { sessionProgressOf } from './session-progress.ts';

/** A playlist of a session's stream, by its storage key. */
type Playlist = { key: string; content: string };

/**
 * The playlists of streams. They change during a render, so they are rows: a file could be overwritten by
 * an older run of the render. A power cut may undo a change; then the render repeats it.
 */
export function playlistsOf(db: Connection, nowMs: () => number) {
  const write = async (tx: Connection, sessionId: string, playlist: Playlist, lead: Lead) => {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('playlists')
      .columns(['storageKey', 'sessionId', 'epoch', 'content'])
      .expression((e) =>
        e
          .selectFrom('renderSessions')
          .select([e.val(playlist.key).as('storageKey'), 'id', 'epoch'])
          .select(e.val(playlist.content).as('content'))
          .where('id', '=', sessionId)
          .where('status', 'in', RENDERING)
          .where(ledBy(lead)),
      )
      .onConflict((on) =>
        on
          .column('storageKey')
          .doUpdateSet((e) => ({
            epoch: e.ref('excluded.epoch'),
            content: e.ref('excluded.content'),
          })),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  };
  return {
    /** Returns the content of a playlist by its storage key. */
    async find(key: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('playlists')
        .select('content')
        .where('storageKey', '=', key)
        .executeTakeFirst();
      return row?.content;
    },

    /** Stores a playlist. Returns false and stores nothing unless the lead renders the session. */
    write: (sessionId: string, playlist: Playlist, lead: Lead): Promise<boolean> =>
      atomicallyUnsynced(db, (tx) => write(tx, sessionId, playlist, lead)),

    /** Like `write`, for the playlist with which the session can be played from now on. */
    publish: (sessionId: string, playlist: Playlist, lead: Lead): Promise<boolean> =>
      atomicallyUnsynced(
        db,
        async (tx) =>
          (await write(tx, sessionId, playlist, lead)) &&
          (await sessionProgressOf(tx, nowMs).setPlayable(sessionId, playlist.key, lead)),
      ),

    /** Removes the playlists of a session whose keys begin with the prefix and `/`. */
    async removeBelow(sessionId: string, prefix: string): Promise<void> {
      await db
        .deleteFrom('playlists')
        .where('sessionId', '=', sessionId)
        .where(
          sql<boolean>`substr(storage_key, 1, ${sql.lit(prefix.length + 1)}) = ${`${prefix}/`}`,
        )
        .execute();
    },
  };
}
