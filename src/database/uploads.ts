import type { Connection } from './open.ts';
import type { Tables } from './tables.ts';

/** A client's file without a public address. Pixels and seconds where the kind of file has them. */
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
  /** Of the edit token that it came with: no other session finds its font by name. */
  renderSessionId: string | null;
  createdAtMs: number;
  /** From then on it cannot be named in a request any more. */
  expiresAtMs: number;
};

/** Of one render: each is copied and opened. */
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

    /** Also one that has expired and is not yet removed: a session that named it in time may use it. */
    async findIn(accountId: string, id: string): Promise<Upload | undefined> {
      const row = await db
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && fromRow(row);
    },

    /** Those of these ids that there are, as `findIn` has them; a few hundred at most. */
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
     * The newest font for each of these names that has not expired, the account's own or one that an edit token of this
     * session has brought; at most `MAX_FONTS`, the newest first.
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
        // Of the wanted names, those that no newer font bears.
        fontNames.map((name) => wanted.delete(plain(name))).includes(true);
      return rows.map(fromRow).filter(isNew).slice(0, MAX_FONTS);
    },

    async keepUntil(id: string, ms: number): Promise<void> {
      await db.updateTable('uploads').set({ expires_at: ms }).where('id', '=', id).execute();
    },

    /** In the order of their ids, from behind `after`. */
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
