import { sql } from 'kysely';
import { containing } from './containing.ts';
import { includes } from './dialect.ts';
import { newestFirst, type PageRequest } from './newest-first.ts';
import { atomically, type Connection } from './open.ts';
import { picked } from './picked.ts';
import { prepared } from './prepared.ts';
import { RENDERING } from './sessions/render-session.ts';
import type { Tables } from './tables.ts';

/** A file that a client uploaded. Pixels and seconds are set for the kinds of files that have them. */
export type Upload = Tables['uploads'];

/** Stored instead of an expiry: the upload was removed, and no request or session finds it. */
const REMOVED = 0;

/** Part of an account's uploads. `q`: a part of the file name. */
export type UploadFilter = { kind?: Upload['kind']; q?: string };

export type NewUpload = Omit<Upload, 'createdAtMs' | 'filename'> & { filename?: string | null };

/** Maximum number of fonts of one render. Each is copied and opened. */
const MAX_FONTS = 8;

const anyFont = prepared((db) =>
  db
    .selectFrom('uploads')
    .select('id')
    .where('accountId', '=', '')
    .where('kind', '=', sql.lit('font'))
    .where('renderSessionId', 'is', null)
    .where('expiresAtMs', '>', 0)
    .limit(sql.lit(1)),
);

const COLUMNS = [
  'id',
  'accountId',
  'storageKey',
  'contentType',
  'kind',
  'bytes',
  'sha256',
  'width',
  'height',
  'duration',
  'fontNames',
  'expiresAtMs',
  'renderSessionId',
  'filename',
] as const;

/**
 * Returns the queries of uploaded files. `expiresAtMs` 0 marks a removed upload, which only the cleanup finds.
 */
export function uploadsOf(db: Connection, nowMs: () => number) {
  return {
    /** Adds an upload whose file is stored. */
    async insert(upload: NewUpload): Promise<Upload> {
      return db
        .insertInto('uploads')
        .values({ ...picked(upload, COLUMNS), createdAtMs: nowMs() })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Returns an upload, even if it has expired: a session that named it before may still use it. */
    async findIn(accountId: string, id: string): Promise<Upload | undefined> {
      return db
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .where('expiresAtMs', '<>', REMOVED)
        .executeTakeFirst();
    },

    /** Returns the uploads that have not expired, newest first. */
    async list(accountId: string, { kind, q }: UploadFilter, page: PageRequest): Promise<Upload[]> {
      let query = db
        .selectFrom('uploads')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('expiresAtMs', '>', nowMs());
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (q !== undefined) query = query.where(containing(db, 'filename', q));
      return newestFirst(query, 'uploads', page).execute();
    },

    /**
     * Hides an upload from all requests and sessions, unless a session that waits or renders names it; then
     * returns the id of that session. The caller then removes the file and the row.
     */
    async hide(accountId: string, id: string): Promise<{ usedBy: string } | undefined> {
      return atomically(db, async (tx) => {
        const session = await tx
          .selectFrom('renderSessions')
          .innerJoin('mappings', 'mappings.id', 'renderSessions.mappingId')
          .select('renderSessions.id')
          .where('renderSessions.accountId', '=', accountId)
          .where('renderSessions.status', 'in', RENDERING)
          .where(includes(tx, sql.ref('mappings.body'), JSON.stringify(id)))
          .executeTakeFirst();
        if (session) return { usedBy: session.id };
        await tx
          .updateTable('uploads')
          .set({ expiresAtMs: REMOVED })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .execute();
        return undefined;
      });
    },

    /** Returns the existing uploads with these ids, as `findIn` does; a few hundred at most. */
    async findAllIn(accountId: string, ids: readonly string[]): Promise<Upload[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom('uploads')
        .selectAll()
        .where('id', 'in', ids)
        .where('accountId', '=', accountId)
        .where('expiresAtMs', '<>', REMOVED)
        .execute();
    },

    /**
     * Returns the newest font for each of these names that has not expired: a font of the account, or one
     * that an edit token of this session uploaded. At most `MAX_FONTS`, newest first.
     */
    async fontsNamed(
      accountId: string,
      names: readonly string[],
      sessionId: string | null,
    ): Promise<Upload[]> {
      const plainNames = new Set(names.map(plainFontName));
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('kind', '=', 'font')
        .where('expiresAtMs', '>', nowMs())
        .where((eb) =>
          eb.or([eb('renderSessionId', 'is', null), eb('renderSessionId', '=', sessionId)]),
        )
        .orderBy('createdAtMs', 'desc')
        .orderBy('id')
        .execute();
      const isNew = ({ fontNames }: Upload) =>
        // True for a font with a wanted name that no newer font has.
        fontNames.map((name) => plainNames.delete(plainFontName(name))).includes(true);
      return rows.filter(isNew).slice(0, MAX_FONTS);
    },

    /** Returns the number and the size of the files that edit tokens of a session uploaded. */
    async ofEditors(sessionId: string): Promise<{ count: number; bytes: number }> {
      const { count, bytes } = await db
        .selectFrom('uploads')
        .select((e) => [
          e.fn.countAll<number>().as('count'),
          e.fn.sum<number | null>('bytes').as('bytes'),
        ])
        .where('renderSessionId', '=', sessionId)
        .executeTakeFirstOrThrow();
      return { count: Number(count), bytes: Number(bytes ?? 0) };
    },

    /** Returns whether an account has fonts that all its sessions can use. */
    async hasFonts(accountId: string): Promise<boolean> {
      return (await anyFont(db, [accountId, nowMs()])).length > 0;
    },

    /** Sets the time when an upload expires. Does nothing for a removed one. */
    async keepUntil(id: string, ms: number): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ expiresAtMs: ms })
        .where('id', '=', id)
        .where('expiresAtMs', '<>', REMOVED)
        .execute();
    },

    /** Returns the uploads that expired before a time, ordered by id, after the id `afterId`. */
    async expiredBefore(ms: number, afterId: string, limit: number): Promise<Upload[]> {
      return db
        .selectFrom('uploads')
        .selectAll()
        .where('expiresAtMs', '<=', ms)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** Returns which of these ids have a row, even a hidden one; a thousand ids at most. */
    async withRows(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Removes the row of an upload. The caller has removed its file. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
  };
}

/** Returns a font name for comparison: lowercase, letters and digits only. */
function plainFontName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
