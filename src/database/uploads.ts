import type { Connection } from './open.ts';
import type { Tables } from './tables.ts';

/** A file that a client uploaded. Pixels and seconds are set for the kinds of files that have them. */
export type Upload = {
  id: string;
  accountId: string;
  storageKey: string;
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

/** Maximum number of fonts of one render. Each is copied and opened. */
const MAX_FONTS = 8;

export function uploadsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(upload: Omit<Upload, 'createdAtMs'>): Promise<Upload> {
      const row = {
        id: upload.id,
        account_id: upload.accountId,
        storage_key: upload.storageKey,
        content_type: upload.contentType,
        kind: upload.kind,
        bytes: upload.bytes,
        sha256: upload.sha256,
        width: upload.width,
        height: upload.height,
        duration: upload.duration,
        font_names: JSON.stringify(upload.fontNames),
        created_at: nowMs(),
        expires_at: upload.expiresAtMs,
        render_session_id: upload.renderSessionId,
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
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && fromRow(row);
    },

    /** Returns the existing uploads with these ids, as `findIn` does; a few hundred at most. */
    async findAllIn(accountId: string, ids: readonly string[]): Promise<Upload[]> {
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('id', 'in', ids)
        .where('account_id', '=', accountId)
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
        .where('account_id', '=', accountId)
        .where('kind', '=', 'font')
        .where('expires_at', '>', nowMs())
        .where((eb) =>
          eb.or([eb('render_session_id', 'is', null), eb('render_session_id', '=', sessionId)]),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      const isNew = ({ fontNames }: Upload) =>
        // True for a font with a wanted name that no newer font has.
        fontNames.map((name) => wanted.delete(plain(name))).includes(true);
      return rows.map(fromRow).filter(isNew).slice(0, MAX_FONTS);
    },

    async keepUntil(id: string, ms: number): Promise<void> {
      await db.updateTable('uploads').set({ expires_at: ms }).where('id', '=', id).execute();
    },

    /** Returns the uploads that expired before a time, ordered by id, after the id `after`. */
    async expiredBefore(ms: number, after: string, limit: number): Promise<Upload[]> {
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('expires_at', '<=', ms)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
  };
}

function fromRow(row: Tables['uploads']): Upload {
  return {
    id: row.id,
    accountId: row.account_id,
    storageKey: row.storage_key,
    contentType: row.content_type,
    kind: row.kind as Upload['kind'],
    bytes: row.bytes,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    duration: row.duration,
    fontNames: JSON.parse(row.font_names) as string[],
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    renderSessionId: row.render_session_id,
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
