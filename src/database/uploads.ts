import { sql } from 'kysely';
import { containing } from './containing.ts';
import { includes } from './dialect.ts';
import { newestFirst, type PageRequest } from './newest-first.ts';
import { atomically, type Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { RENDERING } from './sessions/render-session.ts';
import type { Tables } from './tables.ts';

/** A file that a client uploaded. Pixels and seconds are set for the kinds of files that have them. */
export type Upload = {
  id: string;
  accountId: string;
  storageKey: string;
  /** The name that the client gave to the file; null if it gave none. */
  filename: string | null;
  contentType: string;
  kind: 'image' | 'video' | 'audio' | 'font';
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  duration: number | null;
  /** PostScript names and families. */
  fontNames: string[];
  /** The session of the edit token that uploaded it. No other session finds its font by name. */
  renderSessionId: string | null;
  createdAtMs: number;
  /** From this time on, no request can name the upload. */
  expiresAtMs: number;
};

/** Stored instead of an expiry: the upload was removed, and no request or session finds it. */
const REMOVED = 0;

/** Part of an account's uploads. `q`: a part of the file name. */
export type UploadFilter = { kind?: string; q?: string };

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

export function uploadsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(upload: NewUpload): Promise<Upload> {
      const row = {
        id: upload.id,
        accountId: upload.accountId,
        storageKey: upload.storageKey,
        contentType: upload.contentType,
        kind: upload.kind,
        bytes: upload.bytes,
        sha256: upload.sha256,
        width: upload.width,
        height: upload.height,
        duration: upload.duration,
        fontNames: JSON.stringify(upload.fontNames),
        createdAtMs: nowMs(),
        expiresAtMs: upload.expiresAtMs,
        renderSessionId: upload.renderSessionId,
        filename: upload.filename ?? null,
      };
      await db.insertInto('uploads').values(row).execute();
      return fromRow(row);
    },

    /** Returns an upload, even if it has expired: a session that named it before may still use it. */
    async findIn(accountId: string, id: string): Promise<Upload | undefined> {
      const row = await db
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .where('expiresAtMs', '<>', REMOVED)
        .executeTakeFirst();
      return row && fromRow(row);
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
      const rows = await newestFirst(query, 'uploads', page).execute();
      return rows.map(fromRow);
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
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('id', 'in', ids)
        .where('accountId', '=', accountId)
        .where('expiresAtMs', '<>', REMOVED)
        .execute();
      return rows.map(fromRow);
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
      const wanted = new Set(names.map(plain));
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
        fontNames.map((name) => wanted.delete(plain(name))).includes(true);
      return rows.map(fromRow).filter(isNew).slice(0, MAX_FONTS);
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

    async keepUntil(id: string, ms: number): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ expiresAtMs: ms })
        .where('id', '=', id)
        .where('expiresAtMs', '<>', REMOVED)
        .execute();
    },

    /** Returns the uploads that expired before a time, ordered by id, after the id `after`. */
    async expiredBefore(ms: number, after: string, limit: number): Promise<Upload[]> {
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('expiresAtMs', '<=', ms)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },

    /** Returns which of these ids have a row, even a hidden one; a thousand ids at most. */
    async withRows(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map(({ id }) => id));
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
  };
}

function fromRow(row: Tables['uploads']): Upload {
  return {
    id: row.id,
    accountId: row.accountId,
    storageKey: row.storageKey,
    contentType: row.contentType,
    kind: row.kind as Upload['kind'],
    bytes: row.bytes,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    duration: row.duration,
    fontNames: JSON.parse(row.fontNames) as string[],
    createdAtMs: row.createdAtMs,
    expiresAtMs: row.expiresAtMs,
    renderSessionId: row.renderSessionId,
    filename: row.filename,
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
